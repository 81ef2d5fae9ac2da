"""Blocks of a large file worked on by a thread while the caller is busy with those before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def read_ahead(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Yield `work(item)` in the order of the items; one item waits while another is worked on.

    One thread, not more: the caller is one too, the writing of Parquet another, and with more of them Python's lock is
    handed to and fro so often that it costs half as much again.
    """
    with ThreadPoolExecutor(1) as pool:
        waiting: Future[Result] | None = None
        for item in items:
            submitted = pool.submit(work, item)
            if waiting:
                yield waiting.result()
            waiting = submitted
        if waiting:
            yield waiting.result()
