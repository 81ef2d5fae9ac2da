-- check: grand_prix_money_balances
-- severity: critical
-- inputs: mart.grand_prix_settlements, mart.grand_prix_club_shares
-- about: What is paid goes to the three (20), and the clubs' lines make the event's.
with
clubs as (
    select
        series,
        category,
        event_id,
        sum(entered) as entered,
        sum(fees) as fees
    from mart.grand_prix_club_shares
    group by series, category, event_id
)

select events.series || ', ' || events.category || ', ' || events.event_id as sample_key
from mart.grand_prix_settlements as events
left join clubs
    on events.series = clubs.series and events.category = clubs.category and events.event_id = clubs.event_id
where
    events.fees <> events.to_association + events.to_clubs + events.to_organisers
    or events.fees is distinct from clubs.fees
    or events.entered is distinct from clubs.entered
    or events.entered <> events.exempt + events.paying
