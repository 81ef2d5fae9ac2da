"""Fixtures that every test may use."""

import os
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]


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
