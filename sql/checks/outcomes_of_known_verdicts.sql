-- check: outcomes_of_known_verdicts
-- severity: critical
-- inputs: mart.norm_rule_outcomes, mart.norm_verdicts
-- about: The outcome of a rule belongs to a verdict.
select
    outcomes.event_id || ', player ' || outcomes.start_number || ', ' || outcomes.title_sought || ', ' || outcomes.rule
        as sample_key
from mart.norm_rule_outcomes as outcomes
anti join mart.norm_verdicts as verdicts
    on
        outcomes.event_id = verdicts.event_id
        and outcomes.start_number = verdicts.start_number
        and outcomes.title_sought = verdicts.title_sought
