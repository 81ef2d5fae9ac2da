"""The numbers of the editions of B.01, typed from their texts: 2005, 2017, 2022 to 2024. Nothing here comes from the program."""

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

NORMS = ("GM", "IM", "WGM", "WIM")


def by_title(*numbers: int) -> dict[str, int]:
    return dict(zip(NORMS, numbers, strict=True))


@dataclass(frozen=True)
class Edition:
    """What one edition says in numbers, and which clauses it has; articles are cited as in 2024."""

    name: str
    last_day: date
    # 1.4.1b: team championships and their games by rounds, knock-outs in which eight are enough; 1.4.1c; 1.4.1e; 1.4.1f; 1.7
    team_championships: frozenset[str]
    games_of_teams: dict[int, int]
    knock_outs: frozenset[str]
    eight_of_knock_out_count: int
    eight_of_nine_counts: int | None
    may_cut_predetermined: bool
    nine_remain_without_wins: bool
    whole_event_must_allow: bool
    most_counted: int | None
    # 1.4.2a
    outside: frozenset[str]
    stateless: frozenset[str]
    # 1.4.3
    exemptions: dict[str, str]
    national_for_own_players_only: bool
    swiss_in_every_round: bool
    swiss_missed_rounds: int | None
    # 1.4.4
    one_share: Fraction
    shares_round_up: bool
    # 1.4.5
    title_holders: frozenset[str]
    level_is_a_third: bool
    double_by: str
    # 1.4.6 to 1.4.8
    unrated_limited: bool
    unrated: int
    floors: dict[str, int]
    raised: int
    least_performance: dict[str, int]
    least_average: dict[str, int]
    full_score: int | None
    other_articles: dict[str, str]
    dots: bool
    # open questions, as they are usually read
    last_round_is_a_loss: bool = True
    short_games_count: bool = False
    fid_in_caps: bool = False
    no_caps_at: tuple[int, ...] = ()
    extra_on_eight_of_nine: bool = False
    extra_above_most: bool = False
    whole_event_average: bool = True
    knock_out_by: str = ""
    byes_are_there: bool = True
    forfeit_wins_are_there: bool = True
    print_ends_at: tuple[int, int] | None = None

    def cite(self, article: str) -> str:
        """The number that an article of 2024 has in this edition: 1.4.5a was 1.45a."""
        if article in self.other_articles:
            return self.other_articles[article]
        return article if self.dots else article[:3] + article[4:]


OF_2005 = Edition(
    name="2005-07-01",
    last_day=date(2009, 6, 30),
    team_championships=frozenset({"world_team", "continental_team"}),
    games_of_teams={7: 7, 8: 8, 9: 8},
    knock_outs=frozenset({"world"}),
    eight_of_knock_out_count=8,
    eight_of_nine_counts=None,
    may_cut_predetermined=True,
    nine_remain_without_wins=True,
    whole_event_must_allow=False,
    most_counted=None,
    outside=frozenset({"FID", "NON"}),
    stateless=frozenset(),
    exemptions={"national_final": "1.43a", "national_team": "1.43b", "zonal": "1.43c", "approved": "1.43d"},
    national_for_own_players_only=False,
    swiss_in_every_round=False,
    swiss_missed_rounds=None,
    one_share=Fraction(66, 100),
    shares_round_up=True,
    title_holders=frozenset({"GM", "IM", "FM", "WGM", "WIM", "WFM", "HGM", "HM"}),
    level_is_a_third=False,
    double_by="persons",
    unrated_limited=True,
    unrated=1600,
    floors=by_title(2250, 2100, 2050, 1900),
    raised=2,
    least_performance=by_title(2601, 2451, 2401, 2251),
    least_average=by_title(2381, 2231, 2181, 2031),
    full_score=None,
    other_articles={"1.4.4": "1.44a", "1.4.6": "1.46a", "1.4.8a": "1.49", "1.4.8b": "1.49"},
    dots=False,
)
OF_2022 = Edition(
    name="2022-01-01",
    last_day=date(2022, 12, 31),
    team_championships=frozenset({"world_team", "continental_team", "world_club", "continental_club"}),
    games_of_teams={7: 7, 8: 7, 9: 7},
    knock_outs=frozenset({"world_cup", "womens_world_cup"}),
    eight_of_knock_out_count=9,
    eight_of_nine_counts=9,
    may_cut_predetermined=False,
    nine_remain_without_wins=False,
    whole_event_must_allow=False,
    most_counted=13,
    outside=frozenset({"NON"}),
    stateless=frozenset({"FID"}),
    exemptions={"national_final": "1.43a", "national_team": "1.43b", "zonal": "1.43c"},
    national_for_own_players_only=True,
    swiss_in_every_round=True,
    swiss_missed_rounds=1,
    one_share=Fraction(2, 3),
    shares_round_up=False,
    title_holders=frozenset({"GM", "IM", "FM", "WGM", "WIM", "WFM"}),
    level_is_a_third=True,
    double_by="games",
    unrated_limited=False,
    unrated=1000,
    floors=by_title(2200, 2050, 2000, 1850),
    raised=1,
    least_performance=by_title(2600, 2450, 2400, 2250),
    least_average=by_title(2380, 2230, 2180, 2030),
    full_score=800,
    other_articles={},
    dots=False,
)
# the limits of 1.43a and b and the missed rounds of 1.43e came in 2022; 2 unrated of 9 as an old example has it
OF_2017 = replace(
    OF_2022,
    name="2017-07-01",
    last_day=date(2021, 12, 31),
    knock_outs=frozenset({"world_cup", "world"}),
    eight_of_nine_counts=8,
    may_cut_predetermined=True,
    exemptions=OF_2005.exemptions,
    national_for_own_players_only=False,
    swiss_missed_rounds=None,
    unrated_limited=True,
    other_articles={"1.4.6": "1.46"},
)
OF_2023 = replace(
    OF_2022,
    name="2023-01-01",
    last_day=date(2023, 12, 31),
    exemptions={"national_final": "1.4.3a", "national_team": "1.4.3b", "zonal": "1.4.3c"},
    dots=True,
)
OF_2024 = replace(
    OF_2023,
    name="2024-01-01",
    last_day=date(9999, 12, 31),
    whole_event_must_allow=True,
    double_by="persons",
    unrated=1400,
    knock_out_by="persons for games",
)
EDITIONS = {edition.name: edition for edition in (OF_2005, OF_2017, OF_2022, OF_2023, OF_2024)}

