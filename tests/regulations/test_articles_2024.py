"""B.01 of 2024, articles 1.4.1 to 1.4.9 and 1.7, on both sides of the borders, with 2022 where it differs; worked out by hand.

The usual case: nine opponents rated 2400, 3 GM, an IM and an FM among them, from five federations, none of them the candidate's.
For GM 7 points: p = 78, dp = 220, Rp = 2620; 6.5 points: p = 72, dp = 166, Rp = 2566. Eight games ask for 6.5 points (p = 81,
dp = 251; 75 gives 193), ten for 8 (75 again), eleven for 8.5 (77, dp = 211).
"""

import pytest
from tests.regulations.one_candidate import OneCandidate, answers_of, case, opponents

ABROAD = "GER GER FRA FRA ITA ITA ARG ARG CUB CUB POL POL CRO CRO"
TITLES = "GM GM GM IM FM - - - - - - - - -"
MANY_TITLES = "GM GM GM GM IM FM - - - - - - - -"
LATER = "- GM GM GM IM FM - - - -"  # nobody misses the first one
ROUND_ROBIN, DOUBLE = 'system = "round_robin"', 'system = "double_round_robin"'
KNOCKOUT = 'system = "knockout"\nchampionship = "world_cup"'
TEAM = 'system = "team"\npairing = "swiss"\nchampionship = "world_team"'
LEAGUE = 'system = "team"\npairing = "round_robin"'
SEVEN = "111111=0="


def of(
    ratings: str, results: str, sidecar: str = "", *, titles: str = TITLES, federations: str = ABROAD, year=2024, **more
) -> OneCandidate:
    """As many opponents as ratings, with the first titles and federations of the lists."""
    count = sum(int((f"{word}*1").split("*")[1]) for word in ratings.split())
    people = opponents(ratings, " ".join(titles.split()[:count]), " ".join(federations.split()[:count]))
    return OneCandidate(people, results, sidecar, start=f"{year}/05/01", end=f"{year}/05/20", **more)


def nine(results: str = SEVEN, sidecar: str = "", **more) -> OneCandidate:
    """The usual nine."""
    return of("2400*9", results, sidecar, **more)


def absence(kind: str) -> str:
    """Nobody to play in round 9, and why."""
    return f'absences = [{{round_number = 9, start_number = 1, kind = "{kind}"}}]'


