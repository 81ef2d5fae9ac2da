"""XLSX, ODS and XLS to grids: values as texts, formulas by their stored values, merged cells by their first cell."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Sequence
from datetime import date, datetime, time
from io import BytesIO, StringIO

from normbook.errors import SourceError
from normbook.sources.grid import Grid, Grids, Row

# A sheet is read as a whole rectangle: one stray cell in a far corner must not take all the memory.
_MOST_CELLS = 8_000_000
_MOST_UNPACKED_BYTES = 512 << 20
_ERROR = "#ERROR!"
# Name and values by row of each sheet.
Sheets = Sequence[tuple[str, Sequence[Sequence[object]]]]
_XLSX_CELL = re.compile(rb'<c r="([A-Z]{1,3})([0-9]{1,7})"([^>]*)>')
_XLSX_SHEET = re.compile(r"xl/worksheets/sheet([0-9]+)\.xml")
# A sheet, a row or a cell of an ODS: its attributes, and whether it ends at once.
_ODS_TAG = re.compile(rb"<table:(table|table-row|(?:covered-)?table-cell)(?=[\s/>])([^>]*?)(/?)>")
_ODS_TIMES = re.compile(rb'number-(?:columns|rows)-repeated="([0-9]{1,9})"')


def spreadsheet_grids(raw: bytes) -> Grids:
    """Read every sheet of a workbook; a date becomes its ISO form, a whole number its digits without a point.

    Raise SourceError where the bytes are no workbook, a sheet is locked or spreads too far.
    """
    if not raw:
        raise _unreadable("it is empty")
    sheets = _zipped_sheets(raw) if raw.startswith(b"PK") else _xls_sheets(raw)
    grids, number = [], 0
    for name, values in sheets:
        rows = []
        for at, cells in enumerate(values, 1):
            number += 1
            place = f"row {at}" if len(sheets) == 1 else f"sheet {name!r}, row {at}"
            rows.append(Row(number, place, tuple(map(_as_text, cells))))
        grids.append(Grid(tuple(rows)))
    return Grids("spreadsheet", None, tuple(grids))


def _zipped_sheets(raw: bytes) -> Sheets:
    """Read the sheets of the formats of today, XLSX and ODS."""
    from python_calamine import CalamineError, CalamineWorkbook

    errors = _error_cells(raw)
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(raw))
        sheets = [(name, book.get_sheet_by_name(name).to_python(skip_empty_area=False)) for name in book.sheet_names]
    except (CalamineError, OSError, ValueError) as error:
        raise _unreadable(str(error)) from error
    except BaseException as error:
        # the library's own assertions do not derive from Exception
        if type(error).__name__ != "PanicException":
            raise
        raise _unreadable("it is damaged") from error
    for (_, values), places in zip(sheets, errors, strict=False):
        for row, column in places:
            if row < len(values) and column < len(values[row]) and values[row][column] == "":
                values[row][column] = _ERROR  # the library gives nothing for a formula that fails
    return list(sheets)


def _xls_sheets(raw: bytes) -> Sheets:
    """The same of the old format, by a library in Python: in a damaged file the other one runs out of memory."""
    import xlrd

    def value(cell: xlrd.sheet.Cell) -> object:
        if cell.ctype == xlrd.XL_CELL_DATE:
            return xlrd.xldate_as_datetime(cell.value, book.datemode)
        return _ERROR if cell.ctype == xlrd.XL_CELL_ERROR else cell.value

    try:
        with xlrd.open_workbook(file_contents=raw, logfile=StringIO(), ragged_rows=True) as book:
            return [
                (sheet.name, [[value(cell) for cell in row] for row in sheet.get_rows()]) for sheet in book.sheets()
            ]
    except Exception as error:
        # damage ends in whatever the library meets first: there is no common kind of error
        raise _unreadable(str(error) or type(error).__name__) from error


def _unreadable(cause: str) -> SourceError:
    return SourceError(
        f"this is no workbook that can be opened ({cause.strip().rstrip('.')}); save it again as XLSX or CSV",
        reason_code="spreadsheet_unreadable",
    )


def _as_text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)


def _error_cells(raw: bytes) -> list[list[tuple[int, int]]]:
    """Row and column, from 0, of the formulas that fail, by sheet of an XLSX or ODS.

    Raise SourceError for a workbook that would unpack to, or spread over, more than any table of players needs.
    """
    try:
        with zipfile.ZipFile(BytesIO(raw)) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
            if unpacked > _MOST_UNPACKED_BYTES:
                raise _unreadable(f"it unpacks to {unpacked} bytes")
            sheets = sorted(
                (int(match[1]), name) for name in parts.namelist() if (match := _XLSX_SHEET.fullmatch(name))
            )
            if sheets:
                return [_xlsx_errors(parts.read(name)) for _, name in sheets]
            return _ods_errors(parts.read("content.xml")) if "content.xml" in parts.namelist() else []
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise _unreadable(str(error)) from error


def _xlsx_errors(sheet: bytes) -> list[tuple[int, int]]:
    rows = columns = 0
    errors = []
    for letters, row, attributes in _XLSX_CELL.findall(sheet):
        column = 0
        for letter in letters:
            column = 26 * column + letter - ord("A") + 1
        rows, columns = max(rows, int(row)), max(columns, column)
        if b't="e"' in attributes:
            errors.append((int(row) - 1, column - 1))
    _check_spread(rows, columns)
    return errors


def _ods_errors(content: bytes) -> list[list[tuple[int, int]]]:
    """The same of an ODS, whose rows and cells may stand for many; blank ones at the ends take no memory."""
    sheets: list[list[tuple[int, int]]] = []
    row = next_row = column = rows = columns = 0
    for tag, attributes, is_blank in _ODS_TAG.findall(content):
        times = int(match[1]) if (match := _ODS_TIMES.search(attributes)) else 1
        if tag == b"table":
            sheets.append([])
            row = next_row = rows = columns = 0
        elif tag == b"table-row":
            row, next_row, column = next_row, next_row + times, 0
        else:
            if (not is_blank or b"office:value" in attributes) and sheets:
                rows, columns = max(rows, next_row), max(columns, column + times)
                _check_spread(rows, columns)
                if b'value-type="error"' in attributes:
                    sheets[-1].append((row, column))
            column += times
    return sheets


def _check_spread(rows: int, columns: int) -> None:
    if rows * columns > _MOST_CELLS:
        raise _unreadable(f"its cells spread over {rows} rows and {columns} columns")
