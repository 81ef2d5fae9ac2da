"""Which files are start lists of an event that another file holds."""

from __future__ import annotations

from collections.abc import Sequence

from normbook.runs.discovery import RawFile
from normbook.runs.read_file import read_file

_LISTS = {"not_a_report_player_list", "not_a_report_standings"}


def lists_beside(files: Sequence[RawFile]) -> dict[str, tuple[RawFile, ...]]:
    """Lists by the name of the event's file: of the same stem in the same folder, or of a stem whose sidecar says `same_as`.

    Only what no reader takes for an event is a list. Of several forms of an event all get it.
    """
    reports = [file for file in files if file.kind == "event_report" and not file.fault]
    by_stem: dict[str, list[RawFile]] = {}
    for file in reports:
        by_stem.setdefault(file.stem, []).append(file)
    same_as = _same_as([file for file in files if file.kind == "sidecar" and file.stem in by_stem])
    found: dict[str, tuple[RawFile, ...]] = {}
    for stem, group in by_stem.items():
        event = same_as.get(stem, stem)
        if (event == stem and len(group) < 2) or event not in by_stem:
            continue
        lists = [file for file in group if _is_list(file)]
        for file in by_stem[event]:
            beside = [one for one in lists if event != stem or one.path.parent == file.path.parent]
            if file not in lists and beside:
                found[file.source_file] = (*found.get(file.source_file, ()), *beside)
    return found


def _same_as(sidecars: Sequence[RawFile]) -> dict[str, str]:
    rows = (row for file in sidecars for row in read_file(file)["staging.event_sidecars"].to_pylist())
    return {row["event_id"]: row["same_as"] for row in rows if row["same_as"]}


def _is_list(file: RawFile) -> bool:
    tables = read_file(file)
    return not tables["staging.source_files"]["is_read"][0].as_py() and any(
        code in _LISTS for code in tables["staging.rejected_records"]["reason_code"].to_pylist()
    )