GAMES = [
    case("1.4.1a nine games", nine(), games=9, score=7.0, score_required=7.0, performance_rating=2620),
    case("1.4.1a half a point less", nine("111111=00"), "1.4.8", points_short=0.5, performance_rating=2566),
    case("1.4.1a eight games and a round missed", nine("111111=0."), "1.4.1a", games=8),
    case("1.4.1b seven games of seven", of("2400*7", "11111=0", TEAM), games=7, counted_games=7),
    case("1.4.1b seven games of nine rounds", nine("11111=0..", TEAM), games=7),
    case("1.4.1b six games of seven rounds", of("2400*7", "11111.0", TEAM), "1.4.1b"),
    case("1.4.1b seven games of ten rounds", of("2400*10", "11111=0...", TEAM), "1.4.1a"),
    # four persons met twice; titles are asked for by games, 4 of 8, and each person has one
    case(
        "1.4.1b eight games of the World Cup count as nine",
        of("2400*4", "111111=0", KNOCKOUT, titles="GM GM GM FM", federations="GER FRA ITA POL"),
        games=8,
        counted_games=9,
    ),
    case(
        "1.4.1b World Cup with three titled persons",
        of("2400*4", "111111=0", KNOCKOUT, titles="GM GM GM -", federations="GER FRA ITA POL"),
        "1.4.5a",
    ),
    case("1.4.1b seven games of the World Cup", of("2400*7", "11111=0", KNOCKOUT), "1.4.1b"),
    case("1.4.1c a forfeit win", nine("+111111=0", titles=LATER), games=8, score=6.5, counted_games=9, extension=0),
    case(
        "1.4.1c a forfeit win in the last round", nine("111111=0+"), games=8, counted_games=9, last_round_forfeit=False
    ),
    case("1.4.1c a forfeit win and half a point less", nine("+11111100", titles=LATER), "1.4.8", games=8),
    case("1.4.1c an own forfeit", nine("-111111=0", titles=LATER), "1.4.1a", games=8),
    case("1.4.1c two forfeit wins", nine("++111111=", titles=f"- {LATER}"), "1.4.1a", games=7),
    case("1.4.1c ten rounds", of("2400*10", "+111111=0.", titles=LATER), "1.4.1a", games=8),
    case("1.4.1c a bye of the pairing", nine("111111=0.", absence("pairing_bye")), games=8, counted_games=9),
    case("1.4.1c a bye asked for", nine("111111=0.", absence("requested_bye")), "1.4.1a"),
    case("1.4.1c an own forfeit by the sidecar", nine("111111=0+", absence("own_forfeit")), "1.4.1a"),
    case("1.4.1c in a round robin", nine("+111111=0", ROUND_ROBIN, titles=LATER), games=8, counted_games=9),
    case(
        "1.4.1c not for a player without federation",
        nine("1111111=0", titles=LATER, federations=f"NON {ABROAD}"),
        "1.4.1a",
        games=8,
    ),
    case(
        "1.4.1c four of eight at home",
        nine("+111111=0", titles=LATER, federations=f"GER {'ESP ' * 4} {ABROAD}"),
        games=8,
    ),
    case(
        "1.4.1c five of eight at home",
        nine("+111111=0", titles=LATER, federations=f"GER {'ESP ' * 5} {ABROAD}"),
        "1.4.4",
    ),
    case("1.4.1d a point and a half above", nine("11111111="), extension=1, counted_games=10),
    case("1.4.1d two points above", nine("111111111"), extension=2, counted_games=11, performance_rating=3200),
    case("1.4.1d nothing on eight games and a forfeit", nine("+11111111", titles=LATER), games=8, counted_games=9),
    # eleven rounds, 7 of the first nine and two losses
    case("1.4.1e after the norm", of("2400*11", f"{SEVEN}00"), games=9, cut_after_round=9, counted_games=9),
    case("1.4.1e a round robin", of("2400*11", f"{SEVEN}00", ROUND_ROBIN, titles=MANY_TITLES), "1.4.8", games=11),
    case("1.4.1e line-ups of a league change", of("2400*11", f"{SEVEN}00", LEAGUE), games=9, cut_after_round=9),
    # 7.5 of 10; without the lost first game 7.5 of 9 would do, without a won one 6.5 of 9 does not, nor do 6.5 of the first nine
    case("1.4.1e no loss in the middle", of("2400*10", "01111110=1", titles=MANY_TITLES), "1.4.8", games=10),
    # all eleven 2345, without one of two wins over 2000 2380 (8 of 10, row 2371 for p = 80), without both 2400 (7 of 9)
    case(
        "1.4.1f one of two wins",
        of("2000*2 2400*9", f"11{SEVEN}", titles=f"- - {MANY_TITLES}"),
        games=10,
        score=8.0,
        opponents_average_rating=2380,
        left_out_rounds=[1],
        counted_games=10,
    ),
    case(
        "1.4.1f no draws",
        of("2000*2 2400*9", f"=={SEVEN}", titles=f"- - {MANY_TITLES}"),
        "1.4.8 1.4.8a",
        opponents_average_rating=2345,
    ),
    # seven of eleven are compatriots, six are allowed of eleven and of ten; 9 of 11, then 8 of 10
    *(
        case(
            f"1.4.1f an excess at home, {year} {about}",
            of(
                "2400*11",
                "11111111=0=",
                sidecar,
                titles="- GM GM GM GM IM FM - - - -",
                federations=f"{'ESP ' * 7} GER GER FRA FRA",
                year=year,
            ),
            failed,
            **figures,
        )
        for year, about, sidecar, failed, figures in (
            (2024, "in a Swiss", "", "", {"games": 10, "left_out_rounds": [1]}),
            (2024, "in a round robin", ROUND_ROBIN, "1.4.4", {"games": 11}),
            (2022, "in a round robin", ROUND_ROBIN, "", {"games": 10, "left_out_rounds": [1]}),
        )
    ),
    case("1.4.2a FID counts and is abroad nowhere", nine(federations="GER GER GER GER GER FID FID FID FID"), "1.4.3"),
    case("1.4.2a FID and two federations", nine(federations="GER GER GER GER GER FRA FID FID FID"), games=9),
    case("1.4.2a a candidate of FID", nine(federations="GER FRA" + " FID" * 7, candidate="2400 - FID"), games=9),
    # the unrated opponent is raised to 2200: (8 * 2410 + 2200) / 9 = 2387, 7 points are 2607
    case("1.4.2b lost to all rated", of("2410*8 -", "11111=0=1", ROUND_ROBIN), "1.4.1a", games=8),
    case(
        "1.4.2b a draw with one of them",
        of("2410*8 -", "11111=0=1", ROUND_ROBIN, others=((3, 10, 5, "="),)),
        games=9,
        opponents_average_rating=2387,
        performance_rating=2607,
    ),
    # ten rounds, eight games, a forfeit win in the last one: 7 of 9 with it as a loss, or 6.5
    case("1.4.2c absent in the last round", of("2400*10", "1111111.0+"), last_round_forfeit=True, games=9, score=7.0),
    case("1.4.2c could not have been lost", of("2400*10", "111111=.0+"), "1.4.1a", last_round_forfeit=False, games=8),
    case(
        "1.4.2c started",
        nine("+111111=0", "started_forfeits = [{round_number = 1, start_number = 2}]"),
        games=9,
        score=7.5,
    ),
    case("1.4.2e other formats", nine(sidecar='system = "schiller"\nformat_approved = true'), games=9),
]


