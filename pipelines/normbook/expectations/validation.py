"""The only module that knows great_expectations: judges a data frame, says what was observed and which rows offend."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from normbook.expectations.expectation import Expectation

if TYPE_CHECKING:
    import pandas as pd

_log = logging.getLogger(__name__)

_SAMPLE_SIZE = 5


@dataclass(frozen=True)
class Outcome:
    """Whether an expectation held, what was observed instead and some of the rows (None where it held); if it ran."""

    success: bool
    observed: str | None = None
    sample: str | None = None
    ran: bool = True


@cache
def _frames() -> Any:
    """The one batch definition of the process: great_expectations costs seconds to import, so it comes late."""
    # Version 1.24 sends nothing; older and newer ones may, and nobody's norms are anybody's business.
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    logging.getLogger("great_expectations").setLevel(logging.WARNING)
    import great_expectations as gx
    from great_expectations.data_context.types.base import ProgressBarsConfig

    # This module of it asks for its INFO lines: a temporary folder for pages that nobody makes.
    logging.getLogger("great_expectations.data_context.types.base").setLevel(logging.NOTSET)
    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False, metric_calculations=False)
    asset = context.data_sources.add_pandas("frames").add_dataframe_asset("frame")
    return asset.add_batch_definition_whole_dataframe("whole")


def validate(frame: pd.DataFrame, expectations: Sequence[Expectation], told_by: Sequence[str] = ()) -> list[Outcome]:
    """Judge a frame; one outcome per expectation, in their order. `told_by` are the columns that name a row in samples.

    Never raises for what is in the frame: an expectation that could not run did not hold, its outcome has the error.
    The rows of those that fail are looked for in a second pass. What is expected of rows holds where there is none.
    """
    if frame.empty:
        return [Outcome(True)] * len(expectations)
    outcomes = _run(frame, expectations, "BOOLEAN_ONLY")
    failed = [i for i, outcome in enumerate(outcomes) if outcome.ran and not outcome.success]
    if failed:
        # SUMMARY names the first twenty rows; COMPLETE would list millions of them where a whole column is wrong.
        details = {"result_format": "SUMMARY", "unexpected_index_column_names": list(told_by)}
        again = _run(frame, [expectations[i] for i in failed], details)
        for i, outcome in zip(failed, again, strict=True):
            outcomes[i] = outcome
    return outcomes


def _run(frame: pd.DataFrame, expectations: Sequence[Expectation], result_format: Any) -> list[Outcome]:
    """One pass; results come in another order, so a number in `meta` finds the expectation of each again."""
    if not expectations:
        return []
    frames = _frames()
    try:
        judged = frames.get_batch({"dataframe": frame}).validate(
            _suite(expectations, "suite"), result_format=result_format
        )
    except Exception as error:  # whatever it was: the gate fails closed
        _log.debug("great_expectations raised", exc_info=True)
        return [_could_not_run(error)] * len(expectations)
    outcomes = [_could_not_run("no result came back")] * len(expectations)
    for result in judged.results:
        outcomes[result.expectation_config.meta["number"]] = _outcome(result)
    return outcomes


def rendered(frame: pd.DataFrame, expectations: Sequence[Expectation], title: str) -> str:
    """The page that the library makes of a frame and what is expected of it (Data Docs)."""
    frames = _frames()
    from great_expectations.render.renderer.page_renderer import ValidationResultsPageRenderer
    from great_expectations.render.view.view import DefaultJinjaPageView

    judged = frames.get_batch({"dataframe": frame}).validate(_suite(expectations, title), result_format="SUMMARY")
    view: Any = DefaultJinjaPageView()
    return str(view.render(ValidationResultsPageRenderer().render(judged)))


def _suite(expectations: Sequence[Expectation], name: str) -> Any:
    import great_expectations as gx
    import great_expectations.expectations as gxe

    return gx.ExpectationSuite(
        name=name,
        expectations=[
            getattr(gxe, each.kind)(**each.arguments, severity=each.severity, meta={"number": i, "reason": each.reason})
            for i, each in enumerate(expectations)
        ],
    )


def _outcome(result: Any) -> Outcome:
    if result.success:
        return Outcome(True)
    if (error := _exception(result.exception_info or {})) is not None:
        return _could_not_run(error)
    details = result.result
    if "unexpected_count" not in details:
        return Outcome(False)
    values = ", ".join(dict.fromkeys(_plain(value) for value in details["partial_unexpected_list"]))
    observed = f"{details['unexpected_count']} of {details['element_count']} rows: {values}"
    rows = details.get("partial_unexpected_index_list") or []
    names = details.get("unexpected_index_column_names") or []
    sample = "; ".join(" ".join(f"{name}={_plain(row[name])}" for name in names) for row in rows[:_SAMPLE_SIZE])
    return Outcome(False, observed, sample or None)


def _exception(info: dict[str, Any]) -> str | None:
    """Message of the exception inside an expectation: the library keeps it flat or by metric."""
    entries = [info] if "raised_exception" in info else list(info.values())
    return next((str(each["exception_message"]) for each in entries if each["raised_exception"]), None)


def _plain(value: Any) -> str:
    """A value as a person writes it: whole numbers without .0, missing values as `nothing`."""
    import pandas as pd

    if isinstance(value, tuple):
        return " and ".join(_plain(each) for each in value)
    if pd.isna(value):
        return "nothing"
    # A column of whole numbers with a gap comes as floats.
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _could_not_run(error: object) -> Outcome:
    return Outcome(False, f"could not run: {' '.join(str(error).split())}", ran=False)
