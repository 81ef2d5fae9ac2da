"""HTML to PDF by the browser that is installed: the same engine that shows the report prints it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from normbook.errors import NormbookError

# Names of browsers that can print without a window; the environment variable names another one.
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
VARIABLE = "NORMBOOK_BROWSER"
LONGEST_PRINT = 600

_OPTIONS = (
    "--headless", "--disable-gpu", "--disable-extensions", "--disable-background-networking", "--disable-sync",
    "--no-first-run", "--no-default-browser-check", "--no-pdf-header-footer",
)  # fmt: skip


def find_browser() -> str:
    """Return the path of a browser that prints; raise NormbookError with what to install where there is none."""
    asked = os.environ.get(VARIABLE)
    for name in [asked] if asked else BROWSERS:
        if found := shutil.which(name):
            return found
    named = f"{asked} ({VARIABLE}) is not a program" if asked else f"none of {', '.join(BROWSERS)} is on the path"
    raise NormbookError(
        f"No browser to print with: {named}. Install Chromium, Chrome or Edge, or set {VARIABLE}; "
        "or print the HTML page from your own browser."
    )


def print_pages(pages: list[str], target: Path) -> None:
    """Print HTML documents one after another into one PDF file.

    Raises NormbookError where no browser is installed or it prints nothing.
    """
    browser = find_browser()
    with tempfile.TemporaryDirectory(prefix="normbook-print-") as folder:
        source, printed = Path(folder) / "page.html", Path(folder) / "page.pdf"
        source.write_text(_joined(pages), encoding="utf-8")
        command = [
            browser,
            *_OPTIONS,
            f"--user-data-dir={folder}/profile",
            f"--print-to-pdf={printed}",
            source.as_uri(),
        ]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.insert(1, "--no-sandbox")  # Chromium does not start as root otherwise
        try:
            answer = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_PRINT, check=False)
        except subprocess.TimeoutExpired as error:
            raise NormbookError(
                f"{browser} did not print within {LONGEST_PRINT} seconds; print the HTML page."
            ) from error
        if not printed.is_file():
            last = (answer.stderr.strip().splitlines() or ["it said nothing"])[-1]
            raise NormbookError(f"{browser} printed nothing: {last}. Print the HTML page from your own browser.")
        shutil.copyfile(printed, target)


def _joined(pages: list[str]) -> str:
    """One document of several: the heads of the first, the bodies of all, each on a page of its own."""
    first, *others = pages
    bodies = [page[page.index("<main") : page.index("</main>") + len("</main>")] for page in others]
    styles = [page[page.index("<style>") : page.index("</style>") + len("</style>")] for page in others]
    joined = first.replace("</head>", "".join(styles) + "</head>", 1)
    return joined.replace("</body>", "".join(f'<div class="next-page">{body}</div>' for body in bodies) + "</body>", 1)