def home(count: int, others: str, **more) -> OneCandidate:
    """So many compatriots of nine."""
    return nine(federations="ESP " * count + others, **more)


FINAL = 'exemption = "national_final"'
FEDERATIONS = [
    case("1.4.3 two federations", nine(federations="GER " * 5 + "FRA " * 4)),
    case("1.4.3 one federation", home(4, "GER " * 5), "1.4.3"),
    case("1.4.4 five of nine at home", home(5, "GER GER FRA FRA")),
    case("1.4.4 six of nine at home", home(6, "GER FRA ITA"), "1.4.4"),
    case("1.4.4 six of nine of another", nine(federations="GER " * 6 + "FRA FRA FRA")),
    case("1.4.4 seven of nine of another", nine(federations="GER " * 7 + "FRA FRA"), "1.4.4"),
    case("1.4.3a a player of the federation", home(9, "", sidecar=FINAL)),
    case("1.4.3a a player of another", home(9, "", sidecar=FINAL, candidate="2400 - GER"), "1.4.3 1.4.4"),
    case(
        "1.4.3a in the year of its zonal",
        home(9, "", sidecar=f'{FINAL}\nsingle_federation_zonal_year = ["ESP"]'),
        "1.4.3 1.4.4",
    ),
    case("1.4.3b a team championship", home(9, "", sidecar='exemption = "national_team"\nsystem = "team"')),
    case("1.4.3c everyone", home(9, "", sidecar='exemption = "zonal"', candidate="2400 - GER")),
]


def titled(titles: str, title: str, about: str, failed: str = "") -> object:
    """Nine opponents with these titles, 7 points of a woman."""
    return case(f"{about} {titles}", nine(titles=titles + " -" * 9, sex="w"), failed, title=title)


