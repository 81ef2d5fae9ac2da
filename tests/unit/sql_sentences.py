"""The sentences that an SQL file can put together, every branch once; what a column fills in is `FILLED`."""

from collections.abc import Iterator
from itertools import product

from sqlglot import exp, parse

from normbook.warehouse.sql_files import SqlFile

# No words, so the same in all languages; it has the ending of a path.
FILLED = "A.7"


def sentences(file: SqlFile, *columns: str) -> set[str]:
    """Every sentence that the select of a file gives for one of the columns."""
    return {sentence for column in columns for sentence in _of_column(parse(file.text, read="duckdb")[0], column)}


def _of_column(tree: exp.Expression | None, column: str) -> Iterator[str]:
    assert tree is not None
    aliases: dict[str, list[exp.Expression]] = {}
    for alias in tree.find_all(exp.Alias):
        is_inner = alias.find_ancestor(exp.CTE) is not None
        if is_inner and any(literal.is_string and " " in literal.this for literal in alias.find_all(exp.Literal)):
            aliases.setdefault(alias.alias, []).append(alias.this)
    heads = [select for select in tree.find_all(exp.Select) if select.find_ancestor(exp.CTE) is None]
    for select in heads:
        for told in select.expressions:
            if told.alias_or_name == column:
                yield from _branches(told.unalias(), aliases)


def _branches(told: exp.Expression, aliases: dict[str, list[exp.Expression]]) -> list[str]:
    def each(*some: exp.Expression | None) -> list[str]:
        return [text for one in some for text in ([""] if one is None else _branches(one, aliases))]

    match told:
        case exp.Literal():
            return [told.this]
        case exp.Null():
            return []
        case exp.DPipe():
            return ["".join(parts) for parts in product(each(told.left), each(told.right))]
        case exp.Case():
            return each(*(branch.args["true"] for branch in told.args["ifs"]), told.args.get("default"))
        case exp.If():
            return each(told.args["true"], told.args.get("false"))
        case exp.Coalesce():
            return each(told.this, *told.expressions)
        case exp.ConcatWs():
            # what is null, as a case that does not apply, is left out; at least one part is there
            [separator, *parts] = told.expressions
            chosen = (list(filter(None, texts)) for texts in product(*(each(part) for part in parts)))
            return [separator.this.join(texts) for texts in chosen if texts]
        case exp.Concat():
            parts = [[*each(part), ""] if isinstance(part, exp.DPipe) else each(part) for part in told.expressions]
            return ["".join(texts) for texts in product(*parts)]
        case exp.Anonymous(this="players_who"):
            return [f"1 player {told.expressions[1].this}", f"7 players {told.expressions[2].this}"]
        case exp.Column() if told.name in aliases:
            # a column that an inner select of the file puts together
            return each(*aliases[told.name])
        case exp.Paren() | exp.Trim() | exp.AnyValue() | exp.GroupConcat() | exp.ArgMin():
            return each(told.this)
        case _:
            return [FILLED]
