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

-- Half points as points, exact in DOUBLE.
create or replace macro as_points(half_points) as cast(half_points as double) / 2;
