-- table: mart.explained_verdicts
-- grain: verdict that is explained article by article and game by game
-- inputs: mart.norm_verdicts
-- about: Norms made, undecided or near. Near: at most two articles not met, and at most one point short.
select
    event_id,
    start_number,
    title_sought,
    selection
from mart.norm_verdicts
where
    achieved
    or (len(failed_articles) <= 2 and coalesce(points_short, 0) <= 1)
