"""The dialect mapper: the expressions of a semantic model in every dialect that OSI and we know.

An expression has the same meaning in another dialect if its types are translated (`sql_types`). What is missing is
filled in; what contradicts is reported, and corrected if asked for.
Source: seed 001, "Dialect mapper integration".
"""

from __future__ import annotations

import difflib
import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from ..contracts.osi import OSI_SUPPORTED_DIALECTS, DialectExpression
from ..errors import UnknownStandardError
from .conformance_finding import ConformanceFinding
from .draft import named, part, parts, shown
from .sql_types import MAPPED_DIALECTS, has_other_types, is_type, mapped_expression, type_kind

__all__ = ["BACK_FILLED_DIALECTS", "map_dialects"]

log = logging.getLogger(__name__)

#: The dialects that are filled in: those with types that we know, as far as OSI has them.
BACK_FILLED_DIALECTS: tuple[str, ...] = tuple(name for name in MAPPED_DIALECTS if name in OSI_SUPPORTED_DIALECTS)

_REFERENCE = "ANSI_SQL"


def map_dialects(
    logical: Any, *, override: bool = False, targets: Iterable[str] | None = None
) -> list[ConformanceFinding]:
    """Fill in the dialects that expressions lack, in place, and tell what was filled in and what contradicts.

    The reference is an expression's ``ANSI_SQL``, or else the first that is there in a dialect we know. Where
    expressions are types, it is the field's ``data_type``, if there is one.

    Args:
        logical: A logical model with a semantic model at ``osi``, or a semantic model; objects or decoded JSON.
        override: Whether to put the reference, with types translated, in place of what contradicts it.
        targets: The dialects to fill in; all that are known unless given.

    Returns:
        A warning for each expression that was filled in, contradicts or was corrected.

    Raises:
        UnknownStandardError: If a target cannot be filled in.
    """
    wanted = BACK_FILLED_DIALECTS if targets is None else tuple(targets)
    for name in wanted:
        if name not in BACK_FILLED_DIALECTS:
            near = difflib.get_close_matches(str(name).upper(), BACK_FILLED_DIALECTS, 1)
            remedy = f"Did you mean {near[0]!r}?" if near else f"Choose from {', '.join(BACK_FILLED_DIALECTS)}."
            raise UnknownStandardError(f"The dialect {name!r:.80} cannot be filled in. {remedy}")
    return [finding for use in _expressions(logical) for finding in use.mapped(wanted, override=override)]


@dataclass(frozen=True, slots=True)
class _Use:
    """One expression of a model: where it stands, its name, the type that its field declares, and its entries."""

    label: str
    target: str
    data_type: str
    entries: list[Any]

    def mapped(self, targets: tuple[str, ...], *, override: bool) -> Iterator[ConformanceFinding]:
        present = self._present()
        source, reference, held = self._reference(present)
        if not reference:
            return
        for dialect, entry in present.items():
            text = part(entry, "expression")
            if entry is held or not has_other_types(text, dialect, reference, source):
                continue
            expected = mapped_expression(reference, source, dialect)
            was_changed = override and _changed(entry, expected)
            outcome = "was corrected" if was_changed else f"should be {shown(expected)}"
            yield self._finding(dialect, f"dialect drift: {self.label} in {dialect} is {shown(text)} and {outcome}")
        for dialect in targets:
            if dialect not in present:
                self.entries.append(self._entry(dialect, mapped_expression(reference, source, dialect)))
                yield self._finding(dialect, f"{self.label} had no expression in {dialect}, and one was filled in")

    def _present(self) -> dict[str, Any]:
        """Return the first entry of each dialect that we know."""
        present: dict[str, Any] = {}
        for entry in self.entries:
            dialect = named(entry, "dialect")
            if dialect in MAPPED_DIALECTS and isinstance(part(entry, "expression"), str):
                present.setdefault(dialect, entry)
        return present

    def _reference(self, present: Mapping[str, Any]) -> tuple[str, str, Any]:
        """Return the dialect and the text to go by, and the entry that it is from; all empty if there is none."""
        texts = {dialect: part(entry, "expression") for dialect, entry in present.items()}
        are_types = any(is_type(text, dialect) for dialect, text in texts.items())
        if self.data_type and (are_types or not self.entries):
            return _REFERENCE, self.data_type, None
        first = _REFERENCE if _REFERENCE in texts else next(iter(texts), "")
        return first, texts.get(first, ""), present.get(first)

    def _entry(self, dialect: str, expression: str) -> Any:
        """Return a new entry of the kind that the others are."""
        entry = {"dialect": dialect, "expression": expression}
        kind = type(self.entries[0]) if self.entries else DialectExpression
        return kind.model_validate(entry) if issubclass(kind, BaseModel) else entry

    def _finding(self, dialect: str, message: str) -> ConformanceFinding:
        return ConformanceFinding("osi", "warning", message, f"{self.target}.expression.dialects.{dialect}")


def _changed(entry: Any, expression: str) -> bool:
    """Put another expression into an entry, and tell whether that was possible."""
    try:
        if isinstance(entry, dict):
            entry["expression"] = expression
        else:
            entry.expression = expression
    except Exception:  # a frozen model raises an error of its own kind; the drift is reported anyway
        log.debug("An expression cannot be changed.", exc_info=True)
        return False
    return True


def _expressions(logical: Any) -> Iterator[_Use]:
    """Yield each expression of each semantic model whose entries are a list."""
    osi = part(logical, "osi")
    root = logical if osi is None else osi
    for model in parts(root, "semantic_model") or [root]:
        for dataset in parts(model, "datasets"):
            table = named(dataset, "name") or "a dataset"
            for field in parts(dataset, "fields"):
                column = named(field, "name") or "a field"
                yield from _use(field, f"{table}.{column}", f"osi.datasets.{table}.fields.{column}")
        for metric in parts(model, "metrics"):
            name = named(metric, "name") or "a metric"
            yield from _use(metric, f"the metric {name}", f"osi.metrics.{name}")


def _use(holder: Any, label: str, target: str) -> Iterator[_Use]:
    entries = part(part(holder, "expression"), "dialects")
    if isinstance(entries, list):
        data_type = named(holder, "data_type").upper()
        yield _Use(label, target, data_type if type_kind(data_type, _REFERENCE) else "", entries)
