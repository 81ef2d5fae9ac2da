-- table: mart.waivers
-- grain: player of a judged event
-- inputs: mart.event_rulings, mart.swiss_exemptions, core.event_heads, core.event_players, ref.exemptions
-- about: What waives the federation rules for a player: the exemption of the sidecar (1.43a-d of 2005, 1.4.3a-c of 2024; since 2022 the
--   first two are for players of the host federation alone), or a Swiss with many guests (1.43e, 1.4.3d). Null where unknown federations
--   decide.
with
offered as (
    select
        players.event_id,
        players.start_number,
        from_sidecar.article as sidecar_article,
        from_sidecar.status as sidecar_status,
        from_sidecar.shares_status as sidecar_shares_status,
        from_field.article as swiss_article,
        from_field.status as swiss_status,
        from_field.shares_status as swiss_shares_status,
        -- whether each reaches this player
        case
            when from_sidecar.exemption is null then false
            when not from_sidecar.home_players_only then true
            -- the year of a zonal of one federation alone takes the final's exemption from its players
            when
                from_sidecar.exemption = 'national_final'
                and list_contains(heads.single_federation_zonal_year, players.federation_code)
                then false
            else players.federation_code = heads.registering_federation
        end as is_in_sidecar,
        case
            when from_field.exemption is null or not coalesce(swiss.is_possible, false) then false
            when swiss.is_met then true
        end as is_in_swiss,
        coalesce(from_sidecar.home_players_only, false) as is_for_the_host_alone,
        coalesce(from_sidecar.waives_federations, false) as sidecar_waives_federations,
        coalesce(from_sidecar.waives_shares, false) as sidecar_waives_shares,
        coalesce(from_field.waives_federations, false) as swiss_waives_federations,
        coalesce(from_field.waives_shares, false) as swiss_waives_shares
    from mart.event_rulings as rulings
    inner join core.event_heads as heads on rulings.event_id = heads.event_id
    inner join core.event_players as players on rulings.event_id = players.event_id
    left join mart.swiss_exemptions as swiss on rulings.event_id = swiss.event_id
    left join ref.exemptions as from_sidecar
        on rulings.edition = from_sidecar.edition and heads.exemption = from_sidecar.exemption
    left join ref.exemptions as from_field
        on rulings.edition = from_field.edition and from_field.exemption = 'swiss'
    where rulings.refusal is null
)

select
    event_id,
    start_number,
    (is_in_sidecar and sidecar_waives_federations) or (is_in_swiss and swiss_waives_federations) as waives_federations,
    (is_in_sidecar and sidecar_waives_shares) or (is_in_swiss and swiss_waives_shares) as waives_shares,
    is_for_the_host_alone and sidecar_waives_shares as waives_shares_of_the_host,
    case when is_in_sidecar then sidecar_article when is_in_swiss then swiss_article end as waived_by,
    case when is_in_sidecar then sidecar_status when is_in_swiss then swiss_status end as status,
    case when is_in_sidecar then sidecar_shares_status when is_in_swiss then swiss_shares_status end as shares_status
from offered
