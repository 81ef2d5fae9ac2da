"""Two programs' files of players and games: the upload file of chess-results (XML) and an event of chessmanager (JSON)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from normbook.errors import SourceError
from normbook.sources.decoding import decode
from normbook.sources.trf_players import read_number

# The upload file writes numbers below zero for a bye and for a player who is not paired.
_NOBODY = {"-1", "-2"}


@dataclass(frozen=True)
class Player:
    """What the games call the player, start number, and the texts that `typed_player` reads, blank where there is none."""

    key: str
    start_number: int | None
    texts: Mapping[str, str]


@dataclass(frozen=True)
class Game:
    """One pairing: keys of the players (Black None: a bye), points as texts, whether it was decided without play."""

    round_number: int | None
    white: str
    black: str | None
    points: tuple[str, str]
    is_forfeit: bool


@dataclass(frozen=True)
class GameList:
    """The whole file."""

    layout: str
    head: Mapping[str, str]
    players: list[Player]
    games: list[Game]


def read_upload_file(raw: bytes) -> GameList:
    """Read the XML that programs upload to chess-results: everything is an attribute."""
    from lxml import etree

    try:
        root = etree.fromstring(raw, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        raise SourceError(
            f"the XML is broken ({error.msg}); export the event again",
            reason_code="xml_broken",
            line_number=error.lineno,
        ) from error
    if root.tag != "chessresults":
        raise SourceError(
            f"this is an XML document of another kind ({root.tag!r}); of XML files the upload file of chess-results is read",
            reason_code="not_a_report_xml",
        )

    def texts(tag: str) -> Iterator[dict[str, str]]:
        for element in root.iter(tag):
            yield {str(name): str(value).strip() for name, value in element.attrib.items()}

    def day(text: str) -> str:
        return f"{text[:4]}/{text[4:6]}/{text[6:]}" if len(text) == 8 and text.isdigit() else text

    head = next(texts("tournament"), {})
    return GameList(
        "chess-results upload",
        _blank_defaults(
            head,
            name="name",
            city="location",
            federation="federation",
            arbiter="chiefarbiter",
            time_control="timecontrol",
            rounds="rounds",
        )
        | {"start": day(head.get("from", "")), "end": day(head.get("to", ""))},
        [
            Player(
                one.get("no", ""),
                read_number(one.get("no", "")),
                _blank_defaults(
                    one,
                    title="title",
                    rating="rtgfide",
                    federation="fed",
                    fide_id="fideid",
                    sex="sex",
                    points="pts",
                    place="rank",
                )
                | {
                    "name": ", ".join(filter(None, (one.get("lastname"), one.get("firstname")))),
                    "birth": day(one.get("dob", "")),
                },
            )
            for one in texts("player")
        ],
        [
            Game(
                read_number(one.get("round", "")),
                one.get("whiteno", ""),
                None if one.get("blackno") in _NOBODY else one.get("blackno", ""),
                (one.get("reswhite", ""), one.get("resblack", "")),
                one.get("forfeit", "") != "",
            )
            for one in texts("playerpairing")
        ],
    )


def _blank_defaults(record: Mapping[str, object], **fields: str) -> dict[str, str]:
    """Texts of a record by our names, given theirs; blank where it has none."""
    return {
        ours: str(found).strip() if (found := record.get(theirs)) is not None else "" for ours, theirs in fields.items()
    }


def read_chessmanager(raw: bytes) -> GameList:
    """Read the JSON of a chessmanager event: games by the names of the players, the standings beside them."""
    try:
        whole = json.loads(decode(raw)[0])
    except (ValueError, RecursionError) as error:
        raise SourceError(f"the JSON is broken ({error}); export the event again", reason_code="json_broken") from error
    if not isinstance(whole, dict) or not all(isinstance(whole.get(key), list) for key in ("players", "rounds")):
        raise SourceError(
            "this is a JSON document of another kind; of JSON files events of chessmanager are read (players, rounds, matches)",
            reason_code="not_a_report_json",
        )
    standings = {str(one.get("player")): one for one in _records(whole.get("results"))}
    players = []
    for number, one in enumerate(_records(whole["players"]), 1):
        fields = _blank_defaults(
            one, name="name", title="title", rating="rating", federation="federation", birth="birthdate"
        )
        result = standings.get(str(one.get("name")), {})
        fields |= {"fide_id": "", "sex": ""} | _blank_defaults(result, points="points", place="place")
        players.append(Player(fields["name"], number, fields))
    games = []
    for one in _records(whole["rounds"]):
        for match in _records(one.get("matches")):
            texts = _blank_defaults(match, white="white", black="black", result="result")
            score = {"1.0": "0", "0.0": "1", "0.5": "0.5", "1": "0", "0": "1", "": ""}.get(texts["result"], "?")
            at = read_number(_blank_defaults(one, num="num")["num"])
            games.append(Game(at, texts["white"], texts["black"] or None, (texts["result"], score), False))
    head = _blank_defaults(
        whole,
        name="name",
        start="date",
        time_control="time_control",
        rounds="n_rounds",
        city="city",
        federation="federation",
        arbiter="arbiter",
    )
    day = "/".join(reversed(head["start"].split(".")))  # 01.09.2021
    return GameList("chessmanager", head | {"start": day, "end": day}, players, games)


def _records(value: object) -> list[dict[str, object]]:
    """Records of a list; whatever is none becomes one without fields, to be set aside and not lost."""
    values = value if isinstance(value, list) else [] if value is None else [value]
    return [one if isinstance(one, dict) else {} for one in values]
