-- check: achieved_games_enough
-- severity: critical
-- inputs: core.events, mart.norm_verdicts, ref.least_games, ref.norm_limits
-- article: 1.41a, 1.41b, 1.4.1c
-- about: A norm rests on the games that the edition asks for, on the fewer of a championship that it names, or on
--   one less where an unplayed game is forgiven (1.4.1c of 2024).
with

verdicts as (
    select
        verdicts.event_id,
        verdicts.start_number,
        verdicts.title_sought,
        verdicts.edition,
        verdicts.games,
        verdicts.selection,
        events.championship,
        events.rounds
    from mart.norm_verdicts as verdicts
    left join core.events as events on verdicts.event_id = events.event_id
    where verdicts.achieved
)

select verdicts.event_id || ', player ' || verdicts.start_number || ', ' || verdicts.title_sought as sample_key
from verdicts
left join ref.norm_limits as limits on verdicts.edition = limits.edition
left join ref.least_games as championships
    on
        verdicts.edition = championships.edition
        and verdicts.championship = championships.championship
        and (championships.rounds is null or verdicts.rounds = championships.rounds)
where
    (
        verdicts.games >= coalesce(
            championships.least_games,
            if(verdicts.rounds = limits.unplayed_rounds and verdicts.selection = 'all', limits.unplayed_least_games, null),
            limits.least_games
        )
    ) is not true
