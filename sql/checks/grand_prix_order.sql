-- check: grand_prix_order
-- severity: critical
-- inputs: mart.grand_prix_standings
-- about: Nobody stands before a player with more points, and a place is one more than the players before it (11, 12).
with
counted as (
    select
        series || ', ' || category || ', ' || section || ', ' || player_key as sample_key,
        place,
        1 + count(*) over (
            partition by series, category, section
            order by place range between unbounded preceding and 1 preceding
        ) as place_counted,
        points,
        min(points) over (
            partition by series, category, section
            order by place range between unbounded preceding and 1 preceding
        ) as least_before
    from mart.grand_prix_standings
)

select sample_key
from counted
where place <> place_counted or least_before < points