LEVELS = [
    titled("GM GM GM WFM FM", "GM", "1.4.5a five titled:"),
    titled("GM GM GM IM", "GM", "1.4.5a four titled:", "1.4.5a"),
    titled("GM GM GM IM CM WCM", "GM", "1.4.5a CM and WCM:", "1.4.5a"),
    titled("GM GM GM IM HM", "GM", "1.4.5a an honorary title:", "1.4.5a"),
    titled("GM GM IM IM IM", "GM", "1.4.5b two GM:", "1.4.5b"),
    titled("GM IM IM FM FM", "IM", "1.4.5c"),
    titled("GM IM WGM WGM FM", "IM", "1.4.5c a WGM is none of the level:", "1.4.5c"),
    titled("WGM IM GM FM WFM", "WGM", "1.4.5d"),
    titled("WGM GM WIM FM FM", "WGM", "1.4.5d a WIM, an FM:", "1.4.5d"),
    titled("WIM WGM IM WFM WFM", "WIM", "1.4.5e"),
    titled("WIM WIM WFM FM FM", "WIM", "1.4.5e two and an FM:", "1.4.5e"),
    # ten games ask for 4 GM; nine without a won one for 3, but not where the whole event must allow the norm
    case("1.4.5b four of ten", of("2400*10", "1111111=0=", titles=MANY_TITLES), games=10),
    # (7 of 9 with or without the last round, so the longer; 5 of nine are titled, the first who is not goes)
    case("1.4.5b three of ten, then of nine", of("2400*10", "=0=1111111"), games=9, left_out_rounds=[6]),
    case("1.4.5b three of ten in a round robin", of("2400*10", "=0=1111111", ROUND_ROBIN), "1.4.5b", games=10),
]
# ten draws at 2600, so nothing can be left out; half of five persons is 3, a third of ten games 4
DOUBLES = [
    case("1.4.5f six players", of("2600*5", "=" * 10, DOUBLE, titles="GM GM GM - -", federations=ABROAD[8:])),
    case(
        "1.4.5f five players", of("2600*4", "=" * 12, DOUBLE, titles="GM " * 4, federations="GER FRA ITA ARG"), "1.4.5f"
    ),
    case(
        "1.4.5f two persons of five",
        of("2600*5", "=" * 10, DOUBLE, titles="GM GM IM - -", federations=ABROAD[8:]),
        "1.4.5b",
    ),
    case(
        "1.45f of 2022 three persons of ten games",
        of("2600*5", "=" * 10, DOUBLE, titles="GM GM GM - -", federations=ABROAD[8:], year=2022),
        "1.45b",
    ),
    case(
        "1.45f of 2022 four persons of ten games",
        of("2600*5", "=" * 10, DOUBLE, titles="GM GM GM GM -", federations=ABROAD[8:], year=2022),
    ),
]
# two unrated: one is raised to 2200, one counts 1400 (2022: 1000); 8 of 9: p = 89, dp = 351
RATINGS = [
    case("1.4.6d two unrated", of("2560*7 -*2", "111111101"), opponents_average_rating=2391, performance_rating=2742),
    case("1.4.6d two unrated, 2376", of("2540*7 -*2", "111111101"), "1.4.8a", opponents_average_rating=2376),
    case("1.46d of 2022 two unrated", of("2560*7 -*2", "111111101", year=2022), "1.48a", opponents_average_rating=2347),
    # 23795 / 10 = 2379.5 and 23794 / 10; no nine of them average more than 2379 there
    case(
        "1.4.7b half is rounded up",
        of("2379*5 2380*5", "1111111=0=", titles=MANY_TITLES),
        opponents_average_rating=2380,
    ),
    case(
        "1.4.7b less than half",
        of("2379*6 2380*4", "1111111=0=", titles=MANY_TITLES),
        "1.4.8a",
        opponents_average_rating=2379,
    ),
    case("1.4.8b 35 %", of("2680*9", "0====0==="), performance_rating=2600),
    case("1.4.8b 4.5 of 13", of("2720*13", "0000" + "=" * 9, titles="GM " * 13), "1.4.8b", performance_rating=2610),
    case("1.4.8b 5 of 13", of("2720*13", "000" + "=" * 10, titles="GM " * 13), performance_rating=2633),
    # 5 of 8: 62.5, so p = 63, dp = 95; 4 of the first seven are less
    case("1.4.9 p half up", of("2505*8", "00011111", TEAM), performance_rating=2600),
    case("1.4.9 a point of rating less", of("2504*8", "00011111", TEAM), "1.4.8", performance_rating=2599),
    # 14 of 14: 14 and three above (11 are p = 79, dp = 230; 10.5 p = 75), which count as 13
    case("1.7 fourteen rounds", of("2400*14", "1" * 14, titles="GM " * 14), extension=3, counted_games=13),
    # 13 wins, then losses: 13 of 17 is p = 76, dp = 202; 13 of 18 is p = 72
    case(
        "1.7 a league of thirty games",
        of("2400*30", "1" * 13 + "0" * 17, LEAGUE, titles="GM " * 30, federations=f"{ABROAD} {ABROAD} {ABROAD}"),
        games=17,
        cut_after_round=17,
        counted_games=13,
        performance_rating=2602,
    ),
    # six wins over 1800 first, then 7 of 9: one of them raised to 2200 stays with them (23800 / 10), five go
    case(
        "1.4.1f five of six wins",
        of("1800*6 2400*9", f"111111{SEVEN}", titles=f"{'- ' * 6}{MANY_TITLES}", federations=f"{ABROAD} CUB"),
        games=10,
        left_out_rounds=[1, 2, 3, 4, 5],
        opponents_average_rating=2380,
        counted_games=10,
    ),
]
CASES = [*GAMES, *FEDERATIONS, *LEVELS, *DOUBLES, *RATINGS]


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    return answers_of(tmp_path_factory.mktemp("articles"), CASES)


@pytest.mark.parametrize("asked", CASES, ids=str)
def test_article(asked, answer):
    assert answer(asked) == asked.expected
