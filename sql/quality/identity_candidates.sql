-- table: quality.identity_candidates
-- grain: event, start number and FIDE number that may be the player's
-- inputs: core.identity_candidates, core.event_players
-- about: Players whose row in the list in force is not sure: nothing is merged silently, a person decides in identities.toml.
with
candidates as (
    select *
    from core.identity_candidates
    where not is_sure
),

unresolved as (
    select
        event_id,
        start_number
    from core.event_players
    where rating_source = 'report'
)

select
    candidates.event_id,
    candidates.start_number,
    candidates.name,
    candidates.birth_year,
    candidates.federation_code,
    candidates.list_month,
    candidates.fide_id,
    candidates.name_listed,
    candidates.birth_year_listed,
    candidates.federation_code_listed,
    candidates.matched_by as why_open,
    format(
        E'[[identity]]\nevent = "{}"\nstart_number = {}\nname = "{}"\nfide_id = {}\nreason = ""',
        candidates.event_id, candidates.start_number, replace(candidates.name, '"', '\"'), candidates.fide_id
    ) as declaration
from candidates
inner join unresolved on candidates.event_id = unresolved.event_id and candidates.start_number = unresolved.start_number
qualify
    row_number() over (
        partition by candidates.event_id, candidates.start_number, candidates.fide_id order by candidates.source_line
    ) = 1
