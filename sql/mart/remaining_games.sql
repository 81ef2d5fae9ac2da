-- table: mart.remaining_games
-- grain: game that a player of a running event has still to play
-- inputs: core.event_heads, core.event_players, core.games, mart.event_rulings
-- about: Paired games without result, then the declared rounds that are not paired yet. Where everybody meets everybody (the sidecar says
--   so, or the rounds leave no choice) the opponents not yet met are those to come.
with
running as (
    select
        heads.event_id,
        heads.rounds,
        greatest(0, coalesce(heads.rounds_declared, heads.rounds) - heads.rounds) as unpaired_rounds,
        case
            when heads.pairing = 'double_round_robin' then 2
            when
                heads.pairing = 'round_robin'
                or heads.rounds_declared = heads.players - 1 + heads.players % 2
                then 1
        end as meetings
    from core.event_heads as heads
    inner join mart.event_rulings as rulings on heads.event_id = rulings.event_id
    where rulings.refusal is null and not rulings.is_finished
),

paired as (
    select
        games.event_id,
        games.start_number,
        games.round_number,
        nullif(games.opponent_number, games.start_number) as opponent_number
    from core.games as games
    inner join running on games.event_id = running.event_id
    where games.outcome = 'pending'
),

unmet as (
    select
        players.event_id,
        players.start_number,
        others.start_number as opponent_number,
        any_value(running.meetings) - count(games.round_number) as meetings_left
    from running
    inner join core.event_players as players on running.event_id = players.event_id
    inner join core.event_players as others
        on players.event_id = others.event_id and players.start_number <> others.start_number
    left join core.games as games
        on
            players.event_id = games.event_id
            and players.start_number = games.start_number
            and others.start_number = games.opponent_number
    where running.meetings is not null
    group by players.event_id, players.start_number, others.start_number
),

scheduled as (
    select
        unmet.event_id,
        unmet.start_number,
        unmet.opponent_number,
        row_number() over (
            partition by unmet.event_id, unmet.start_number
            order by unmet.opponent_number, meeting.number
        ) as number_left
    from unmet
    cross join (values (1), (2)) as meeting (number)
    where meeting.number <= unmet.meetings_left
),

schedules as (
    -- a schedule that does not fit into the rounds left is not one
    select
        scheduled.event_id,
        scheduled.start_number
    from scheduled
    inner join running on scheduled.event_id = running.event_id
    group by scheduled.event_id, scheduled.start_number
    having count(*) <= any_value(running.unpaired_rounds)
),

unpaired as (
    select
        players.event_id,
        players.start_number,
        running.rounds,
        unnest(range(1, running.unpaired_rounds + 1)) as number_left
    from running
    inner join core.event_players as players on running.event_id = players.event_id
)

select
    event_id,
    start_number,
    round_number,
    opponent_number
from paired
union all by name
select
    unpaired.event_id,
    unpaired.start_number,
    unpaired.rounds + unpaired.number_left as round_number,
    scheduled.opponent_number
from unpaired
left join schedules
    on unpaired.event_id = schedules.event_id and unpaired.start_number = schedules.start_number
left join scheduled
    on
        schedules.event_id = scheduled.event_id
        and schedules.start_number = scheduled.start_number
        and unpaired.number_left = scheduled.number_left
-- a round without one of those not yet met is a bye
where schedules.event_id is null or scheduled.opponent_number is not null
