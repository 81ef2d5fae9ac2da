-- table: mart.swiss_exemptions
-- grain: Swiss event with an encoded edition
-- inputs: mart.swiss_rounds
-- about: 1.43e (2005), 1.4.3d (2024): whether the field waives the federation rules, in every round where the edition looks at rounds.
select
    event_id,
    bool_and(is_met) as is_met,
    bool_and(is_possible) as is_possible
from mart.swiss_rounds
group by event_id
