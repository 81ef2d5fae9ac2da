-- table: mart.norm_games
-- grain: game of a judged event seen from one player
-- inputs: mart.event_rulings, mart.ratings_of_the_day, core.event_players, core.games, ref.norm_limits
-- about: Which games count (1.42a-d), with the opponent as the norm rules see him. `excluded_by` names the rule that takes a game out;
--   the forfeit win against an absent last opponent is marked, since the norm may hold with it as a loss (1.42c).
with
rulings as (
    select *
    from mart.event_rulings
    where refusal is null
),

unrated as (
    select
        players.event_id,
        players.start_number
    from core.event_players as players
    semi join rulings on players.event_id = rulings.event_id and rulings.is_round_robin
    where players.rating is null
),

points_against_rated as (
    -- 1.42d looks at what an unrated player made against rated opponents; a game told in two ways may be a point or none
    select
        games.event_id,
        games.start_number,
        coalesce(sum(cast(games.score * 2 as bigint)) filter (games.is_confirmed), 0) as half_points,
        not bool_and(games.is_confirmed) as is_doubtful
    from core.games as games
    semi join unrated on games.event_id = unrated.event_id and games.start_number = unrated.start_number
    inner join core.event_players as opponents
        on games.event_id = opponents.event_id and games.opponent_number = opponents.start_number
    inner join rulings on games.event_id = rulings.event_id
    inner join ref.norm_limits as limits on rulings.edition = limits.edition
    where
        (games.outcome = 'played' or (games.outcome = 'not_rated' and limits.counts_not_rated))
        and opponents.rating is not null
    group by games.event_id, games.start_number
)

select
    games.event_id,
    games.start_number,
    games.round_number,
    games.opponent_number,
    cast(games.score * 2 as bigint) as half_points,
    if(of_the_day.event_id is null, opponents.rating, of_the_day.rating) as rating,
    if(of_the_day.event_id is null, opponents.title_code, of_the_day.title_code) as title_code,
    if(of_the_day.event_id is null, opponents.womens_title_code, of_the_day.womens_title_code) as womens_title_code,
    opponents.federation_code,
    case
        when not games.is_confirmed then 'not_confirmed'
        when games.outcome = 'not_rated' and not limits.counts_not_rated then 'not_rated_results'
        when games.outcome not in ('played', 'not_rated') or not games.is_over_board then 'not_over_board'
        when
            list_contains(limits.not_affiliated_codes, opponents.federation_code)
            or list_contains(rulings.suspended_federations, opponents.federation_code)
            then 'not_affiliated'
        when list_contains(rulings.computers, games.opponent_number) then 'computers'
        when rulings.is_round_robin and opponents.rating is null and points_against_rated.half_points = 0
            then if(points_against_rated.is_doubtful, 'not_confirmed', 'unrated_without_points')
    end as excluded_by,
    games.outcome = 'forfeit_win' and games.round_number = rulings.rounds and games.is_confirmed
    and limits.last_round_forfeit is not null
    and not coalesce(list_contains(limits.not_affiliated_codes, opponents.federation_code), false)
    and not coalesce(list_contains(rulings.suspended_federations, opponents.federation_code), false)
    and not list_contains(rulings.computers, games.opponent_number) as is_last_round_forfeit
from core.games as games
inner join rulings on games.event_id = rulings.event_id
inner join ref.norm_limits as limits on rulings.edition = limits.edition
left join core.event_players as opponents
    on games.event_id = opponents.event_id and games.opponent_number = opponents.start_number
left join mart.ratings_of_the_day as of_the_day
    on
        games.event_id = of_the_day.event_id
        and games.opponent_number = of_the_day.start_number
        and games.round_number = of_the_day.round_number
left join points_against_rated
    on games.event_id = points_against_rated.event_id and games.opponent_number = points_against_rated.start_number
where games.opponent_number is not null
