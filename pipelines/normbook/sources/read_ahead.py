"""Blocks of a large file worked on by threads while the caller is busy with those before."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

# As many threads as there are blocks on their way: more would only take memory, since the caller is one thread too.
_AHEAD = 2


def read_ahead(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Yield `work(item)` in the order of the items, with at most two items ahead of the caller in memory."""
    with ThreadPoolExecutor(_AHEAD) as pool:
        waiting: deque[Future[Result]] = deque()
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
