-- table: mart.ratings_of_the_day
-- grain: player and round of an event that takes the lists of the day
-- inputs: core.event_heads, core.event_players, core.rating_lists, staging.event_sidecars, ref.norm_limits, ref.rating_list_periods
-- about: 1.1.4 (2024), 1.15 (2005): in events of more days than the edition says an opponent has rating and title of the day of the game.
--   Where no list held was in force that day, or he does not stand in it, those of the start stay.
with
days as (
    select
        heads.event_id,
        unnest(range(1, heads.rounds + 1)) as round_number,
        heads.round_dates
    from core.event_heads as heads
    inner join ref.norm_limits as limits on heads.edition = limits.edition
    where
        datediff('day', heads.start_date, heads.end_date) + 1 > limits.lists_of_the_day_after
        and heads.round_dates is not null
        and heads.list_month_of_sidecar is null
),

lists as (
    select distinct list_month
    from core.rating_lists
    where list_kind = 'standard'
),

told as (
    select
        event_id,
        unnest(rating_overrides).fide_id as fide_id
    from staging.event_sidecars
    union
    select
        event_id,
        unnest(title_overrides).fide_id as fide_id
    from staging.event_sidecars
),

in_force as (
    select
        days.event_id,
        days.round_number,
        max(lists.list_month) as list_month
    from days
    inner join ref.rating_list_periods as periods
        on
            days.round_dates[days.round_number] >= periods.start_from
            and days.round_dates[days.round_number] <= coalesce(periods.start_to, days.round_dates[days.round_number])
    inner join lists
        on
            lists.list_month <= strftime(days.round_dates[days.round_number], '%Y-%m')
            and datediff('month', cast(lists.list_month || '-01' as date), days.round_dates[days.round_number])
            <= periods.longest_age_months
    group by days.event_id, days.round_number
)

select
    in_force.event_id,
    players.start_number,
    in_force.round_number,
    in_force.list_month,
    any_value(lists.rating) as rating,
    any_value(lists.title_code) as title_code,
    any_value(lists.womens_title_code) as womens_title_code
from in_force
inner join core.event_players as players on in_force.event_id = players.event_id and players.rating_source = 'list'
left join told on players.event_id = told.event_id and players.fide_id = told.fide_id
inner join core.rating_lists as lists
    on in_force.list_month = lists.list_month and players.fide_id = lists.fide_id and lists.list_kind = 'standard'
where told.fide_id is null
group by in_force.event_id, players.start_number, in_force.round_number, in_force.list_month
-- who stands there twice, or is told otherwise by the sidecar, keeps what he had at the start
having count(*) = 1
