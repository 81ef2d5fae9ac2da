-- table: mart.selection_figures
-- grain: selection of a player
-- inputs: mart.selection_opponents, mart.event_rulings, core.event_heads, core.event_players, ref.norm_limits
-- about: What does not depend on the title sought: games, score, sum of ratings, federations (1.43, 1.44), titled (1.45a), unrated (1.46a).
--   Opponents whose federation is unknown are counted apart: they bound what can be said.
with
by_federation as (
    select
        faced.event_id,
        faced.start_number,
        faced.selection,
        faced.federation_code,
        any_value(rulings.edition) as edition,
        sum(faced.games) as games,
        count(*) as opponents,
        -- what counts, and what shares are taken of: persons, or games with them (1.45f and its successors)
        sum(if(rulings.by_games, faced.games, 1)) as weight,
        sum(if(rulings.of_games, faced.games, 1)) as base,
        sum(faced.half_points) as half_points,
        count(*) filter (faced.rating is null) as unrated_opponents,
        sum(faced.games) filter (faced.rating_used is null) as games_without_rating,
        sum(faced.rating_sum) as rating_sum,
        sum(if(rulings.by_games, faced.games, 1)) filter (
            list_contains(limits.titled_codes, faced.title_code) or list_contains(limits.titled_codes, faced.womens_title_code)
        ) as titled_weight
    from mart.selection_opponents as faced
    inner join mart.event_rulings as rulings on faced.event_id = rulings.event_id
    inner join ref.norm_limits as limits on rulings.edition = limits.edition
    group by faced.event_id, faced.start_number, faced.selection, faced.federation_code
),

federations as (
    select
        by_federation.*,
        candidates.federation_code as own_federation,
        by_federation.federation_code is not null
        and not coalesce(list_contains(limits.stateless_codes, by_federation.federation_code), false) as is_federation,
        by_federation.federation_code is not null
        and (
            limits.stateless_in_shares
            or not coalesce(list_contains(limits.stateless_codes, by_federation.federation_code), false)
        ) as has_share,
        coalesce(by_federation.federation_code = candidates.federation_code, false) as is_own,
        coalesce(by_federation.federation_code = heads.federation_code, false) as is_host
    from by_federation
    inner join core.event_players as candidates
        on by_federation.event_id = candidates.event_id and by_federation.start_number = candidates.start_number
    inner join core.event_heads as heads on by_federation.event_id = heads.event_id
    inner join ref.norm_limits as limits on by_federation.edition = limits.edition
)

select
    event_id,
    start_number,
    selection,
    sum(games) as games,
    sum(opponents) as opponents,
    sum(base) as share_base,
    sum(half_points) as half_points,
    sum(unrated_opponents) as unrated_opponents,
    sum(games_without_rating) as games_without_rating,
    coalesce(sum(rating_sum), 0) as rating_sum,
    coalesce(sum(titled_weight), 0) as titled_opponents,
    coalesce(sum(weight) filter (federation_code is null), 0) as unknown_federations,
    coalesce(sum(opponents) filter (federation_code is null), 0) as unknown_opponents,
    any_value(own_federation) is null as is_own_federation_unknown,
    count(*) filter (is_federation and not is_own) as other_federations,
    coalesce(sum(weight) filter (has_share and is_own), 0) as own_federation_opponents,
    coalesce(max(weight) filter (has_share and not is_own), 0) as most_of_one_federation,
    coalesce(max(weight) filter (has_share and not is_own and not is_host), 0) as most_besides_the_host
from federations
group by event_id, start_number, selection
