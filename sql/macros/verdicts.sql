-- macros: verdicts
-- about: A verdict in a few words, for lists and comparisons.

-- norm, 7 of 9, average 2435, performance 2588; or: no norm (1.44a, 1.48), ...
create or replace macro verdict_in_words(achieved, score, games, average, performance, failed) as (
    case achieved when true then 'norm' when false then 'no norm' else 'undecided' end
    || if(coalesce(len(failed), 0) > 0, ' (' || array_to_string(failed, ', ') || ')', '')
    || ', ' || format('{:g}', score) || ' of ' || games
    || coalesce(', average ' || average, '') || coalesce(', performance ' || performance, '')
);
