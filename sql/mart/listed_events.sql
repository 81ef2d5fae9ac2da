-- table: mart.listed_events
-- grain: event with a norm, edition of an application
-- inputs: mart.norm_verdicts, core.event_heads, core.event_players, core.games, ref.applications, ref.norm_limits, ref.listed_events
-- about: 1.5.6 (2024): one norm must come from a big individual Swiss or from a listed event, whenever it was played. In every round of
--   a big Swiss so many players average so much, the best rated taken; who misses more than one round is not counted. Present is who
--   plays, wins by forfeit or has the pairing-allocated bye.
with
asked as (
    select
        applications.edition,
        applications.listed_event_method,
        applications.big_swiss_players,
        applications.big_swiss_average,
        limits.swiss_exemption_missed_rounds as most_missed
    from ref.applications as applications
    inner join ref.norm_limits as limits on applications.edition = limits.edition
    where applications.listed_event_method is not null
),

heads as (
    select heads.*
    from core.event_heads as heads
    semi join mart.norm_verdicts as verdicts on heads.event_id = verdicts.event_id and verdicts.achieved
),

attendance as (
    select
        games.event_id,
        games.start_number,
        games.round_number,
        games.outcome in ('played', 'not_rated', 'forfeit_win') or coalesce(games.result_code = 'U', false) as is_present,
        players.rating
    from heads
    inner join core.games as games on heads.event_id = games.event_id
    inner join core.event_players as players
        on games.event_id = players.event_id and games.start_number = players.start_number
    where heads.system = 'swiss'
),

counted as (
    select
        *,
        sum(cast(not is_present as bigint)) over (partition by event_id, start_number) as missed_rounds
    from attendance
),

ranked as (
    select
        asked.*,
        counted.event_id,
        counted.round_number,
        counted.rating,
        row_number() over (
            partition by asked.edition, counted.event_id, counted.round_number order by counted.rating desc
        ) as rating_rank
    from asked
    inner join counted on counted.missed_rounds <= coalesce(asked.most_missed, counted.missed_rounds)
    where counted.is_present and counted.rating is not null
),

big_rounds as (
    select
        edition,
        event_id,
        round_number
    from ranked
    where rating_rank <= big_swiss_players
    group by edition, event_id, round_number, big_swiss_players, big_swiss_average
    having count(*) = big_swiss_players and sum(rating) >= big_swiss_players * big_swiss_average
),

big_swisses as (
    select
        big_rounds.event_id,
        big_rounds.edition
    from big_rounds
    inner join heads on big_rounds.event_id = heads.event_id
    group by big_rounds.event_id, big_rounds.edition, heads.rounds
    having count(*) = heads.rounds
),

reasons as (
    select
        heads.event_id,
        asked.edition,
        listed.article
    from heads
    inner join ref.listed_events as listed on listed.event_kind in (heads.championship, heads.exemption)
    inner join asked on listed.method = asked.listed_event_method
    union all
    select
        big_swisses.event_id,
        big_swisses.edition,
        applications.article
    from big_swisses
    inner join ref.applications as applications on big_swisses.edition = applications.edition
)

select
    event_id,
    edition,
    max(article) as article
from reasons
group by event_id, edition
