-- table: core.events
-- grain: event
-- inputs: core.event_heads, core.event_players, core.games
-- about: Events with what their players and games say.
with
fields as (
    select
        event_id,
        count(*) as players,
        count(rating) as rated_players,
        half_up_div(sum(rating), nullif(count(rating), 0)) as average_rating
    from core.event_players
    group by event_id
),

pending as (
    select distinct event_id
    from core.games
    where outcome = 'pending' and opponent_number <> start_number
)

select
    heads.event_id,
    heads.name,
    heads.city,
    heads.federation_code,
    heads.start_date,
    heads.end_date,
    heads.season,
    heads.system,
    heads.pairing,
    heads.rounds,
    fields.players,
    fields.rated_players,
    fields.average_rating,
    heads.edition,
    heads.list_month,
    heads.championship,
    heads.section,
    heads.exemption,
    heads.chief_arbiter,
    heads.division,
    heads.time_control,
    pending.event_id is null and heads.rounds >= coalesce(heads.rounds_declared, heads.rounds) and heads.rounds > 0 as is_finished,
    heads.source_file,
    heads.source_sha256
from core.event_heads as heads
inner join fields on heads.event_id = fields.event_id
left join pending on heads.event_id = pending.event_id
