"""Unsorted records: calls of a maker that add records in another order than any in which a reader may sort them.

record(hive="hello2", day="2024-01-02", frames=3, state="new")
record(hive="hello6", day="2024-01-04", frames=5, state="old")
record(hive="hello1", day="2024-01-01", frames=2, state="new")     entered later than it was made
record(hive="hello5", day="2024-01-04", frames=5, state="old")     ties with an earlier one

Records of ordinary calls are alike, or come in the order of their numbers. What a reader sorts by is often optional,
such as a priority.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ....profile.identifiers import names_record
from ....profile.roles import Role, role_of
from ....regex import regex
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject

__all__ = ["unsorted_records"]

#: The rank of each record among the others: of its texts, and of its days, numbers and choices, some of which tie.
_RANKS, _TIED = (2, 6, 1, 5, 3, 4), (2, 4, 1, 4, 3, 1)
_DAY = regex(r"(\d{4}-\d\d-)\d\d(?!\d)")
#: Distances of two numbers with ranks that follow each other. The numbers may begin somewhat below the usual one.
_STEPS, _MOST_BELOW = (1, 0.1, 0.01), 5
_MAX_CALLS = 4


def unsorted_records(maker: Subject, call: dict[str, Any], *, kept: Collection[str] = ()) -> list[list[dict[str, Any]]]:
    """Return calls that differ from a working one in the values for which the schema allows it.

    They are in several series: in the first, each record also has what the schema does not require; in the last, none
    names another record than the working call.

    Args:
        maker: The tool that adds records.
        call: A call of it.
        kept: Arguments that stay as they are, such as those that a reader of the records asks for.
    """
    view = FlatSchema(maker.schema)
    nodes = view.arguments
    # A reader may show records with the usual value only.
    more = {name: value for name, value in _optional_values(view, maker.schema).items() if name not in kept}
    named = {name for name in call if names_record(name) or role_of(name, nodes.get(name, {})) in (Role.ID, Role.UUID)}
    found: list[list[dict[str, Any]]] = []
    for base, still in (({**more, **call}, ()), ({**more, **call}, named), (call, ()), (call, named)):
        series = [_ranked_call(view, maker.schema, base, number, {*kept, *still}) for number in range(len(_RANKS))]
        found += [series] if series not in found else []
    return found


def _optional_values(view: FlatSchema, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return values of the arguments that no call needs, and by which records may be sorted."""
    fullest = max(candidate_arguments(schema, limit=_MAX_CALLS), key=len, default={})
    required = schema.get("required") or ()
    return {
        name: value
        for name, value in fullest.items()
        if name not in required
        and not names_record(name)
        and (isinstance(value, int | float) or view.choices(view.arguments.get(name)) or _is_day(value))
    }


def _is_day(value: Any) -> bool:
    return isinstance(value, str) and _DAY.match(value) is not None


def _ranked_call(
    view: FlatSchema, schema: Mapping[str, Any], call: dict[str, Any], number: int, kept: Collection[str]
) -> dict[str, Any]:
    for name, value in call.items():
        other = {**call, name: _ranked(view, view.arguments.get(name, {}), value, number)}
        call = other if name not in kept and view.fits(schema, other) else call
    return call


def _ranked(view: FlatSchema, node: Mapping[str, Any], value: Any, number: int) -> Any:
    """Return a value of the same form that has the rank of record *number* among those of the others."""
    if isinstance(value, bool):
        # Most records are as usual, and not hidden, for example.
        return node.get("default") is True if number % 3 != 2 else node.get("default") is not True
    if isinstance(value, int | float):
        return _ranked_number(view, node, value, _TIED[number])
    if not isinstance(value, str):
        return value
    choices = view.choices(node)
    if choices:
        usual = [one for one in choices if one == node.get("default")]
        # The first choice, or the usual one, is that of most records.
        ranked = [*usual, *(one for one in choices if one not in usual)]
        return ranked[(_TIED[number] - 1) % len(ranked)]
    if _is_day(value):
        return _DAY.sub(rf"\g<1>0{_TIED[number]}", value, count=1)
    return f"{value}{_RANKS[number]}"


def _ranked_number(view: FlatSchema, node: Mapping[str, Any], value: float, rank: int) -> float:
    """Return a number of a rank, which lies with those of all ranks within the limits of the schema."""
    ranks = sorted({*_TIED})
    for step in _STEPS if isinstance(value, float) else _STEPS[:1]:
        for below in range(_MOST_BELOW + 1):
            numbers = [value + (one - below) * step for one in ranks]
            if all(view.fits(node, one) for one in numbers):
                return numbers[ranks.index(rank)]
    # There are fewer numbers than ranks.
    few = [one for one in (value + more for more in range(-_MOST_BELOW, _MOST_BELOW)) if view.fits(node, one)]
    return few[min(rank, len(few)) - 1] if few else value
