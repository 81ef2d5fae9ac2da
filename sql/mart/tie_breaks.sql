-- table: mart.tie_breaks
-- grain: event, start number, rule set, method
-- inputs: core.games, mart.tie_break_rules
-- about: Buchholz, Buchholz less the lowest contribution, Sonneborn-Berger, by the rule sets of mart.tie_break_rules. Whole numbers
--   until the last step: half points for scores, quarters for Sonneborn-Berger. Pending games count for nothing.
with
cells as (
    select
        rules.*,
        games.start_number,
        games.round_number,
        games.opponent_number,
        cast(2 * games.score as bigint) as half_points,
        games.outcome = 'pending' as is_pending,
        games.outcome in ('played', 'not_rated')
        or (rules.counts_forfeits and games.outcome in ('forfeit_win', 'forfeit_loss')) as is_game,
        -- requested byes: half a point or none for a round that the player asked to miss (16.1.1)
        games.outcome = 'not_paired' or (games.outcome = 'bye' and games.score < 1) as is_requested_bye,
        -- and forfeits of his own (16.1.2)
        games.outcome in ('not_paired', 'forfeit_loss') or (games.outcome = 'bye' and games.score < 1) as is_voluntary
    from mart.tie_break_rules as rules
    inner join core.games as games on rules.event_id = games.event_id
),

placed as (
    select
        *,
        coalesce(sum(half_points) over own_rounds - half_points, 0) as half_points_before,
        coalesce(max(case when not is_voluntary then round_number end) over all_rounds, 0) as last_available_round
    from cells
    window
        all_rounds as (partition by event_id, rule_set, start_number),
        own_rounds as (partition by event_id, rule_set, start_number order by round_number)
),

scored as (
    select
        event_id,
        rule_set,
        start_number,
        coalesce(sum(half_points), 0) as half_points,
        -- what the opponents' tie-breaks take this player's score for
        coalesce(
            sum(
                case
                    when is_pending then 0
                    when opponents_unplayed = 'drawn' and not is_game then 1
                    -- 16.2.5, 16.3.2: a requested bye after which the player was never available again
                    when
                        opponents_unplayed = 'late_byes_drawn' and is_requested_bye and round_number > last_available_round
                        then 1
                    else half_points
                end
            ),
            0
        ) as adjusted_half_points
    from placed
    group by event_id, rule_set, start_number
),

contributions as (
    select
        placed.event_id,
        placed.rule_set,
        placed.start_number,
        placed.cut,
        placed.half_points,
        placed.is_voluntary and not placed.is_game as is_voluntary,
        case
            when placed.is_game then coalesce(opponents.adjusted_half_points, 0)
            when placed.own_unplayed = 'virtual_opponent'
                -- 13.15.2: the points before the round, the other side of its result, a draw in every later round
                then placed.half_points_before + 2 - placed.half_points + placed.rounds - placed.round_number
            when placed.own_unplayed = 'dummy' then own.half_points
            -- 16.4.1: not above the opponent who was to come; 16.4.2: nor above draws in all rounds
            when placed.own_unplayed = 'capped_dummy'
                then least(own.half_points, coalesce(opponents.adjusted_half_points, placed.rounds))
            else 0
        end as contribution
    from placed
    inner join scored as own
        on
            placed.event_id = own.event_id
            and placed.rule_set = own.rule_set
            and placed.start_number = own.start_number
    left join scored as opponents
        on
            placed.event_id = opponents.event_id
            and placed.rule_set = opponents.rule_set
            and placed.opponent_number = opponents.start_number
    where not placed.is_pending
),

sums as (
    select
        event_id,
        rule_set,
        start_number,
        sum(contribution) as buchholz,
        sum(contribution * half_points) as sonneborn_berger,
        -- 16.5.1: of rounds missed of one's own will the lowest goes first
        case
            when any_value(cut) = 'voluntary_first'
                then coalesce(min(contribution) filter (is_voluntary), min(contribution))
            else min(contribution)
        end as cut_away
    from contributions
    group by event_id, rule_set, start_number
)

select
    scored.event_id,
    scored.start_number,
    scored.rule_set,
    methods.method,
    case methods.method
        when 'buchholz' then coalesce(sums.buchholz, 0) / 2.0
        when 'buchholz_cut_1' then coalesce(sums.buchholz - sums.cut_away, 0) / 2.0
        when 'sonneborn_berger' then coalesce(sums.sonneborn_berger, 0) / 4.0
    end as value
from scored
left join sums
    on
        scored.event_id = sums.event_id
        and scored.rule_set = sums.rule_set
        and scored.start_number = sums.start_number
cross join (values ('buchholz'), ('buchholz_cut_1'), ('sonneborn_berger')) as methods (method)
