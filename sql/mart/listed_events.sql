-- table: mart.listed_events
-- grain: event with a norm, edition of an application, reading of what it asks
-- inputs: mart.norm_verdicts, core.event_heads, core.event_players, core.games, ref.applications, ref.application_readings, ref.norm_limits, ref.listed_events
-- about: 1.5.6 (2024): one norm must come from a big individual Swiss or from a listed event, whenever it was played. In every round of
--   a big Swiss so many players average so much, the best rated taken; who misses more than one round is not counted. Present is who
--   plays, wins by forfeit or has the pairing-allocated bye. Other readings: all who are there make the average, byes or forfeits do
--   not count as presence, listed events serve from a day on.
with
asked as (
    select
        applications.edition,
        applications.listed_event_method,
        applications.big_swiss_players,
        applications.big_swiss_average,
        applications.big_swiss_article,
        readings.switch,
        readings.reading,
        readings.big_swiss_takes_all,
        readings.listed_events_from,
        limits.bye_is_present,
        limits.forfeit_win_is_present,
        limits.swiss_exemption_missed_rounds as most_missed
    from ref.applications as applications
    inner join ref.application_readings as readings on applications.edition = readings.edition
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
        asked.*,
        games.event_id,
        games.start_number,
        games.round_number,
        is_there(games.outcome, games.result_code, asked.bye_is_present, asked.forfeit_win_is_present) as is_present,
        is_there(games.outcome, games.result_code, true, asked.forfeit_win_is_present) as is_no_miss,
        players.rating
    from heads
    cross join asked
    inner join core.games as games on heads.event_id = games.event_id
    inner join core.event_players as players
        on games.event_id = players.event_id and games.start_number = players.start_number
    where heads.system = 'swiss'
),

counted as (
    select
        *,
        sum(cast(not is_no_miss as bigint)) over (partition by edition, switch, reading, event_id, start_number) as missed_rounds
    from attendance
),

ranked as (
    select
        *,
        row_number() over (partition by edition, switch, reading, event_id, round_number order by rating desc) as rating_rank
    from counted
    where missed_rounds <= coalesce(most_missed, missed_rounds) and is_present and rating is not null
),

big_rounds as (
    select
        edition,
        switch,
        reading,
        event_id,
        round_number,
        any_value(big_swiss_article) as article
    from ranked
    where big_swiss_takes_all or rating_rank <= big_swiss_players
    group by edition, switch, reading, event_id, round_number, big_swiss_players, big_swiss_average
    having count(*) >= big_swiss_players and sum(rating) >= count(*) * big_swiss_average
),

big_swisses as (
    select
        big_rounds.event_id,
        big_rounds.edition,
        big_rounds.switch,
        big_rounds.reading,
        any_value(big_rounds.article) as article
    from big_rounds
    inner join heads on big_rounds.event_id = heads.event_id
    group by big_rounds.event_id, big_rounds.edition, big_rounds.switch, big_rounds.reading, heads.rounds
    having count(*) = heads.rounds
),

reasons as (
    select
        heads.event_id,
        asked.edition,
        asked.switch,
        asked.reading,
        listed.article
    from heads
    inner join ref.listed_events as listed
        on
            listed.event_kind in (heads.championship, heads.exemption) or list_contains(heads.event_class, listed.event_kind)
    inner join asked
        on
            listed.method = asked.listed_event_method
            and coalesce(heads.start_date >= asked.listed_events_from, true)
    union all
    select
        event_id,
        edition,
        switch,
        reading,
        article
    from big_swisses
)

select
    event_id,
    edition,
    switch,
    reading,
    max(article) as article
from reasons
group by event_id, edition, switch, reading
