-- table: core.event_heads
-- grain: event
-- inputs: staging.event_reports, staging.event_sidecars, staging.report_players, staging.round_cells, staging.series_events, core.event_twins, core.rating_lists, ref.editions, ref.asked_edition, ref.rating_list_periods, ref.exemptions, ref.federation_codes
-- about: The report's head with the sidecar laid over it; edition by the day of the start (0.22), list in force (1.46b), system from the
--   games where no sidecar says it.
with
reports as (select * from staging.event_reports),

sidecars as (select * from staging.event_sidecars),

series as (
    -- an event may stand in several series, one that is not standard chess decides
    select
        event_id,
        arg_min(discipline, discipline = 'standard') as discipline,
        arg_min(series, discipline = 'standard') as series,
        arg_min(article, discipline = 'standard') as discipline_article
    from staging.series_events
    group by event_id
),

pairs as (
    select
        event_id,
        least(start_number, opponent_number) as one,
        greatest(start_number, opponent_number) as other,
        count(distinct round_number) as meetings
    from staging.round_cells
    where opponent_number <> start_number
    group by all
),

pairings as (
    select
        event_id,
        count(*) as pairs,
        min(meetings) as fewest_meetings,
        max(meetings) as most_meetings
    from pairs
    group by event_id
),

fields as (
    select
        event_id,
        count(*) as players
    from staging.report_players
    group by event_id
),

described as (
    select
        reports.event_id,
        coalesce(sidecars.name, reports.name) as name,
        reports.city,
        coalesce(sidecars.federation_code, reports.federation_code) as federation_code,
        coalesce(sidecars.start_date, reports.start_date) as start_date,
        coalesce(sidecars.end_date, reports.end_date) as end_date,
        case
            when pairings.pairs = fields.players * (fields.players - 1) // 2 and pairings.most_meetings = 1 then 'round_robin'
            -- twice or more often: the rules for multi-round events are the same
            when
                pairings.pairs = fields.players * (fields.players - 1) // 2
                and pairings.fewest_meetings = pairings.most_meetings and pairings.fewest_meetings >= 2
                then 'double_round_robin'
            else 'swiss'
        end as system_of_games,
        sidecars.system as system_of_sidecar,
        sidecars.pairing as pairing_of_sidecar,
        reports.type_text,
        reports.has_teams,
        reports.rounds_seen as rounds,
        -- line 132 has a date for every round, also for those to come
        coalesce(reports.rounds_declared, nullif(len(coalesce(sidecars.round_dates, reports.round_dates)), 0)) as rounds_declared,
        fields.players,
        coalesce(asked.edition, sidecars.edition) as edition_of_sidecar,
        sidecars.list_month as list_month_of_sidecar,
        sidecars.championship,
        sidecars.section,
        sidecars.exemption as exemption_of_sidecar,
        reports.chief_arbiter,
        coalesce(sidecars.time_control, reports.time_control) as time_control,
        coalesce(sidecars.norm_eligible, true) as is_norm_eligible,
        sidecars.reason as not_eligible_reason,
        coalesce(sidecars.has_error, false) as has_sidecar_error,
        twins.judged_event as repeats_event,
        coalesce(sidecars.suspended_federations, []) as suspended_federations,
        coalesce(sidecars.computers, []) as computers,
        coalesce(sidecars.event_class, []) as event_class,
        sidecars.predetermined_pairings,
        coalesce(sidecars.registering_federation, sidecars.federation_code, reports.federation_code) as registering_federation,
        coalesce(sidecars.single_federation_zonal_year, []) as single_federation_zonal_year,
        sidecars.division,
        coalesce(sidecars.round_dates, reports.round_dates) as round_dates,
        sidecars.minutes_for_60_moves,
        coalesce(sidecars.rated_by_fide, true) as is_not_unrated,
        series.series,
        coalesce(series.discipline, reports.discipline, 'standard') as discipline,
        series.discipline_article,
        reports.source_file,
        reports.source_sha256
    from reports
    inner join fields on reports.event_id = fields.event_id
    left join ref.asked_edition as asked on true
    left join pairings on reports.event_id = pairings.event_id
    left join sidecars on reports.event_id = sidecars.event_id
    left join core.event_twins as twins
        on reports.event_id = twins.event_id and reports.event_id <> twins.judged_event
    left join series on reports.event_id = series.event_id
),

lists as (
    select distinct list_month
    from core.rating_lists
    where list_kind = 'standard'
),

in_force as (
    select
        described.event_id,
        max(lists.list_month) as list_month
    from described
    inner join ref.rating_list_periods as periods
        on described.start_date >= periods.start_from and described.start_date <= coalesce(periods.start_to, described.start_date)
    inner join lists
        on
            case
                when described.list_month_of_sidecar is not null then lists.list_month = described.list_month_of_sidecar
                else
                    lists.list_month <= strftime(described.start_date, '%Y-%m')
                    and datediff('month', cast(lists.list_month || '-01' as date), described.start_date)
                    <= periods.longest_age_months
            end
    group by described.event_id
)

select
    described.event_id,
    described.name,
    described.city,
    coalesce(codes.federation_code, described.federation_code) as federation_code,
    described.start_date,
    described.end_date,
    year(described.start_date) as season,
    coalesce(described.system_of_sidecar, described.system_of_games) as system,
    coalesce(described.pairing_of_sidecar, nullif(described.system_of_sidecar, 'team'), described.system_of_games) as pairing,
    described.system_of_games,
    described.system_of_sidecar,
    described.type_text,
    described.has_teams,
    described.rounds,
    described.rounds_declared,
    described.players,
    editions.edition,
    -- the day that picks a value inside the edition: the start, or the nearest day of an edition that was asked for
    least(greatest(described.start_date, editions.valid_from), editions.valid_to) as judged_on,
    described.edition_of_sidecar,
    in_force.list_month,
    described.list_month_of_sidecar,
    described.championship,
    described.section,
    exemptions.exemption,
    described.exemption_of_sidecar,
    described.chief_arbiter,
    described.time_control,
    described.is_norm_eligible,
    described.not_eligible_reason,
    described.has_sidecar_error,
    described.repeats_event,
    described.suspended_federations,
    described.computers,
    described.event_class,
    described.predetermined_pairings,
    described.registering_federation,
    described.single_federation_zonal_year,
    described.division,
    described.round_dates,
    described.minutes_for_60_moves,
    described.is_not_unrated,
    described.series,
    described.discipline,
    described.discipline_article,
    described.source_file,
    described.source_sha256
from described
left join in_force on described.event_id = in_force.event_id
left join ref.federation_codes as codes
    on
        described.federation_code = codes.written_code
        and described.start_date between codes.used_from and coalesce(codes.used_to, described.start_date)
left join ref.editions as editions
    on
        case
            when described.edition_of_sidecar is not null then editions.edition = described.edition_of_sidecar
            else
                described.start_date >= editions.valid_from
                and described.start_date <= coalesce(editions.valid_to, described.start_date)
        end
-- an article is that of the edition in force on the day, whichever edition judges; then the exemption goes by its name
left join ref.editions as of_the_day
    on
        described.start_date >= of_the_day.valid_from
        and described.start_date <= coalesce(of_the_day.valid_to, described.start_date)
left join ref.exemptions as by_article
    on coalesce(of_the_day.edition, editions.edition) = by_article.edition and described.exemption_of_sidecar = by_article.article
left join ref.exemptions as exemptions
    on
        editions.edition = exemptions.edition
        and coalesce(by_article.exemption, described.exemption_of_sidecar) = exemptions.exemption
