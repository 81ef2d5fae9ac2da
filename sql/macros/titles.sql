-- macros: titles
-- about: Words about norms, and the question whether two names are written for one person.

-- How far a value of a regulation is from read, as a number, and back (statuses of the regulation files, best first).
create or replace macro status_rank(status) as list_position(['read', 'read_elsewhere', 'derived', 'recalled', 'unknown'], status);
create or replace macro status_ranked(rank) as list_extract(['read', 'read_elsewhere', 'derived', 'recalled', 'unknown'], rank);

-- A norm in one line.
create or replace macro norm_in_words(score, games, average, performance, extension, counted_games, edition) as (
    score || ' of ' || games || ', average ' || average || ', performance ' || coalesce(cast(performance as varchar), 'open')
    || ', extension ' || extension || ', counts ' || counted_games || ' games, edition ' || edition
);

-- Words of a name whatever their order, accents, case and commas.
create or replace macro name_key(name) as (
    array_to_string(list_sort(regexp_extract_all(lower(strip_accents(coalesce(name, ''))), '[\p{L}\p{N}]+')), ' ')
);

-- Whether somebody asks for this player: by start number, by FIDE number or by name.
create or replace macro is_player(asked, start_number, fide_id, name) as (
    asked in (cast(start_number as varchar), coalesce(cast(fide_id as varchar), ''))
    or (name_key(asked) <> '' and name_key(asked) = name_key(name))
);
