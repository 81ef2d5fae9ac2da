"""Fixtures that every test may use."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.said import Told, assert_said

CHECKOUT = Path(__file__).resolve().parents[1]
TOLD = Told()
# Sentences of programs that no report shows, and such as only a random hand writes.
NOT_REPORTED = ("fuzz", "planning", "attacks")


def pytest_configure() -> None:
    """Hear what the readers say."""
    TOLD.listen()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Fail a test whose planted findings have no Spanish phrase or no heading."""
    yield
    told = TOLD.forgotten()
    if not any(part in item.path.name for part in NOT_REPORTED):
        assert_said(*told)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """Root of the checkout."""
    return CHECKOUT


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder with real files and regulation tables that are not ours to publish; the tests that need it are skipped without it."""
    folder = Path(os.environ.get("NORMBOOK_SHARED", CHECKOUT.parent / "shared"))
    if not (folder / "real" / "MANIFEST.csv").exists():
        pytest.skip(f"the real files are not here ({folder}); set NORMBOOK_SHARED to the folder that holds them")
    return folder
