"""Events made for one candidate: whom he met, with what result, and what a sidecar adds; everybody else only stands there."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from tests.world import report, report_line, rows, tables_of

OTHER_RESULT = {"1": "0", "0": "1", "+": "-", "-": "+", "W": "L", "L": "W"}
# 9 opponents of the usual case, 14 for longer ones: the titles of any norm, four federations, one of them the candidate's
TITLES = ["GM", "GM", "GM", "IM", "IM", "-", "-", "-", "-", "GM", "GM", "GM", "GM", "GM"]
FEDERATIONS = ["GER", "GER", "FRA", "FRA", "ITA", "ITA", "ARG", "ARG", "ESP", "ESP", "POL", "POL", "CUB", "CUB"]


def opponents(ratings: str, titles: str = "", federations: str = "") -> list[str]:
    """Opponents as `2450 GM GER`; `2450*9` is nine times 2450, `-` stands for none."""
    each = [value for word in ratings.split() for value in [word.split("*")[0]] * int((f"{word}*1").split("*")[1])]
    count = len(each)
    columns = each, titles.split() or TITLES[:count], federations.split() or FEDERATIONS[:count]
    return [" ".join(person) for person in zip(*columns, strict=True)]


@dataclass(frozen=True)
class OneCandidate:
    """An event seen from player 1; the others are 2, 3, ... in the order of the rounds, and again from the first after the last.

    `results` has a letter for each round as player 1 got it, `.` for a round without an opponent. `others` are games
    between others: round, player, opponent, result. `guests` stand in the list and play nobody.
    """

    people: list[str]
    results: str
    sidecar: str = ""
    candidate: str = "2400 - ESP"
    sex: str = "m"
    guests: list[str] = field(default_factory=list)
    others: tuple[tuple[int, int, int, str], ...] = ()
    contradicted_by: str = ""  # what the first opponent says of his game
    fide_ids: tuple[int | None, ...] = ()
    start: str = "2005/08/01"
    end: str = "2005/08/20"
    time_control: str = "90 minutes + 30 seconds per move"
    kind: str = ""

    def files(self, event_id: str) -> dict[str, str]:
        """The report and, if anything is in it, the sidecar."""
        files = {f"events/{event_id}.trf": self._report()}
        return files | ({f"events/{event_id}.toml": f"[event]\n{self.sidecar}\n"} if self.sidecar else {})

    def _report(self) -> str:
        everybody = [self.candidate, *self.people, *self.guests]
        cells = {number: ["0000 - Z"] * len(self.results) for number in range(1, len(everybody) + 1)}
        met = [2 + index % len(self.people) for index in range(len(self.results))]
        games = [(index, 1, met[index - 1], result) for index, result in enumerate(self.results, 1) if result != "."]
        for round_number, one, other, result in [*games, *self.others]:
            cells[one][round_number - 1] = f"{other:4} w {result}"
            cells[other][round_number - 1] = f"{one:4} b {OTHER_RESULT.get(result, result)}"
        if self.contradicted_by:
            cells[2][0] = f"   1 b {self.contradicted_by}"
        lines = [
            self._line(number, person, cells[number], fide_id)
            for number, (person, fide_id) in enumerate(zip_longest(everybody, self.fide_ids), start=1)
        ]
        heads = {"start": self.start, "end": self.end, "time_control": self.time_control, "kind": self.kind}
        return report(lines, **heads)

    def _line(self, number: int, person: str, cells: list[str], fide_id: int | None) -> str:
        rating, title, federation = ("" if text == "-" else text for text in person.split())
        return report_line(
            number,
            f"Player, P{number}",
            cells,
            rating=int(rating) if rating else None,
            title=title,
            federation=federation,
            sex=self.sex if number == 1 else "w" if title.startswith("W") else "m",
            fide_id=fide_id,
        )


@dataclass(frozen=True)
class Case:
    """What the regulation says of player 1 of an event: columns of the verdict by name."""

    about: str
    event: OneCandidate
    title: str
    expected: dict[str, object]

    def __str__(self) -> str:
        return self.about


def case(about: str, event: OneCandidate, failed: str = "", *, title: str = "GM", **figures: object) -> Case:
    """A case by the articles that are not met (none: the norm is made) and any other columns of the verdict."""
    return Case(about, event, title, {"achieved": not failed, "failed_articles": failed.split(), **figures})


def answers_of(
    folder: Path, cases: list[Case], more: dict[str, str] | None = None
) -> Callable[[Case], dict[str, object]]:
    """Let the batch judge all cases at once; the answer gives the columns that a case asks for."""
    files = {name: text for index, each in enumerate(cases) for name, text in each.event.files(f"case_{index}").items()}
    connection = tables_of(folder, files | (more or {}))
    verdicts = rows(connection, "select * from mart.norm_verdicts where start_number = 1")
    found = {(row["event_id"], row["title_sought"]): row for row in verdicts}

    def answer(asked: Case) -> dict[str, object]:
        verdict = found[f"case_{cases.index(asked)}", asked.title]
        return {column: verdict[column] for column in asked.expected}

    return answer