# Every switch at its other reading: what changes in the numbers above, by edition.
_SINCE_2017 = {
    "fid_in_caps": ("yes", {"fid_in_caps": True}),
    "eight_game_caps": ("annex", {"no_caps_at": (7, 8)}),
    "row_17_6": ("annex", {"print_ends_at": (17, 13)}),
    "bye_is_present": ("no", {"byes_are_there": False}),
    "forfeit_is_miss": ("yes", {"forfeit_wins_are_there": False}),
}
OTHER_READINGS: dict[str, dict[str, tuple[str, dict[str, object]]]] = {
    name: {
        "last_round_forfeit": ("played_games_only", {"last_round_is_a_loss": False}),
        "short_games": ("include", {"short_games_count": True}),
        **(_SINCE_2017 if name > "2017" else {}),
        **({"overscore_on_8plus1": ("yes", {"extra_on_eight_of_nine": True})} if name > "2022" else {}),
    }
    for name in EDITIONS
}
OTHER_READINGS["2005-07-01"] |= {
    "federation_rounding": ("down", {"shares_round_up": False, "one_share": Fraction(2, 3)}),
    "honorary_titles": ("not_counted", {"title_holders": OF_2022.title_holders}),
}
OTHER_READINGS["2017-07-01"] |= {
    "unrated_limit": ("text", {"unrated_limited": False}),
    "predetermined": ("yes", {"may_cut_predetermined": False}),
    "home_players_only": ("yes", {"national_for_own_players_only": True}),
}
for _name in ("2017-07-01", "2022-01-01", "2023-01-01"):
    OTHER_READINGS[_name] |= {
        "drr_rule": ("2024", {"double_by": "persons"}),
        "more_than_13": ("n", {"most_counted": None}),
    }
for _name in ("2022-01-01", "2023-01-01"):
    OTHER_READINGS[_name] |= {"unrated_limit": ("header", {"unrated_limited": True})}
OTHER_READINGS["2023-01-01"] |= {
    "unrated_value": ("1400", {"unrated": 1400}),
    "rr_full_mix": ("yes", {"whole_event_must_allow": True}),
}
OTHER_READINGS["2024-01-01"] |= {
    "overscore_above_13": ("yes", {"extra_above_most": True}),
    "rr_full_mix_average": ("no", {"whole_event_average": False}),
    "drr_unit": ("games", {"double_by": "half of games"}),
    "ko_unit": ("persons", {"knock_out_by": ""}),
}


def read_otherwise(edition: Edition, readings: dict[str, str]) -> Edition:
    """The edition with these readings of its open questions, where it has them."""
    changes: dict[str, object] = {}
    for switch, (reading, change) in OTHER_READINGS[edition.name].items():
        if readings.get(switch) == reading:
            changes |= change
    return replace(edition, **changes)
