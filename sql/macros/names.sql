-- macros: names
-- about: Folding of names for the question whether two names can be one person (report against list).

-- A name in lower case without accents; letters that have no plain form below their mark are spelled out.
create or replace macro folded_name(name) as (
    replace(replace(replace(
        translate(strip_accents(lower(coalesce(name, ''))), 'łøđıð', 'lodid'), 'ß', 'ss'
    ), 'æ', 'ae'), 'œ', 'oe')
);

-- All words of a name, sorted.
create or replace macro name_words(name) as (
    list_sort(list_filter(regexp_split_to_array(folded_name(name), '[^a-z]+'), lambda word: word <> ''))
);

-- Whether two names share a word of three letters or more.
create or replace macro names_share_word(one, other) as (
    list_has_any(
        list_filter(name_words(one), lambda word: length(word) >= 3), list_filter(name_words(other), lambda word: length(word) >= 3)
    )
);

-- How many of something, in words: 1 player has, 3 players have.
create or replace macro players_who(number, one, many) as (
    case when number = 1 then '1 player ' || one else number || ' players ' || many end
);
