-- table: mart.tie_breaks
-- grain: event, start number, rule set, method
-- inputs: core.games, mart.tie_break_rules
-- about: Buchholz, Buchholz less the lowest contribution, Sonneborn-Berger, by the rule sets of mart.tie_break_rules. Whole numbers
--   until the last step: half points for scores, quarters for Sonneborn-Berger. Pending games count for nothing.
with
-- read several times rather than kept: the games of a season are many, and few of their rounds are not played
cells as not materialized (
    select
        rules.event_id,
        rules.rule_set,
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

totals as (
    select
        event_id,
        rule_set,
        start_number,
        coalesce(sum(half_points), 0) as half_points,
        coalesce(max(round_number) filter (not is_voluntary), 0) as last_available_round
    from cells
    group by event_id, rule_set, start_number
),

gaps as (
    -- rounds without a game, with the rules for them
    select
        cells.*,
        rules.own_unplayed,
        rules.rounds,
        -- what the opponents' tie-breaks take this round for
        case
            when cells.is_pending then 0
            when rules.opponents_unplayed = 'drawn' then 1
            -- 16.2.5, 16.3.2: a requested bye after which the player was never available again
            when
                rules.opponents_unplayed = 'late_byes_drawn'
                and cells.is_requested_bye and cells.round_number > totals.last_available_round
                then 1
            else coalesce(cells.half_points, 0)
        end as adjusted_half_points
    from cells
    inner join mart.tie_break_rules as rules on cells.event_id = rules.event_id and cells.rule_set = rules.rule_set
    inner join totals
        on
            cells.event_id = totals.event_id
            and cells.rule_set = totals.rule_set
            and cells.start_number = totals.start_number
    where not cells.is_game
),

adjustments as (
    select
        event_id,
        rule_set,
        start_number,
        sum(adjusted_half_points - coalesce(half_points, 0)) as added
    from gaps
    group by event_id, rule_set, start_number
),

scored as (
    select
        totals.event_id,
        totals.rule_set,
        totals.start_number,
        totals.half_points,
        totals.half_points + coalesce(adjustments.added, 0) as adjusted_half_points
    from totals
    left join adjustments
        on
            totals.event_id = adjustments.event_id
            and totals.rule_set = adjustments.rule_set
            and totals.start_number = adjustments.start_number
),

stand_ins as (
    -- 13.15.2: the points before the round, the other side of its result, a draw in every later round
    select
        gaps.event_id,
        gaps.rule_set,
        gaps.start_number,
        gaps.round_number,
        coalesce(sum(before.half_points), 0) + 2 - gaps.half_points + gaps.rounds - gaps.round_number as half_points
    from gaps
    left join cells as before
        on
            gaps.event_id = before.event_id
            and gaps.rule_set = before.rule_set
            and gaps.start_number = before.start_number
            and gaps.round_number > before.round_number
    where gaps.own_unplayed = 'virtual_opponent'
    group by gaps.event_id, gaps.rule_set, gaps.start_number, gaps.round_number, gaps.half_points, gaps.rounds
),

contributions as (
    select
        games.event_id,
        games.rule_set,
        games.start_number,
        games.half_points,
        false as is_voluntary,
        coalesce(opponents.adjusted_half_points, 0) as contribution
    from cells as games
    left join scored as opponents
        on
            games.event_id = opponents.event_id
            and games.rule_set = opponents.rule_set
            and games.opponent_number = opponents.start_number
    where games.is_game
    union all
    select
        gaps.event_id,
        gaps.rule_set,
        gaps.start_number,
        gaps.half_points,
        gaps.is_voluntary,
        case gaps.own_unplayed
            when 'virtual_opponent' then stand_ins.half_points
            when 'dummy' then own.half_points
            -- 16.4.1: not above the opponent who was to come; 16.4.2: nor above draws in all rounds
            when 'capped_dummy' then least(own.half_points, coalesce(opponents.adjusted_half_points, gaps.rounds))
            else 0
        end as contribution
    from gaps
    inner join totals as own
        on
            gaps.event_id = own.event_id
            and gaps.rule_set = own.rule_set
            and gaps.start_number = own.start_number
    left join scored as opponents
        on
            gaps.event_id = opponents.event_id
            and gaps.rule_set = opponents.rule_set
            and gaps.opponent_number = opponents.start_number
    left join stand_ins
        on
            gaps.event_id = stand_ins.event_id
            and gaps.rule_set = stand_ins.rule_set
            and gaps.start_number = stand_ins.start_number
            and gaps.round_number = stand_ins.round_number
    where not gaps.is_pending
),

sums as (
    select
        contributions.event_id,
        contributions.rule_set,
        contributions.start_number,
        sum(contribution) as buchholz,
        sum(contribution * half_points) as sonneborn_berger,
        -- 16.5.1: of rounds missed of one's own will the lowest goes first
        case
            when any_value(rules.cut) = 'voluntary_first'
                then coalesce(min(contribution) filter (is_voluntary), min(contribution))
            else min(contribution)
        end as cut_away
    from contributions
    inner join mart.tie_break_rules as rules
        on contributions.event_id = rules.event_id and contributions.rule_set = rules.rule_set
    group by contributions.event_id, contributions.rule_set, contributions.start_number
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
