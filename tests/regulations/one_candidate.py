"""Events made for one candidate: who he met, with what result, and what a sidecar adds; everybody else only stands in the list."""

from dataclasses import dataclass, field
from itertools import zip_longest

from tests.world import report, report_line

NINE_TITLES = "GM GM GM IM IM - - - -"
NINE_FEDERATIONS = "GER GER FRA FRA ITA ITA ARG ARG ESP"
OTHER_RESULT = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}


def people(ratings: int | str, titles: str = NINE_TITLES, federations: str = NINE_FEDERATIONS) -> list[str]:
    """Opponents as `2450 GM GER`, one for each title; a single rating is everybody's, `-` stands for none."""
    names = titles.split()
    each = [str(ratings)] * len(names) if isinstance(ratings, int) else ratings.split()
    return [" ".join(person) for person in zip(each, names, federations.split(), strict=True)]


def of_ten(title: str = "-", federation: str = "ESP", rating: int = 2450) -> list[str]:
    """The nine usual opponents and a tenth."""
    return [*people(2450), f"{rating} {title} {federation}"]


@dataclass(frozen=True)
class OneCandidate:
    """An event seen from player 1; opponents are 2, 3, ... in the order of the rounds, and again from the first after the last.

    `results` has a letter for each round as player 1 got it, `.` for a round without an opponent. `others` are games
    between others: round, player, opponent, result. `guests` stand in the list and play nobody.
    """

    opponents: list[str]
    results: str
    candidate: str = "2400 - ESP"
    sex: str = "m"
    sidecar: str = ""
    guests: list[str] = field(default_factory=list)
    others: tuple[tuple[int, int, int, str], ...] = ()
    contradicted_by: str = ""  # what the first opponent says of his game
    fide_ids: tuple[int, ...] = ()
    host: str = "ESP"
    start: str = "2005/08/01"
    end: str = "2005/08/20"
    time_control: str = "90 minutes + 30 seconds per move"

    def files(self, event_id: str) -> dict[str, str]:
        """The report and, if anything is in it, the sidecar."""
        files = {f"events/{event_id}.trf": self._report()}
        return files | ({f"events/{event_id}.toml": f"[event]\n{self.sidecar}\n"} if self.sidecar else {})

    def _report(self) -> str:
        everybody = [self.candidate, *self.opponents, *self.guests]
        cells = {number: ["" for _ in self.results] for number in range(1, len(everybody) + 1)}
        met = [2 + index % len(self.opponents) for index in range(len(self.results))]
        games = [(index + 1, 1, met[index], result) for index, result in enumerate(self.results) if result != "."]
        for round_number, one, other, result in [*games, *self.others]:
            cells[one][round_number - 1] = f"{other:4} w {result}"
            cells[other][round_number - 1] = f"{one:4} b {OTHER_RESULT.get(result, result)}"
        if self.contradicted_by:
            cells[2][0] = f"   1 b {self.contradicted_by}"
        lines = [
            self._line(number, person, cells[number], fide_id)
            for number, (person, fide_id) in enumerate(zip_longest(everybody, self.fide_ids), start=1)
        ]
        dates = {"start": self.start, "end": self.end, "time_control": self.time_control}
        return report(lines, federation=self.host, **dates)

    def _line(self, number: int, person: str, cells: list[str], fide_id: int | None) -> str:
        rating, title, federation = ("" if text == "-" else text for text in person.split())
        return report_line(
            number,
            f"Player, P{number}",
            cells,
            rating=int(rating) if rating else None,
            title=title,
            federation=federation,
            sex=self.sex if number == 1 else "m" if not title.startswith("W") else "w",
            fide_id=fide_id,
        )
