-- table: mart.selection_figures
-- grain: selection of a player
-- inputs: mart.selection_opponents, mart.event_rulings, core.event_heads, core.event_players, ref.norm_limits
-- about: What does not depend on the title sought: games, score, sum of ratings, federations (1.43, 1.44), titled (1.45a), unrated (1.46a).
--   Opponents whose federation is unknown are counted apart: they bound what can be said.
with
opponents as (
    select
        faced.*,
        candidates.federation_code as own_federation,
        heads.federation_code as host_federation,
        list_contains(limits.titled_codes, faced.title_code)
        or list_contains(limits.titled_codes, faced.womens_title_code) as is_titled,
        coalesce(list_contains(limits.stateless_codes, faced.federation_code), false) as is_stateless,
        -- what shares are taken of: persons, or games with them (1.45f and its successors)
        if(limits.share_unit = 'games', faced.games, 1) as weight,
        -- knock-outs of 2024: the tables ask for as many persons as for games
        case
            when rulings.is_knockout and limits.multi_round_level_numerator is not null then faced.games
            when limits.share_unit = 'games' then faced.games
            else 1
        end as base
    from mart.selection_opponents as faced
    inner join core.event_players as candidates
        on faced.event_id = candidates.event_id and faced.start_number = candidates.start_number
    inner join core.event_heads as heads on faced.event_id = heads.event_id
    inner join mart.event_rulings as rulings on faced.event_id = rulings.event_id
    inner join ref.norm_limits as limits on rulings.edition = limits.edition
),

by_federation as (
    select
        event_id,
        start_number,
        selection,
        federation_code,
        sum(weight) as opponents,
        any_value(federation_code = own_federation) as is_own,
        coalesce(any_value(federation_code = host_federation), false) as is_host
    from opponents
    where federation_code is not null and not is_stateless
    group by event_id, start_number, selection, federation_code
),

federations as (
    select
        event_id,
        start_number,
        selection,
        count(*) filter (is_own is distinct from true) as other_federations,
        coalesce(sum(opponents) filter (is_own), 0) as own_federation_opponents,
        max(opponents) filter (is_own is distinct from true) as most_of_one_federation,
        max(opponents) filter (is_own is distinct from true and not is_host) as most_besides_the_host
    from by_federation
    group by event_id, start_number, selection
)

select
    opponents.event_id,
    opponents.start_number,
    opponents.selection,
    sum(opponents.games) as games,
    count(*) as opponents,
    sum(opponents.base) as share_base,
    sum(opponents.half_points) as half_points,
    count(*) filter (opponents.rating is null) as unrated_opponents,
    sum(opponents.games) filter (opponents.rating_used is null) as games_without_rating,
    coalesce(sum(opponents.games * opponents.rating_used), 0) as rating_sum,
    coalesce(sum(opponents.weight) filter (opponents.is_titled), 0) as titled_opponents,
    coalesce(sum(opponents.weight) filter (opponents.federation_code is null), 0) as unknown_federations,
    count(*) filter (opponents.federation_code is null) as unknown_opponents,
    any_value(opponents.own_federation) is null as is_own_federation_unknown,
    coalesce(any_value(federations.other_federations), 0) as other_federations,
    coalesce(any_value(federations.own_federation_opponents), 0) as own_federation_opponents,
    coalesce(any_value(federations.most_of_one_federation), 0) as most_of_one_federation,
    coalesce(any_value(federations.most_besides_the_host), 0) as most_besides_the_host
from opponents
left join federations
    on
        opponents.event_id = federations.event_id
        and opponents.start_number = federations.start_number
        and opponents.selection = federations.selection
group by opponents.event_id, opponents.start_number, opponents.selection
