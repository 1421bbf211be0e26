"""A sample: the columns of a data file and their types, with names that a model may read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import ToolError
from ..texts.suspicious_text import ShownNames
from .value_type import common_type, fit_together

__all__ = ["MAX_COLUMNS", "Columns", "Sample", "declared", "unreadable"]

#: The most columns that are shown of a file.
MAX_COLUMNS = 1_000


@dataclass(frozen=True)
class Sample:
    """What was read of a data file.

    Attributes:
        columns: The type of each column, by a name that a model may read; see `value_type`.
        sampled_rows: How many rows were looked at; 0 if the file itself declares its columns.
        row_count: How many rows the file has, if that is known.
        schema_source: ``"sample"``, or ``"file"`` if the file itself declares its columns.
        warnings: Sentences on what is odd about the file; no name or value of it is in them.
    """

    columns: dict[str, str]
    sampled_rows: int
    row_count: int | None
    schema_source: str
    warnings: list[str] = field(default_factory=list)

    def payload(self) -> dict[str, Any]:
        """Return the sample as a part of a tool's result."""
        return dict(vars(self))


class Columns:
    """The columns of a file while it is read, by position or by key.

    Args:
        is_text: Whether every value is written as text, so that a mixture of types is plain text.
    """

    def __init__(self, *, is_text: bool = False) -> None:
        self.types: dict[int | str, set[str]] = {}
        self._is_text = is_text
        self._left_out = False

    def types_of(self, key: int | str) -> set[str] | None:
        """Return the types seen in a column, to be added to; None if the file has too many columns."""
        if key in self.types:
            return self.types[key]
        if len(self.types) == MAX_COLUMNS:
            self._left_out = True
            return None
        return self.types.setdefault(key, set())

    def sample(
        self,
        names: Sequence[str] | Mapping[str, str] = (),
        *,
        rows: int,
        row_count: int | None,
        warnings: Iterable[str] = (),
    ) -> Sample:
        """Return the finished sample.

        Args:
            names: The names of columns by position; none if columns have keys, which are their names.
            rows: How many rows were looked at.
            row_count: How many the file has, if it was read to its end.
            warnings: What the reader has to tell.
        """
        given = [names[key] if isinstance(key, int) else key for key in self.types]  # type: ignore[index]
        columns, told = _shown(given, [common_type(types) for types in self.types.values()])
        if self._left_out:
            told.append(f"The file has more than {MAX_COLUMNS} columns. Only the first ones are shown.")
        mixed = 0 if self._is_text else sum(not fit_together(types) for types in self.types.values())
        if mixed:
            told.append(f"{_columns(mixed)} values of different types. Their type is given as string.")
        return Sample(columns, rows, row_count, "sample", [*warnings, *told])


def declared(fields: Sequence[tuple[str, str]], row_count: int | None) -> Sample:
    """Return the sample of a file that declares its columns: names and types."""
    columns, told = _shown([name for name, _ in fields[:MAX_COLUMNS]], [kind for _, kind in fields[:MAX_COLUMNS]])
    if len(fields) > MAX_COLUMNS:
        told.append(f"The file has {len(fields)} columns. Only the first {MAX_COLUMNS} are shown.")
    return Sample(columns, 0, row_count, "file", told)


def unreadable(what: str, remedy: str) -> ToolError:
    """Return the error for a file that does not hold what its extension says.

    Args:
        what: A sentence that says why, without its full stop.
        remedy: A sentence that says what to do.
    """
    return ToolError(f"{what}. {remedy}", code="unreadable_sample")


def _shown(names: Sequence[str], types: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    shown_names = ShownNames()
    columns: dict[str, str] = {}
    unnamed = repeated = 0
    counts = Counter(names)
    for position, (name, kind) in enumerate(zip(names, types, strict=True), 1):
        shown = shown_names.shown(name.strip()) or f"column_{position}"
        unnamed += not name.strip()
        repeated += counts[name] > 1
        unique, number = shown, 1
        while unique in columns:
            number += 1
            unique = f"{shown} ({number})"
        columns[unique] = kind
    warnings = shown_names.warnings()
    if unnamed:
        warnings.append(f"{_columns(unnamed)} no name. They are named by their positions, as column_1.")
    if repeated:
        warnings.append(f"{repeated} columns share a name with another. Numbers such as (2) are added to their names.")
    return columns, warnings


def _columns(count: int) -> str:
    return "One column has" if count == 1 else f"{count} columns have"
