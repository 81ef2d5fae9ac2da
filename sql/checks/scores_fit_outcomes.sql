-- check: scores_fit_outcomes
-- severity: critical
-- inputs: core.games
-- about: A score is missing while a game is pending and only then; a forfeit gives the winner the point and the
--   absent player nothing (1.42c); only what was played, rated or not, was decided over the board.
select event_id || ', round ' || round_number || ', player ' || start_number as sample_key
from core.games
where
    (score is null) <> (outcome = 'pending')
    or (outcome = 'forfeit_win' and score <> 1)
    or (outcome = 'forfeit_loss' and score <> 0)
    or (is_over_board and outcome not in ('played', 'not_rated'))
