"""The shape of a contract: one declaration per table, from which schema, DDL and dictionary derive."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import pyarrow as pa
import pyarrow.compute as pc

from normbook.errors import ContractError

# How the published Parquet is split: whole, one file per season of the events or per series, or hive folders by list month.
Split = Literal["whole", "season", "series", "list_month"]


@dataclass(frozen=True)
class Column:
    """One column: name, Arrow type, meaning (with its unit), and whether it may be empty."""

    name: str
    type: pa.DataType
    about: str
    nullable: bool = True

    @property
    def required(self) -> Column:
        """The same column, never empty."""
        return Column(self.name, self.type, self.about, nullable=False)


def text(name: str, about: str) -> Column:
    """A VARCHAR column."""
    return Column(name, pa.string(), about)


def integer(name: str, about: str) -> Column:
    """A BIGINT column."""
    return Column(name, pa.int64(), about)


def points(name: str, about: str) -> Column:
    """A DOUBLE column that holds points in steps of a half, so every value is exact."""
    return Column(name, pa.float64(), about)


def truth(name: str, about: str) -> Column:
    """A BOOLEAN column."""
    return Column(name, pa.bool_(), about)


def date(name: str, about: str) -> Column:
    """A DATE column."""
    return Column(name, pa.date32(), about)


def texts(name: str, about: str) -> Column:
    """A VARCHAR[] column."""
    return Column(name, pa.list_(pa.string()), about)


def integers(name: str, about: str) -> Column:
    """A BIGINT[] column."""
    return Column(name, pa.list_(pa.int64()), about)


@dataclass(frozen=True)
class Table:
    """One table: `schema.name`, what a row is, its key, its columns, and whether the world may rely on it."""

    name: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    about: str
    published: bool = False
    split: Split = "whole"

    @property
    def schema_name(self) -> str:
        """The part before the dot: staging, ref, core, mart, quality."""
        return self.name.split(".")[0]

    @property
    def column_names(self) -> list[str]:
        """Names of the columns in their order."""
        return [column.name for column in self.columns]

    @property
    def arrow_schema(self) -> pa.Schema:
        """The Arrow schema, with nullability."""
        return pa.schema([pa.field(c.name, c.type, nullable=c.nullable) for c in self.columns])

    def from_rows(self, rows: Iterable[dict[str, object]]) -> pa.Table:
        """Build a table from dictionaries; a key that the contract lacks is an error, a missing one is null."""
        rows = list(rows)
        known = set(self.column_names)
        for row in rows:
            if unknown := set(row) - known:
                raise ContractError(
                    f"{self.name}: a row has the unknown column {sorted(unknown)[0]!r}; declared are {sorted(known)}"
                )
        return self.conform(
            pa.table({c.name: pa.array([row.get(c.name) for row in rows], type=c.type) for c in self.columns})
        )

    def conform(self, table: pa.Table) -> pa.Table:
        """Cast to the declared schema and check columns, emptiness and key; raise ContractError otherwise."""
        if table.column_names != self.column_names:
            missing = [n for n in self.column_names if n not in table.column_names]
            extra = [n for n in table.column_names if n not in self.column_names]
            raise ContractError(
                f"{self.name}: columns differ from the contract: missing {missing}, not declared {extra}, or in another order"
            )
        try:
            table = table.cast(pa.schema([pa.field(c.name, c.type) for c in self.columns]))
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
            raise ContractError(f"{self.name}: a column does not have its declared type: {error}") from error
        for column in self.columns:
            if not column.nullable and (empty := table[column.name].null_count):
                raise ContractError(f"{self.name}.{column.name}: {empty} empty values where the contract allows none")
        if self.key and table.num_rows:
            distinct = _distinct_rows(table.select(list(self.key)))
            if distinct != table.num_rows:
                raise ContractError(
                    f"{self.name}: {table.num_rows - distinct} rows repeat the key {', '.join(self.key)}"
                )
        return table.cast(self.arrow_schema)


def _distinct_rows(table: pa.Table) -> int:
    """Count the distinct rows: by one number a row where the values allow it, several times faster than a hash of the rows."""
    numbers, size = pa.nulls(0), 1
    for place, column in enumerate(table.combine_chunks().itercolumns()):
        if pa.types.is_integer(column.type) and not column.null_count:
            least, most = pc.min_max(column).values()
            codes, count = pc.subtract(column, least), most.as_py() - least.as_py() + 1
        else:
            encoded = column.combine_chunks().dictionary_encode(null_encoding="encode")
            codes, count = encoded.indices.cast(pa.int64()), len(encoded.dictionary)
        if (size := size * count) >= 2**63:
            return int(table.group_by(table.column_names).aggregate([]).num_rows)
        numbers = codes if place == 0 else pc.add(pc.multiply(numbers, count), codes)
    # Readers write rows in the order of their key, which proves them distinct at once.
    if pc.all(pc.greater(numbers.slice(1), numbers.slice(0, len(numbers) - 1))).as_py() is not False:
        return len(numbers)
    return int(pc.count_distinct(numbers).as_py())
