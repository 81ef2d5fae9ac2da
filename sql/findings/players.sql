-- table: findings.players
-- grain: finding about a player of an event, or about many of an event
-- inputs: core.event_heads, core.event_players, mart.event_rulings, ref.rules
-- about: Where report and list in force differ (1.46b), and what is not known of the players.
with
players as (
    select
        people.*,
        heads.source_file,
        heads.list_month,
        rulings.refusal is null as is_judged,
        list_rule.article as list_article,
        norm_rule.article as norm_article,
        federation_rule.article as federation_article,
        'No. ' || people.start_number || ' ' || coalesce(people.name, '(no name)') as subject
    from core.event_players as people
    inner join core.event_heads as heads on people.event_id = heads.event_id
    inner join mart.event_rulings as rulings on people.event_id = rulings.event_id
    left join ref.rules as list_rule on rulings.edition = list_rule.edition and list_rule.rule = 'rating_list'
    left join ref.rules as norm_rule on rulings.edition = norm_rule.edition and norm_rule.rule = 'norm_eligible'
    left join ref.rules as federation_rule
        on rulings.edition = federation_rule.edition and federation_rule.rule = 'other_federations'
),

differences as (
    select
        players.*,
        unnest([
            struct_pack(
                field := 'name',
                reported := if(name_words(name) = name_words(name_listed), name_listed, name),
                listed := name_listed,
                is_silent := name is null
            ),
            struct_pack(
                field := 'rating',
                reported := cast(rating_report as varchar),
                listed := cast(rating as varchar),
                is_silent := rating_report is null
            ),
            struct_pack(field := 'title', reported := title_code_report, listed := title_code, is_silent := false),
            struct_pack(
                field := 'women''s title',
                reported := coalesce(womens_title_code_report, womens_title_code),
                listed := womens_title_code,
                is_silent := false
            ),
            struct_pack(
                field := 'federation',
                reported := federation_code_report,
                listed := federation_code,
                is_silent := federation_code_report is null
            ),
            struct_pack(field := 'sex', reported := sex_report, listed := sex, is_silent := sex_report is null)
        ], recursive := true)
    from players
    where rating_source = 'list'
)

select
    source_file,
    line_number,
    cast(null as bigint) as column_number,
    event_id,
    if(field = 'name', 'info', 'warning') as severity,
    'list_differs' as finding_code,
    subject,
    subject || ': ' || field || ' ' || coalesce(reported, 'none') || ' in the report, ' || coalesce(listed, 'none')
    || ' in the list of ' || list_month || '.' as finding,
    'The list in force is used.' as action,
    list_article as article
from differences
where reported is distinct from listed and not is_silent
union all by name
select
    source_file,
    line_number,
    event_id,
    'warning' as severity,
    'id_of_another' as finding_code,
    subject,
    'The number ' || fide_id_reported || ' of ' || subject || ' belongs to somebody else in the list of '
    || list_month || '.' as finding,
    'Taken as a national number: rating, title and federation are those of the report. Correct it if it is a slip.' as action
from players
where fide_id_reported is not null and fide_id is null and matched_by is null
union all by name
select
    source_file,
    line_number,
    event_id,
    'warning' as severity,
    'not_in_list' as finding_code,
    subject,
    subject || ' (' || fide_id || ') is not in the list of ' || list_month || '.' as finding,
    'Rating, title and federation are those of the report.' as action,
    list_article as article
from players
where rating_source = 'report' and list_month is not null and fide_id is not null
union all by name
select
    any_value(source_file) as source_file,
    max(line_number) as line_number,
    event_id,
    'error' as severity,
    'fide_id_twice' as finding_code,
    cast(fide_id as varchar) as subject,
    string_agg(subject, ' and ' order by start_number) || ' have the same FIDE number ' || fide_id || '.' as finding,
    'One person cannot play for two: each is judged with the number. Correct it in the report, or say who is who in '
    || 'identities.toml.' as action
from players
where fide_id is not null
group by event_id, fide_id
having count(*) > 1
union all by name
select
    any_value(source_file) as source_file,
    event_id,
    'info' as severity,
    'no_number' as finding_code,
    trim(players_who(count(*), '', '')) as subject,
    players_who(count(*), 'has', 'have') || ' no FIDE number, so the list of ' || any_value(list_month)
    || ' cannot be asked.' as finding,
    'Rating, title and federation are those of the report.' as action,
    any_value(list_article) as article
from players
where list_month is not null and fide_id_reported is null and fide_id is null
group by event_id
union all by name
select
    any_value(source_file) as source_file,
    event_id,
    'warning' as severity,
    'federation_unknown' as finding_code,
    trim(players_who(count(*), '', '')) as subject,
    players_who(count(*), 'has', 'have') || ' no known federation, for example '
    || arg_min(subject, start_number) || '.' as finding,
    'Their games count; norms that hang on their federations stay undecided.' as action,
    any_value(federation_article) as article
from players
where federation_code is null and is_judged
group by event_id
union all by name
select
    any_value(source_file) as source_file,
    event_id,
    'warning' as severity,
    'sex_unknown' as finding_code,
    trim(players_who(count(*), '', '')) as subject,
    players_who(count(*), 'is', 'are') || ' of unknown sex, for example ' || arg_min(subject, start_number) || '.' as finding,
    'They are judged for GM and IM norms, not for WGM and WIM norms. State the sex in column 10 of the report.' as action,
    any_value(norm_article) as article
from players
where sex is null and is_judged
group by event_id
union all by name
select
    source_file,
    line_number,
    event_id,
    'warning' as severity,
    'reserved_name' as finding_code,
    subject,
    subject || ' has the name of a placeholder, not of a person.' as finding,
    'Games against it count as games. Take the row out of the report and give its opponents byes.' as action
from players
where regexp_full_match(lower(name), '(bye|no[_ ]?player|spielfrei|freilos|libre|exento|exempt)[ ,.]*')
