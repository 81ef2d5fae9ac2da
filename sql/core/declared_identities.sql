-- table: core.declared_identities
-- grain: event and start number that identities.toml speaks of
-- inputs: staging.identities, staging.report_players
-- about: What a person decided about who a player is. Name and birth must be those of the report, so a line that was written for another
--   version of the report decides nothing; lines that contradict each other decide nothing either.
with
identities as (select * from staging.identities),

players as (select * from staging.report_players)

select
    players.event_id,
    players.start_number,
    case when count(distinct coalesce(identities.fide_id, 0)) = 1 then max(identities.fide_id) end as fide_id,
    count(distinct coalesce(identities.fide_id, 0)) > 1 as is_contradicted,
    min(identities.source_file) as source_file,
    min(identities.line_number) as line_number,
    list(identities.line_number order by identities.line_number) as line_numbers
from players
inner join identities
    on
        name_words(players.name) = name_words(identities.name)
        and players.event_id = coalesce(identities.event_id, players.event_id)
        and players.start_number = coalesce(identities.start_number, players.start_number)
        and (identities.birth_year is null or players.birth_year = identities.birth_year)
group by players.event_id, players.start_number
