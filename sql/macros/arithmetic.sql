-- macros: arithmetic
-- about: Rounding of the regulations (1.47b, 1.49 of 2005): to the nearest integer, half up, on integers only.

-- Divides non-negative integers to the nearest integer, half up.
create or replace macro half_up_div(numerator, denominator) as (2 * numerator + denominator) // (2 * denominator);

-- Percentage score p from half points: 100 * (half_points / 2) / games, half up.
create or replace macro percentage_of(half_points, games) as half_up_div(100 * half_points, 2 * games);

-- A share of m opponents as a number of opponents, rounded in the direction of the edition.
create or replace macro share_of(m, numerator, denominator, direction) as (
    case when direction = 'up' then (m * numerator + denominator - 1) // denominator else (m * numerator) // denominator end
);

-- How many of so many opponents a condition of a title level asks for: its number and its share; where every pair meets more than
-- once an edition may ask for another share and for it alone (multi_round_numerator null: it does not).
create or replace macro level_least(
    m, least_number, share_numerator, share_denominator, multi_round_numerator, multi_round_denominator
) as (
    case
        when multi_round_numerator is not null then share_of(m, multi_round_numerator, multi_round_denominator, 'up')
        else greatest(least_number, coalesce(share_of(m, share_numerator, share_denominator, 'up'), 0))
    end
);

-- An opponent as one number, so that the lowest rated come first and among equals the one with most games; and what it was made of.
create or replace macro packed_opponent(rating, games) as (rating * 1000 + 999 - games);
create or replace macro packed_rating(packed) as packed // 1000;
create or replace macro packed_games(packed) as 999 - packed % 1000;

-- Whether a player is there in a round (1.4.3d, 1.5.6a of 2024), and whether he misses it: a pairing-allocated bye is never a miss.
create or replace macro is_there(outcome, result_code, bye_is_present, forfeit_win_is_present) as (
    outcome in ('played', 'not_rated')
    or (outcome = 'forfeit_win' and forfeit_win_is_present)
    or (coalesce(result_code = 'U', false) and bye_is_present)
);

-- Half points as points, exact in DOUBLE.
create or replace macro as_points(half_points) as cast(half_points as double) / 2;
