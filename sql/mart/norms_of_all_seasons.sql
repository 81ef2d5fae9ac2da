-- table: mart.norms_of_all_seasons
-- grain: norm of a player with a FIDE number
-- inputs: mart.norms, staging.other_norms, core.events
-- about: Titles do not end with the season. Published norms of other seasons count as they are, but for events that this run holds.
with
norms as (
    select * from mart.norms
    union all by name
    select * from staging.other_norms
    where event_id not in (select event_id from core.events)
)

select
    event_id,
    start_number,
    title_sought,
    fide_id,
    name,
    edition,
    norm_on,
    counted_games,
    is_national,
    meets_federation_rules,
    is_unplayed_forgiven,
    single_round_days,
    listed_editions,
    championship_article
from norms
where fide_id is not null
