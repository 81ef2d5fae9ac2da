-- table: findings.titles
-- grain: finding on the way from norms to titles
-- inputs: mart.recheck, mart.norms, core.event_heads, core.event_players, mart.event_rulings, staging.sidecar_placings, ref.direct_titles
-- about: Signed norms that are now others, norms that nobody's progress can take, championships whose titles cannot be told (1.2).
with
championships as (
    select
        heads.event_id,
        heads.name,
        heads.source_file,
        heads.championship,
        heads.section,
        max(titles.article) as article,
        bool_or(titles.outcome in ('place', 'stage') or titles.swiss_places is not null) as asks_for_places
    from core.event_heads as heads
    inner join mart.event_rulings as rulings on heads.event_id = rulings.event_id
    inner join ref.direct_titles as titles
        on
            heads.edition = titles.edition
            and heads.championship = titles.championship
            and titles.section = coalesce(heads.section, titles.section)
    where rulings.refusal is null and rulings.is_finished
    group by heads.event_id, heads.name, heads.source_file, heads.championship, heads.section
),

placed as (
    select
        players.event_id,
        bool_or(coalesce(placings.place, players.place) = 1 or placings.stage is not null) as has_places
    from core.event_players as players
    left join staging.sidecar_placings as placings
        on players.event_id = placings.event_id and players.start_number = placings.start_number
    group by players.event_id
)

select
    source_file,
    cast(null as bigint) as line_number,
    cast(null as bigint) as column_number,
    event_id,
    'error' as severity,
    'signed_norm_changed' as finding_code,
    coalesce(name, 'no. ' || start_number) || ', ' || title_sought as subject,
    'Signed on ' || signed_on || coalesce(' by ' || signed_by, '') || ': ' || signed || '. Now: '
    || coalesce(computed, 'no such verdict') || '. Changed since: ' || array_to_string(changed_sources, ', ') || '.' as finding,
    'The signature stays as it is. If the verdict of today is right, remove ' || source_file || ' and sign again.' as action,
    cast(null as varchar) as article
from mart.recheck
union all by name
select
    heads.source_file,
    norms.event_id,
    'warning' as severity,
    'norm_without_number' as finding_code,
    coalesce(norms.name, 'no. ' || norms.start_number) || ', ' || norms.title_sought as subject,
    'A norm was made by a player whose FIDE number is not known.' as finding,
    'It counts for nobody''s title. Put the number into the report.' as action
from mart.norms as norms
inner join core.event_heads as heads on norms.event_id = heads.event_id
where norms.fide_id is null
union all by name
select
    championships.source_file,
    championships.event_id,
    'warning' as severity,
    'direct_titles_open' as finding_code,
    coalesce(championships.name, championships.event_id) as subject,
    'The championship ' || championships.championship || ' gives titles, and '
    || case
        when championships.section is null then 'no sidecar says whether this is the open or the women''s section'
        else 'neither report nor sidecar tells the places'
    end || '.' as finding,
    case
        when championships.section is null then 'No titles are told. Give section in a sidecar.'
        else 'Titles for places are not told. Give [[placing]] in a sidecar.'
    end as action,
    championships.article
from championships
inner join placed on championships.event_id = placed.event_id
where championships.section is null or (championships.asks_for_places and placed.has_places is not true)
