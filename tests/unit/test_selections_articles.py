"""1.42e and 1.42f of 2005 (1.4.1e and f of 2024) from report to verdict: which games go, and what may not go."""

import pytest
from tests.regulations.one_candidate import Case, OneCandidate, answers_of, case, opponents

# GM, 2005, nine games at 2450: 6.5 points give 2616 (72 %, dp 166), 6 give 2575; ten games: 7 points give 2599
GMS = "GM GM GM GM GM GM GM GM GM GM GM"
ELEVEN = opponents("2450*11", GMS, "GER FRA ITA ARG POL CUB GER FRA ITA ARG POL")
TEN = ELEVEN[:10]
# Seven at 2540 and three unrated, who count 1600: two of nine may be unrated, not three of ten
THREE_UNRATED = opponents("2540*7 -*3", GMS[:29], "USA GER ESP ITA NED POL RUS IND CHN BRA")
# Twelve rounds of 2024: eight of eleven opponents from one federation, seven may be, six of nine
EIGHT_GERMANS = opponents("2450*11", GMS, "GER GER GER GER GER GER GER GER AUT CZE POL")
IN_2024 = {"start": "2024/02/01", "end": "2024/02/12"}
NOTHING = {"left_out_rounds": [], "cut_after_round": None}


def untitled_first(count: int, titled: int) -> list[str]:
    people = opponents(
        f"2500*{count}", " ".join(["-"] * (count - titled) + ["GM"] * titled), " ".join("ABCDE" * 3)[: 2 * count - 1]
    )
    return [
        person.replace(" A", " GER")
        .replace(" B", " FRA")
        .replace(" C", " ITA")
        .replace(" D", " POL")
        .replace(" E", " CUB")
        for person in people
    ]


CASES = [
    case(
        "1.42e one unrated opponent too many goes, the earliest",
        OneCandidate(THREE_UNRATED, "11111==111", candidate="2400 - FRA"),
        games=9,
        score=8.0,
        opponents_average_rating=2476,
        performance_rating=2827,
        left_out_rounds=[8],
        cut_after_round=None,
    ),
    case(
        "1.42f what follows a norm goes",
        OneCandidate(ELEVEN, "11111==0100"),
        games=9,
        score=7.0,
        performance_rating=2670,
        left_out_rounds=[],
        cut_after_round=9,
    ),
    case(
        "1.42f the cut is after the last game that stays, a bye follows",
        OneCandidate([*ELEVEN, ELEVEN[0]], "11111==01.00"),
        cut_after_round=9,
    ),
    case("1.42f a loss goes only with all that follows", OneCandidate(TEN, "000=111111"), "1.48", games=10, **NOTHING),
    case(
        "1.42e six of eleven must be titled, five of ten",
        OneCandidate(untitled_first(11, 5), "1111==111=0"),
        games=10,
        left_out_rounds=[1],
        cut_after_round=None,
    ),
    case(
        "1.42e nine games remain, also where eight make a norm",
        OneCandidate(untitled_first(9, 4), "1111===11", 'system = "team"\nchampionship = "continental_team"'),
        "1.45a",
        games=9,
        **NOTHING,
    ),
    case(
        "1.42c and 1.42e the absent last opponent as a loss, and a win goes",
        OneCandidate([*THREE_UNRATED[:6], *THREE_UNRATED[7:], THREE_UNRATED[6]], "1111==111+", candidate="2400 - FRA"),
        games=9,
        score=7.0,
        opponents_average_rating=2476,
        performance_rating=2696,
        last_round_forfeit=True,
        left_out_rounds=[7],
        cut_after_round=None,
    ),
    case(
        "1.4.1f two wins against one federation go in a Swiss",
        OneCandidate(EIGHT_GERMANS, "111111=1111", candidate="2400 - FRA", **IN_2024),
        games=9,
        score=8.5,
        performance_rating=2894,
        extension=2,
        counted_games=11,
        left_out_rounds=[1, 2],
        cut_after_round=None,
    ),
    case(
        "1.4.1f in a round robin all games together must have the mix",
        OneCandidate(EIGHT_GERMANS, "111111=1111", 'system = "round_robin"', candidate="2400 - FRA", **IN_2024),
        "1.4.4",
        **NOTHING,
    ),
    case(
        "1.4.1e in a round robin nothing is cut",
        OneCandidate(ELEVEN, "11111==0100", 'system = "round_robin"', **IN_2024),
        "1.4.8",
        **NOTHING,
    ),
    Case(
        "an event that still runs is not searched",
        OneCandidate(ELEVEN, "11111==010*"),
        "GM",
        {"achieved": None, "games": 10, **NOTHING},
    ),
    Case(
        "a contradicting report is not searched",
        OneCandidate(ELEVEN, "111111=1=00", contradicted_by="1"),
        "GM",
        {"achieved": None, "games": 10, **NOTHING},
    ),
]


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    return answers_of(tmp_path_factory.mktemp("selections"), CASES)


@pytest.mark.parametrize("asked", CASES, ids=str)
def test_article(asked, answer):
    assert answer(asked) == asked.expected
