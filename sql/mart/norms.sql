-- table: mart.norms
-- grain: norm of a player who did not hold the title
-- inputs: mart.norm_verdicts, mart.championship_results, mart.selection_verdicts, mart.event_rulings, mart.listed_events, core.events, core.event_heads, core.event_players, ref.held_titles
-- about: What each norm brings to an application (1.5; 1.41c, 1.43b1; 1.4.1c, 1.4.3e, 1.5.6 of 2024). A place in a championship that
--   counts as a norm (1.2) and a norm by the games of the same event are one norm, of the greater number of games.
with
by_games as (
    select
        verdicts.event_id,
        verdicts.start_number,
        verdicts.title_sought,
        verdicts.counted_games,
        verdicts.selection,
        figures.is_unplayed_forgiven
    from mart.norm_verdicts as verdicts
    inner join mart.selection_verdicts as figures
        on
            verdicts.event_id = figures.event_id
            and verdicts.start_number = figures.start_number
            and verdicts.title_sought = figures.title_sought
            and verdicts.selection = figures.selection
    where verdicts.achieved
),

by_place as (
    select
        event_id,
        start_number,
        title_code as title_sought,
        counted_games,
        article
    from mart.championship_results
    where is_norm
),

made as (
    select
        coalesce(by_games.event_id, by_place.event_id) as event_id,
        coalesce(by_games.start_number, by_place.start_number) as start_number,
        coalesce(by_games.title_sought, by_place.title_sought) as title_sought,
        greatest(by_games.counted_games, by_place.counted_games) as counted_games,
        coalesce(by_games.is_unplayed_forgiven and by_place.event_id is null, false) as is_unplayed_forgiven,
        coalesce(by_games.selection, 'all') as selection,
        by_place.article as championship_article
    from by_games
    full outer join by_place
        on
            by_games.event_id = by_place.event_id
            and by_games.start_number = by_place.start_number
            and by_games.title_sought = by_place.title_sought
),

days as (
    select
        event_id,
        day,
        count(*) as rounds
    from (
        select
            event_id,
            unnest(round_dates) as day
        from core.event_heads
    ) as dates
    group by event_id, day
),

single_round_days as (
    select
        event_id,
        -- a date that nobody can read may be any day
        if(bool_or(day is null), null, count(*) filter (rounds = 1)) as single_round_days
    from days
    group by event_id
),

listed as (
    select
        event_id,
        list(edition order by edition) as editions
    from mart.listed_events
    where switch is null
    group by event_id
)

select
    made.event_id,
    made.start_number,
    made.title_sought,
    players.fide_id,
    players.name,
    events.edition,
    coalesce(events.end_date, events.start_date) as norm_on,
    made.counted_games,
    rulings.is_national,
    figures.meets_other_federations and figures.meets_own_share and figures.meets_one_share as meets_federation_rules,
    made.is_unplayed_forgiven,
    single_round_days.single_round_days,
    coalesce(listed.editions, []) as listed_editions,
    made.championship_article
from made
inner join core.events as events on made.event_id = events.event_id
-- an event that FIDE does not rate gives none (1.4)
inner join core.event_heads as heads on made.event_id = heads.event_id and heads.is_not_unrated
inner join mart.event_rulings as rulings on made.event_id = rulings.event_id
inner join core.event_players as players
    on made.event_id = players.event_id and made.start_number = players.start_number
left join mart.selection_verdicts as figures
    on
        made.event_id = figures.event_id
        and made.start_number = figures.start_number
        and made.title_sought = figures.title_sought
        and made.selection = figures.selection
left join single_round_days on made.event_id = single_round_days.event_id
left join listed on made.event_id = listed.event_id
where
    not exists (
        select 1
        from ref.held_titles as held
        where
            held.title_sought = made.title_sought
            and held.title_code in (players.title_code, players.womens_title_code)
    )
