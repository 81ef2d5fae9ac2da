-- table: mart.championship_results
-- grain: player and title of a championship
-- inputs: core.event_heads, core.event_players, mart.event_rulings, mart.selection_figures, mart.selection_verdicts, staging.sidecar_placings, ref.direct_titles, ref.norm_limits
-- about: 1.2 (2005): places, stages, percentages and performances in championships that give a title or count as a norm, on the games
--   that count (1.42) and with at least 35 per cent of them (1.21). A final place of the sidecar goes before that of the report.
with
seats as (
    select
        heads.edition,
        heads.championship,
        heads.section,
        heads.system,
        players.event_id,
        players.start_number,
        coalesce(placings.place, players.place) as place,
        placings.stage,
        figures.games,
        figures.half_points,
        limits.least_score_numerator,
        limits.least_score_denominator,
        rank() over (partition by players.event_id order by players.points_computed desc) as points_rank,
        count(*) over (partition by players.event_id, players.points_computed) as players_with_these_points
    from core.event_heads as heads
    inner join mart.event_rulings as rulings on heads.event_id = rulings.event_id
    inner join ref.norm_limits as limits on heads.edition = limits.edition
    inner join core.event_players as players on heads.event_id = players.event_id
    left join staging.sidecar_placings as placings
        on players.event_id = placings.event_id and players.start_number = placings.start_number
    left join mart.selection_figures as figures
        on
            players.event_id = figures.event_id
            and players.start_number = figures.start_number
            and figures.selection = 'all'
    where rulings.refusal is null and rulings.is_finished
),

candidates as (
    select
        seats.*,
        titles.title_code,
        titles.outcome,
        titles.value,
        titles.games as games_asked,
        titles.places_at_most,
        titles.counts_as,
        titles.article,
        titles.status,
        verdicts.performance_rating,
        list_position(['last_64', 'last_32', 'last_16', 'quarter_final', 'semi_final', 'final'], seats.stage)
        >= list_position(['last_64', 'last_32', 'last_16', 'quarter_final', 'semi_final', 'final'], titles.value) as reaches_stage
    from seats
    inner join ref.direct_titles as titles
        on
            seats.edition = titles.edition
            and seats.championship = titles.championship
            and seats.section = titles.section
    left join mart.selection_verdicts as verdicts
        on
            seats.event_id = verdicts.event_id
            and seats.start_number = verdicts.start_number
            and titles.title_code = verdicts.title_sought
            and verdicts.selection = 'all'
    where
        seats.games >= coalesce(titles.games, 1)
        and seats.half_points * seats.least_score_denominator >= 2 * seats.games * seats.least_score_numerator
        and (titles.swiss_places is null or seats.system <> 'swiss' or seats.place <= titles.swiss_places)
),

reached as (
    select
        *,
        case outcome
            when 'place' then 'place ' || place
            when 'first_equal' then 'first place, shared or alone'
            when 'stage' then 'stage ' || stage
            when 'qualify' then 'qualified and played'
            when 'performance'
                then concat('performance ', coalesce(cast(performance_rating as varchar), 'open'), ' in ', games, ' games')
            else as_points(half_points) || ' of ' || games
        end as result
    from candidates
    where
        case outcome
            when 'place' then list_contains(string_split(value, '|'), cast(place as varchar))
            -- in a knock-out points say nothing; where too many share the first place the tie-break counts
            when 'first_equal'
                then
                    place = 1
                    or (
                        points_rank = 1
                        and system <> 'knockout'
                        and (places_at_most is null or players_with_these_points <= places_at_most or place <= places_at_most)
                    )
            when 'stage' then reaches_stage
            when 'qualify' then true
            when 'performance' then coalesce(performance_rating >= cast(value as bigint), half_points = 2 * games)
            when 'percentage_at_least' then 100 * half_points >= 2 * games * cast(value as decimal(5, 2))
            when 'percentage_above' then 100 * half_points > 2 * games * cast(value as decimal(5, 2))
        end
)

select
    event_id,
    start_number,
    title_code,
    counts_as is not null as is_norm,
    counts_as as counted_games,
    result,
    article,
    status
from reached
qualify
    row_number() over (
        partition by event_id, start_number, title_code, counts_as is not null order by counts_as desc, outcome, value
    ) = 1
