"""Related arguments: different choices, days in their order, texts that are keys of a record, lists of equal length.

stay(first="2024-01-01", last="2024-01-01")     refused: no night lies between them
stay(first="2024-01-01", last="2024-06-30")     refused: there are too many
stay(first="2024-01-01", last="2024-01-04")     works
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from ...regex import regex
from ..described_values import described_values
from .written_moments import later_moment

__all__ = ["related_arguments", "with_days_in_order", "with_records_in_order"]

_DAY = regex(r"\d{4}-\d\d-\d\d(?=$|[T ])")
_WHOLE_DAY = regex(r"\d{4}-\d\d-\d\d")
#: More than the shortest period that a tool takes, and less than the longest one.
_SOME_DAYS = timedelta(days=3)
_TIME = regex(r"\d\d:\d\d(?::\d\d)?$")
_WHOLE_TIME = regex(r"\d\d:\d\d")


def related_arguments(call: Mapping[str, Any], properties: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield variations of *call* in which arguments fit together; they may still break the schema.

    Args:
        call: An ordinary call.
        properties: The schema of each argument; a text that its description shows, or that is a choice, is kept.
    """
    yield from _with_different_choices(call, properties)
    yield from _with_days_apart(call)
    values = (value[0] if isinstance(value, list) and value else value for value in call.values())
    maps = [value for value in values if isinstance(value, dict) and value]
    keys = {name: value for name, value in call.items() if isinstance(value, str) and _is_open(properties.get(name))}
    if maps and keys:
        key = next(iter(maps[0]))
        yield from ({**call, name: key} for name in list(keys)[:2])
        if len(keys) > 1:
            yield {**call, **dict(zip(keys, _in_circle(list(maps[0]), len(keys)), strict=True))}
    lists = {name: value for name, value in call.items() if isinstance(value, list) and value}
    lengths = {len(value) for value in lists.values()}
    if len(lengths) > 1:
        yield {**call, **{name: _in_circle(value, max(lengths)) for name, value in lists.items()}}


def _with_different_choices(call: Mapping[str, Any], properties: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with different choices for arguments that share a list of choices, such as two currencies."""
    nodes = {name: properties.get(name) for name in call}
    lists = {name: node["enum"] for name, node in nodes.items() if isinstance(node, Mapping) and "enum" in node}
    changed = dict(call)
    for name, choices in lists.items():
        sharing = [other for other, its in lists.items() if its == choices]
        if isinstance(choices, list) and choices and len(sharing) > 1:
            changed[name] = choices[sharing.index(name) % len(choices)]
    if changed != call:
        yield changed


def with_days_in_order(call: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with its days and its times in order, as the start and the end of a period, if they are not.

    The last one has those of each record in the arguments in order.
    """
    days = {name: value for name, value in call.items() if isinstance(value, str) and _DAY.match(value)}
    ordered = dict(zip(days, sorted(days.values()), strict=True))
    if ordered != days:
        yield {**call, **ordered}
    yield from _with_times_in_order(call)
    records = with_records_in_order(call)
    if records != call:
        yield records


def with_records_in_order(call: Mapping[str, Any]) -> dict[str, Any]:
    """Return the call with the days and the times of each record in its arguments in order."""
    return {name: _with_records_in_order(value) for name, value in call.items()}


def _with_days_apart(call: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with each of several equal days some days after the one before, as a period may need it."""
    changed, days = dict(call), set[str]()
    for name, value in call.items():
        if isinstance(value, str) and _WHOLE_DAY.fullmatch(value):
            later: str | None = value
            while later is not None and later in days:
                later = later_moment(later, _SOME_DAYS)
            changed[name] = value if later is None else later
            days.add(changed[name])
    if changed != call:
        yield changed


def _with_records_in_order(value: Any) -> Any:
    """Return a value with the days and times of each record in it in order."""
    if isinstance(value, list):
        return [_with_records_in_order(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    times = {name: part for name, part in value.items() if isinstance(part, str) and _WHOLE_TIME.fullmatch(part)}
    ordered = {**value, **dict(zip(times, sorted(times.values()), strict=True))}
    return next(with_days_in_order(ordered), ordered)


def _with_times_in_order(call: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with each of several equal times an hour after the one before, as a start and an end need it."""
    changed, times = dict(call), set[str]()
    for name, value in call.items():
        later = value
        while isinstance(later, str) and later in times and (following := later_moment(later)) is not None:
            later = following
        if isinstance(value, str) and (_DAY.match(value) or _TIME.match(value)):
            changed[name] = later
            times.add(later)
    if changed != call:
        yield changed


def _is_open(node: Any) -> bool:
    """Tell whether the definition leaves the text of an argument open."""
    if not isinstance(node, Mapping) or node.keys() & {"enum", "const", "examples", "pattern", "format"}:
        return False
    return not any(isinstance(value, str) for value in described_values(str(node.get("description") or "")))


def _in_circle(values: list[Any], count: int) -> list[Any]:
    return [values[index % len(values)] for index in range(count)]
