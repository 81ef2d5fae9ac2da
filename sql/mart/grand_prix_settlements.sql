-- table: mart.grand_prix_settlements
-- grain: series, category and event
-- inputs: mart.grand_prix_club_shares
-- about: Fees of each event and where they go (18 to 20 of 2005).
select
    series,
    category,
    event_id,
    max(final) as final,
    cast(sum(entered) as bigint) as entered,
    cast(sum(exempt) as bigint) as exempt,
    cast(sum(paying) as bigint) as paying,
    cast(sum(fees) as bigint) as fees,
    cast(sum(to_association) as bigint) as to_association,
    cast(sum(to_clubs) as bigint) as to_clubs,
    cast(sum(to_organisers) as bigint) as to_organisers
from mart.grand_prix_club_shares
group by series, category, event_id
