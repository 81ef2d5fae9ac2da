-- table: core.rating_lists
-- grain: player of a list (month and kind)
-- inputs: staging.rating_list_records
-- about: A combined list is three lists. Where two files hold the same month and kind, the one made for that kind goes first,
--   then the longer one, then the first name; the other is set aside with a finding (findings.rating_lists).
with
records as (select * from staging.rating_list_records),

files as (
    select
        source_file,
        list_month,
        list_kinds,
        count(*) as accepted_records
    from records
    group by source_file, list_month, list_kinds
),

files_by_kind as (
    select
        source_file,
        list_month,
        unnest(list_kinds) as list_kind,
        len(list_kinds) as kinds_in_file,
        accepted_records
    from files
),

chosen as (
    select
        source_file,
        list_month,
        list_kind
    from files_by_kind
    qualify row_number() over (partition by list_month, list_kind order by kinds_in_file, accepted_records desc, source_file) = 1
),

repeated as (
    -- a month and kind is of one file, so a number is repeated where its file has it twice
    select
        source_file,
        fide_id
    from records
    group by source_file, fide_id
    having count(*) > 1
)

select
    chosen.list_month,
    chosen.list_kind,
    records.fide_id,
    records.name,
    records.federation_code,
    records.sex,
    records.title_code,
    records.womens_title_code,
    records.other_titles,
    case chosen.list_kind
        when 'standard' then records.standard_rating
        when 'rapid' then records.rapid_rating
        else records.blitz_rating
    end as rating,
    case chosen.list_kind
        when 'standard' then records.standard_games
        when 'rapid' then records.rapid_games
        else records.blitz_games
    end as games,
    case chosen.list_kind
        when 'standard' then records.standard_k
        when 'rapid' then records.rapid_k
        else records.blitz_k
    end as k_factor,
    records.birth_year,
    records.flag,
    repeated.fide_id is not null as is_repeated,
    records.source_file,
    records.line_number as source_line
from records
inner join chosen
    on records.source_file = chosen.source_file and records.list_month = chosen.list_month
left join repeated
    on records.source_file = repeated.source_file and records.fide_id = repeated.fide_id
