-- table: core.identity_candidates
-- grain: event, start number and row of the list in force
-- inputs: core.event_heads, staging.report_players, core.rating_lists, core.declared_identities, staging.rating_list_records, ref.federation_codes
-- about: Rows of the list in force (1.46b) that can be the player of a report: the row that a person named (identities.toml), that of the
--   number, and, where the number tells nothing, those of the same name. Sure is the declared row, the number with a plausible name, and
--   the only row of that name whose birth is the reported one and whose federation does not contradict.
with
players as (
    select
        reported.event_id,
        reported.start_number,
        reported.fide_id,
        reported.name,
        name_words(reported.name) as words,
        reported.rating,
        reported.birth_date,
        reported.birth_year,
        coalesce(codes.federation_code, reported.federation_code) as federation_code,
        heads.list_month,
        heads.start_date,
        declared.event_id is not null and not declared.is_contradicted as is_declared,
        declared.fide_id as declared_fide_id
    from staging.report_players as reported
    inner join core.event_heads as heads on reported.event_id = heads.event_id
    left join core.declared_identities as declared
        on reported.event_id = declared.event_id and reported.start_number = declared.start_number
    left join ref.federation_codes as codes
        on
            reported.federation_code = codes.written_code
            and heads.start_date between codes.used_from and coalesce(codes.used_to, heads.start_date)
    where heads.list_month is not null
),

standard as (
    select *
    from core.rating_lists
    where list_kind = 'standard'
),

by_number as (
    select
        players.event_id,
        players.start_number,
        standard.source_file,
        standard.source_line,
        case
            when players.is_declared then 'declared'
            when
                (players.words = name_words(standard.name) and len(players.words) > 0)
                or (
                    names_share_word(standard.name, players.name)
                    and (
                        standard.birth_year = players.birth_year
                        -- relatives share a name: without a birth to compare rating or federation must speak for the row too
                        or (
                            (standard.birth_year is null or players.birth_year is null)
                            and (
                                standard.rating = players.rating
                                or players.federation_code is null
                                or standard.federation_code is null
                                or players.federation_code = coalesce(codes.federation_code, standard.federation_code)
                            )
                        )
                    )
                )
                or (standard.rating = players.rating and standard.birth_year = players.birth_year)
                then 'number'
            else 'number_of_another'
        end as matched_by
    from players
    inner join standard
        on
            players.list_month = standard.list_month
            and standard.fide_id = if(players.is_declared, players.declared_fide_id, players.fide_id)
    left join ref.federation_codes as codes
        on
            standard.federation_code = codes.written_code
            and players.start_date between codes.used_from and coalesce(codes.used_to, players.start_date)
),

nameless as (
    -- whom neither a person nor a number with a plausible name identifies
    select players.*
    from players
    left join by_number
        on
            players.event_id = by_number.event_id and players.start_number = by_number.start_number
            and by_number.matched_by = 'number'
    where by_number.event_id is null and not players.is_declared and len(players.words) > 1
),

named_rows as (
    -- folding every name of a list takes a second or two a million: only lists that somebody is looked for in
    select
        standard.*,
        name_words(standard.name) as words
    from standard
    where standard.list_month in (select nameless.list_month from nameless)
),

by_name as (
    select
        nameless.event_id,
        nameless.start_number,
        named_rows.source_file,
        named_rows.source_line,
        named_rows.fide_id,
        coalesce(records.birth_date = nameless.birth_date, named_rows.birth_year = nameless.birth_year) as has_same_birth,
        coalesce(codes.federation_code, named_rows.federation_code) <> nameless.federation_code as has_other_federation
    from nameless
    inner join named_rows on nameless.list_month = named_rows.list_month and nameless.words = named_rows.words
    left join staging.rating_list_records as records
        on named_rows.source_file = records.source_file and named_rows.source_line = records.line_number
    left join ref.federation_codes as codes
        on
            named_rows.federation_code = codes.written_code
            and nameless.start_date between codes.used_from and coalesce(codes.used_to, nameless.start_date)
),

named as (
    select
        *,
        -- a row of unknown birth could be the player as well
        count(*) over (partition by event_id, start_number) as alike,
        count(*) over (partition by event_id, fide_id) as claimants
    from by_name
    where coalesce(has_same_birth, true)
),

rivals as (
    select distinct
        event_id,
        fide_id
    from players
),

judged as (
    select
        event_id,
        start_number,
        source_file,
        source_line,
        matched_by
    from by_number
    union all
    select
        named.event_id,
        named.start_number,
        named.source_file,
        named.source_line,
        case
            when named.alike > 1 then 'several_of_the_name'
            when named.has_same_birth is null then 'name_without_birth'
            when named.has_other_federation then 'name_of_another_federation'
            when named.claimants > 1 or rivals.event_id is not null then 'name_claimed_twice'
            else 'name_and_birth'
        end as matched_by
    from named
    left join rivals
        on named.event_id = rivals.event_id and named.fide_id = rivals.fide_id
)

select
    judged.event_id,
    judged.start_number,
    judged.matched_by,
    judged.matched_by in ('declared', 'number', 'name_and_birth') as is_sure,
    players.name,
    players.birth_year,
    players.federation_code,
    players.list_month,
    standard.fide_id,
    standard.name as name_listed,
    standard.birth_year as birth_year_listed,
    standard.federation_code as federation_code_listed,
    standard.sex as sex_listed,
    standard.title_code as title_code_listed,
    standard.womens_title_code as womens_title_code_listed,
    standard.rating as rating_listed,
    standard.birth_year = players.birth_year as has_same_birth_year,
    standard.rating = players.rating as has_same_rating,
    judged.source_file,
    judged.source_line
from judged
inner join players on judged.event_id = players.event_id and judged.start_number = players.start_number
inner join standard
    on
        players.list_month = standard.list_month
        and judged.source_file = standard.source_file
        and judged.source_line = standard.source_line
