-- check: audits_add_up
-- severity: critical
-- inputs: mart.norm_game_audits, mart.norm_verdicts
-- about: The games that an explained verdict counts give its games, its score and its average, half up; every norm is explained.
select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from mart.norm_verdicts as verdicts
left join mart.norm_game_audits as audits
    on
        verdicts.event_id = audits.event_id
        and verdicts.start_number = audits.start_number
        and verdicts.title_sought = audits.title_sought
group by
    verdicts.event_id,
    verdicts.start_number,
    verdicts.title_sought,
    verdicts.achieved,
    verdicts.games,
    verdicts.score,
    verdicts.opponents_average_rating
having
    (verdicts.achieved or count(audits.round_number) > 0)
    and (
        count(*) filter (audits.counted) <> verdicts.games
        or sum(audits.score) filter (audits.counted) is distinct from verdicts.score
        or (2 * sum(audits.rating_used) + verdicts.games) // (2 * verdicts.games)
        is distinct from verdicts.opponents_average_rating
    )
