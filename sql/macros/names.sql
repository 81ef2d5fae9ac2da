-- macros: names
-- about: Folding of names for the question whether two names can be one person (report against list).

-- Words of a name in lower case without accents, of three letters and more.
create or replace macro name_words(name) as (
    list_filter(regexp_split_to_array(lower(strip_accents(coalesce(name, ''))), '[^a-z]+'), lambda word: length(word) >= 3)
);

-- Whether two names share a word.
create or replace macro names_share_word(one, other) as list_has_any(name_words(one), name_words(other));

-- How many of something, in words: 1 player has, 3 players have.
create or replace macro players_who(number, one, many) as (
    case when number = 1 then '1 player ' || one else number || ' players ' || many end
);
