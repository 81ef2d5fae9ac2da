"""The notebooks that come with the program, made ready to be opened on a publication."""

from __future__ import annotations

import difflib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from normbook.errors import NormbookError, UsageError


def notebooks() -> dict[str, Path]:
    """The notebooks by name: inside the package when installed, at the top of the checkout otherwise."""
    inside = Path(__file__).resolve().parents[1] / "notebooks"
    folder = inside if inside.is_dir() else Path(__file__).resolve().parents[3] / "notebooks"
    return {path.stem: path for path in sorted(folder.glob("*.py"))}


def about(path: Path) -> str:
    """The heading of a notebook."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("# # ") for line in lines if line.startswith("# # "))


def copy_notebook(name: str, folder: Path) -> Path:
    """Copy a notebook into a folder of the user's; one that is there already, and may have been changed, stays.

    Raises UsageError with the nearest names for an unknown one.
    """
    known = notebooks()
    if name not in known:
        near = difflib.get_close_matches(name, known, n=2)
        raise UsageError(
            f"{name}: there is no such notebook; {'did you mean ' + ' or '.join(near) if near else ', '.join(known)}?"
        )
    target = folder / f"{name}.py"
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(known[name], target)
    return target


def open_notebook(path: Path, out: Path) -> None:
    """Open a notebook in JupyterLab on the publication at `out`, and wait until the server is stopped.

    Raises NormbookError where JupyterLab or jupytext is not installed.
    """
    missing = [library for library in ("jupyterlab", "jupytext") if importlib.util.find_spec(library) is None]
    if missing:
        raise NormbookError(
            f"{path}: to open it {' and '.join(missing)} must be installed: pip install 'normbook[notebooks]'. "
            "The file is in jupytext's percent format, which most editors open as a notebook too."
        )
    environment = os.environ | {"NORMBOOK_OUT": str(out.resolve())}
    subprocess.run([sys.executable, "-m", "jupyterlab", str(path)], env=environment, check=False)
