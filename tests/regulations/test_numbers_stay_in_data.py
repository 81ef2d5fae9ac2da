"""Numbers of the regulations live in data files with article and status, nowhere in code."""

import ast
import re

# Least performances and averages, floors, the unrated rating, of the edition of 2005.
NUMBERS = [
    "2601",
    "2451",
    "2401",
    "2251",
    "2381",
    "2231",
    "2181",
    "2031",
    "2250",
    "2100",
    "2050",
    "1900",
    "1600",
]  # 2005
NUMBERS += ["2600", "2450", "2380", "2230", "2180", "2030", "1850", "1400"]  # 2017 and later
STANDALONE = re.compile(rf"(?<![\w.]){'(?:' + '|'.join(NUMBERS) + ')'}(?![\w.])")
# 1900, 2050 and 2100 are years as well, in lines that say so.
YEAR = re.compile("year|season", re.IGNORECASE)


def test_no_regulation_number_in_code(checkout):
    files = [
        path
        for folder in ("sql", "pipelines")
        for path in (checkout / folder).rglob("*")
        if path.suffix in {".py", ".sql"} and "sample" not in path.parts
    ]
    assert any(path.name == "arithmetic.py" for path in files)
    hits = [
        f"{path.relative_to(checkout)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if STANDALONE.search(line) and not YEAR.search(line)
    ]
    assert not hits, "move these numbers to the edition's data file:\n" + "\n".join(hits)


def test_the_search_finds_what_it_looks_for():
    assert STANDALONE.search("where average >= 2381")
    assert STANDALONE.search("(2250,")
    assert not STANDALONE.search("12381 or 2381.5 or x2381")


def test_the_engine_of_circuits_knows_no_number(checkout):
    """Halves, places that count from one, and per cent are arithmetic; everything else is a circuit's own."""
    files = sorted((checkout / "pipelines" / "normbook" / "stages").glob("circuit*.py"))
    assert len(files) > 3
    for path in files:
        numbers = {
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and type(node.value) in (int, float)
        }
        assert numbers <= {0, 1, 2, 100}, path.name
