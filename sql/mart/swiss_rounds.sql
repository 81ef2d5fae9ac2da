-- table: mart.swiss_rounds
-- grain: Swiss event with an encoded edition, round
-- inputs: core.event_heads, core.event_players, core.games, ref.norm_limits
-- about: 1.43e (2005), 1.4.3d (2024): so many rated players from outside the host federation, of so many federations, so many of them
--   titled. From 2017 on the numbers must hold in every round; from 2022 on who misses more than one round is not counted. Present is
--   who plays, and, where another reading does not say otherwise, who wins by forfeit or has the pairing-allocated bye. The numbers are
--   of players of known federations, and the least of any possible host's where nobody says who that is.
with
eligible as (
    select
        heads.event_id,
        players.start_number,
        players.federation_code,
        list_contains(limits.swiss_exemption_titles, players.title_code)
        or list_contains(limits.swiss_exemption_titles, players.womens_title_code) as is_titled,
        limits.swiss_exemption_every_round as is_every_round,
        limits.swiss_exemption_missed_rounds as most_missed
    from core.event_heads as heads
    inner join ref.norm_limits as limits on heads.edition = limits.edition
    inner join core.event_players as players on heads.event_id = players.event_id
    where
        heads.pairing = 'swiss'
        and players.rating is not null
        and not coalesce(list_contains(limits.not_affiliated_codes, players.federation_code), false)
        and not coalesce(list_contains(limits.stateless_codes, players.federation_code), false)
        and not coalesce(list_contains(heads.suspended_federations, players.federation_code), false)
        and not list_contains(heads.computers, players.start_number)
),

attendance as (
    select
        games.event_id,
        games.start_number,
        games.round_number,
        is_there(games.outcome, games.result_code, limits.bye_is_present, limits.forfeit_win_is_present) as is_present,
        is_there(games.outcome, games.result_code, true, limits.forfeit_win_is_present) as is_no_miss
    from core.games as games
    inner join core.event_heads as heads on games.event_id = heads.event_id
    inner join ref.norm_limits as limits on heads.edition = limits.edition
),

missed as (
    select
        event_id,
        start_number,
        count(*) filter (not is_no_miss) as missed_rounds
    from attendance
    group by event_id, start_number
),

present as (
    -- round 0 stands for the event as a whole where the edition does not look at single rounds
    select
        eligible.event_id,
        coalesce(attendance.round_number, 0) as round_number,
        eligible.federation_code,
        count(*) as rated,
        count(*) filter (eligible.is_titled) as titled
    from eligible
    inner join missed
        on eligible.event_id = missed.event_id and eligible.start_number = missed.start_number
    left join attendance
        on
            eligible.is_every_round
            and eligible.event_id = attendance.event_id
            and eligible.start_number = attendance.start_number
    where coalesce(attendance.is_present, true) and missed.missed_rounds <= coalesce(eligible.most_missed, missed.missed_rounds)
    group by eligible.event_id, coalesce(attendance.round_number, 0), eligible.federation_code
),

rounds as (
    -- a round in which nobody counts has an empty field
    select
        heads.event_id,
        unnest(if(limits.swiss_exemption_every_round, range(1, heads.rounds + 1), [0])) as round_number
    from core.event_heads as heads
    inner join ref.norm_limits as limits on heads.edition = limits.edition
    where heads.pairing = 'swiss'
),

whole_fields as (
    select
        rounds.event_id,
        rounds.round_number,
        coalesce(sum(present.rated), 0) as rated,
        coalesce(sum(present.titled), 0) as titled,
        count(present.federation_code) as federations,
        coalesce(sum(present.rated) filter (present.federation_code is null), 0) as unknown_rated,
        coalesce(sum(present.titled) filter (present.federation_code is null), 0) as unknown_titled
    from rounds
    left join present
        on rounds.event_id = present.event_id and rounds.round_number = present.round_number
    group by rounds.event_id, rounds.round_number
),

possible_hosts as (
    -- the federation of the report, or any of the field where the report does not say; one from elsewhere is the best case
    select
        whole_fields.*,
        heads.federation_code is null as is_host_unknown,
        coalesce(home.rated, 0) as home_rated,
        coalesce(home.titled, 0) as home_titled,
        cast(home.event_id is not null as bigint) as home_federations
    from whole_fields
    inner join core.event_heads as heads on whole_fields.event_id = heads.event_id
    left join present as home
        on
            whole_fields.event_id = home.event_id
            and whole_fields.round_number = home.round_number
            and home.federation_code = coalesce(heads.federation_code, home.federation_code)
),

by_host as (
    -- Surely there: nobody unknown, whoever is the host. Possibly there: everybody unknown is a guest of a federation of his own, and
    -- an unknown host has nobody in the field.
    select
        event_id,
        round_number,
        min(rated - unknown_rated - home_rated) as rated_players,
        min(federations - home_federations) as federations,
        min(titled - unknown_titled - home_titled) as titled,
        max(rated - if(is_host_unknown, 0, home_rated)) as possible_rated_players,
        max(federations - if(is_host_unknown, 0, home_federations) + unknown_rated) as possible_federations,
        max(titled - if(is_host_unknown, 0, home_titled)) as possible_titled
    from possible_hosts
    group by event_id, round_number
)

select
    by_host.event_id,
    by_host.round_number,
    by_host.rated_players,
    limits.swiss_exemption_rated_players as rated_players_required,
    by_host.federations,
    limits.swiss_exemption_federations as federations_required,
    by_host.titled,
    limits.swiss_exemption_titled as titled_required,
    by_host.rated_players >= limits.swiss_exemption_rated_players
    and by_host.federations >= limits.swiss_exemption_federations
    and by_host.titled >= limits.swiss_exemption_titled as is_met,
    by_host.possible_rated_players >= limits.swiss_exemption_rated_players
    and by_host.possible_federations >= limits.swiss_exemption_federations
    and by_host.possible_titled >= limits.swiss_exemption_titled as is_possible
from by_host
inner join core.event_heads as heads on by_host.event_id = heads.event_id
inner join ref.norm_limits as limits on heads.edition = limits.edition
