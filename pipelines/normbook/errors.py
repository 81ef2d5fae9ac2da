"""What can go wrong, as a small tree: every message says what happened, where, what was expected and what to do."""

from __future__ import annotations


class NormbookError(Exception):
    """Root of the errors that the command line turns into one sentence and exit code 1."""


class SourceError(NormbookError):
    """A raw file cannot be read as what it claims to be; the file is refused and the others go on."""

    def __init__(
        self, reason: str, *, reason_code: str, line_number: int | None = None, column_number: int | None = None
    ) -> None:
        """Keep the sentence, its stable code and, where known, the place."""
        super().__init__(reason)
        self.reason = reason
        self.reason_code = reason_code
        self.line_number = line_number
        self.column_number = column_number


class UsageError(NormbookError):
    """A name that the caller gave does not exist; the command line ends with exit code 2."""


class RegulationError(NormbookError):
    """A regulation data file is malformed: duplicate key, unknown method, missing article or status."""


class ContractError(NormbookError):
    """A table does not have the columns, types or keys that its contract declares."""


class GateRefused(NormbookError):
    """A critical expectation failed or could not run: nothing was published, the earlier publication stays."""
