-- check: contradictions_reported
-- severity: critical
-- inputs: core.event_players, core.games, quality.findings, quality.rejected_records
-- about: A game that the rows of the report contradict has a finding at the line of one of its two players, one
--   whose cell nobody can read a set-aside record: what keeps a verdict open is never silent.
with

games as (
    select
        games.event_id,
        games.round_number,
        games.start_number,
        players.line_number,
        opponents.line_number as line_of_opponent
    from core.games as games
    inner join core.event_players as players
        on games.event_id = players.event_id and games.start_number = players.start_number
    left join core.event_players as opponents
        on games.event_id = opponents.event_id and games.opponent_number = opponents.start_number
    where not games.is_confirmed
)

select games.event_id || ', round ' || games.round_number || ', player ' || games.start_number as sample_key
from games
anti join quality.findings as findings
    on games.event_id = findings.event_id and findings.line_number in (games.line_number, games.line_of_opponent)
anti join quality.rejected_records as rejected
    on games.event_id = rejected.event_id and games.line_number = rejected.line_number
