-- table: mart.reading_candidates
-- grain: player of a judged event, switch
-- inputs: mart.norm_verdicts, mart.norm_games, mart.event_rulings, mart.selection_verdicts, mart.search_candidates, mart.waivers, mart.swiss_exemptions, core.event_heads, ref.norm_limits
-- about: For whom another reading of an open question could make another verdict; everybody else is proved beside the switch to keep his.
--   A reading that only asks for more can take norms away, or lessen what they count for, but make none: it only takes selections of
--   games away, so where every selection judged meets what it asks for, the best one stays the best.
with
judged as (
    select
        verdicts.event_id,
        verdicts.start_number,
        bool_or(verdicts.achieved) as has_norm,
        bool_or(verdicts.cut_after_round is not null) as is_cut
    from mart.norm_verdicts as verdicts
    where not verdicts.already_held
    group by verdicts.event_id, verdicts.start_number
),

faced as (
    select
        *,
        count(*) over (partition by event_id, start_number, opponent_number) as meetings
    from mart.norm_games
),

met as (
    -- What there is among a player's games. Who met fewer titled opponents than any norm asks for makes none by any reading: of at
    -- least least_games - 1 games against at least (least_games - 1) / most meetings opponents a share must be titled, and titled
    -- persons are never counted more often than they were met (the bound of mart.search_candidates).
    select
        games.event_id,
        games.start_number,
        bool_or(games.is_last_round_forfeit) as has_last_round_forfeit,
        bool_or(games.excluded_by = 'not_rated_results') as has_short_game,
        bool_or(coalesce(list_contains(limits.stateless_codes, games.federation_code), false)) as met_stateless,
        bool_or(coalesce(games.title_code in ('HGM', 'HM'), false)) as met_honorary,
        bool_or(games.rating is null) as met_unrated
    from faced as games
    inner join mart.event_rulings as rulings on games.event_id = rulings.event_id
    inner join ref.norm_limits as limits on rulings.edition = limits.edition
    group by games.event_id, games.start_number
    having
        count(distinct games.opponent_number) filter (
            list_contains(limits.titled_codes, games.title_code)
            or list_contains(limits.titled_codes, games.womens_title_code)
        ) * max(games.meetings) * any_value(limits.titled_share_denominator)
        >= any_value((rulings.least_games - 1) * limits.titled_share_numerator)
),

events_with_short_games as (
    select distinct event_id
    from mart.norm_games
    where excluded_by = 'not_rated_results'
),

selections as (
    -- Whose games are fewer than the usual ones and yet enough, all or some of them; whose federations need an exemption; whose shares
    -- are above what rounding them down, of the lower of two close shares, allows.
    select
        figures.event_id,
        figures.start_number,
        bool_or(figures.is_unplayed_forgiven) as is_unplayed_forgiven,
        bool_or(figures.least_games < limits.least_games) as has_fewer_games,
        bool_or(
            not coalesce(figures.meets_other_federations and figures.meets_own_share and figures.meets_one_share, false)
        ) as needs_waiver,
        bool_or(
            figures.unknown_federations > 0
            or figures.is_own_federation_unknown
            or figures.own_federation_opponents
            > share_of(figures.share_base, limits.own_share_numerator, limits.own_share_denominator, 'down')
            or figures.most_of_one_federation
            > share_of(figures.share_base, limits.one_share_numerator, limits.one_share_denominator, 'down')
        ) as has_rounded_share
    from mart.selection_verdicts as figures
    semi join met on figures.event_id = met.event_id and figures.start_number = met.start_number
    inner join ref.norm_limits as limits on figures.edition = limits.edition
    group by figures.event_id, figures.start_number
),

searched as (
    select distinct
        event_id,
        start_number
    from mart.search_candidates
),

facts as (
    select
        met.event_id,
        met.start_number,
        coalesce(judged.has_norm, false) as has_norm,
        judged.event_id is not null as is_judged,
        met.has_last_round_forfeit,
        met.has_short_game,
        met.met_stateless,
        met.met_unrated,
        short.event_id is not null as is_event_with_short_game,
        coalesce(judged.is_cut, false) as is_cut,
        met.met_honorary,
        coalesce(selections.has_fewer_games, false) as has_fewer_games,
        coalesce(selections.is_unplayed_forgiven, false) as is_unplayed_forgiven,
        coalesce(selections.needs_waiver, false) as needs_waiver,
        coalesce(selections.has_rounded_share, false) as has_rounded_share,
        searched.event_id is not null as is_searched,
        rulings.is_round_robin,
        rulings.is_multi_round,
        rulings.is_knockout,
        rulings.long_event_counts is not null as is_long,
        heads.pairing in ('scheveningen', 'schiller') as is_scheveningen,
        coalesce(waivers.waives_federations, true) as may_be_waived,
        coalesce(swiss.is_possible, false) as may_be_exempt
    from met
    inner join core.event_heads as heads on met.event_id = heads.event_id
    inner join mart.event_rulings as rulings on met.event_id = rulings.event_id
    inner join mart.waivers as waivers on met.event_id = waivers.event_id and met.start_number = waivers.start_number
    left join judged on met.event_id = judged.event_id and met.start_number = judged.start_number
    left join selections on met.event_id = selections.event_id and met.start_number = selections.start_number
    left join searched on met.event_id = searched.event_id and met.start_number = searched.start_number
    left join events_with_short_games as short on met.event_id = short.event_id
    left join mart.swiss_exemptions as swiss on met.event_id = swiss.event_id
    where rulings.is_finished
),

switched as (
    select
        event_id,
        start_number,
        unnest(list_filter([
            if(is_judged and has_last_round_forfeit, 'last_round_forfeit', null),
            -- in a round robin such a result also decides whether games against an unrated player count
            if(has_short_game or (is_round_robin and is_event_with_short_game), 'short_games', null),
            if(is_judged and met_stateless, 'fid_in_caps', null),
            if(is_judged and has_fewer_games, 'eight_game_caps', null),
            if(has_norm and is_unplayed_forgiven, 'overscore_on_8plus1', null),
            if(has_norm and is_scheveningen, 'scheveningen', null),
            if(has_norm and is_long, 'overscore_above_13', null),
            if(has_norm and is_long, 'more_than_13', null),
            -- asks for more
            if(has_norm and is_long, 'row_17_6', null),
            -- about games left out, and who gains by that reaches the search
            if(is_judged and is_round_robin and is_searched, 'rr_full_mix_average', null),
            if(is_judged and is_round_robin and is_searched, 'rr_full_mix', null),
            if(has_norm and is_round_robin and is_cut, 'predetermined', null),
            if(is_judged and is_multi_round, 'drr_unit', null),
            if(is_judged and is_multi_round, 'drr_rule', null),
            if(is_judged and is_knockout, 'ko_unit', null),
            -- fewer are there, so fewer events are exempt
            if(has_norm and may_be_exempt and needs_waiver, 'bye_is_present', null),
            if(has_norm and may_be_exempt and needs_waiver, 'forfeit_is_miss', null),
            -- asks for more
            if(has_norm and may_be_waived and needs_waiver, 'waived_shares', null),
            if(has_norm and may_be_waived and needs_waiver, 'home_players_only', null),
            if(has_norm and has_rounded_share, 'federation_rounding', null),
            if(has_norm and met_honorary, 'honorary_titles', null),
            if(is_judged and met_unrated, 'unrated_limit', null),
            if(is_judged and met_unrated, 'unrated_value', null)
        ], lambda switch: switch is not null)) as switch
    from facts
)

select
    event_id,
    start_number,
    switch
from switched
