"""Empty wholes: a choice that means all of the others and lists nothing, where the others list something.

status: Literal["open", "done", "all"]     if entry["status"] == status: ...     no entry has the status "all"
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....profile.whole_choices import means_all_others
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.ordinary_outcomes import in_json_types

__all__ = ["empty_as_whole"]

_MAX_DEPTH = 4

#: The items of the lists in an answer, by their places.
_Lists = dict[str, set[str]]


def empty_as_whole(
    subject: Subject,
    path: Sequence[str | int],
    value: Any,
    made: Sequence[Outcome],
    rest: Sequence[tuple[Any, list[Outcome]]],
) -> str:
    """Return what a tool does with a choice that means all others, if it lists nothing with it; "" if it lists any.

    Two of the others must list something in the same call otherwise, and share none of it: each is a part of the whole.
    Where a choice may tell how many items of a list must match, each of the entries must name its choice.

    Args:
        subject: The tool.
        path: The place of the choice in the arguments.
        value: The choice.
        made: Its calls.
        rest: The other choices with theirs.
    """
    if len(path) != 1 or not means_all_others(value, [value, *(other for other, _ in rest)]):
        return ""
    name = str(path[0])
    nodes = (subject.schema.get("properties") or {}).values()
    takes_lists = any("array" in json.dumps(node, default=repr) for node in nodes)
    told = [(_without(one, name), _lists(subject, one)) for one in made if one.succeeded]
    if not told or any(items for _, lists in told for items in lists.values()):
        return ""
    for base, lists in told:
        beside = [
            (other, _lists(subject, one))
            for other, calls in rest
            for one in calls
            if one.succeeded and _without(one, name) == base
        ]
        for place in lists:
            full = [(other, found[place]) for other, found in beside if found.get(place)]
            if takes_lists:
                full = [(other, items) for other, items in full if all(json.dumps(other) in item for item in items)]
            for (one, first), (other, second) in itertools.combinations(full, 2):
                if one != other and first.isdisjoint(second):
                    return f"lists nothing as {place!r}, though it lists entries for {one!r}, and others for {other!r}"
    return ""


def _without(outcome: Outcome, name: str) -> str:
    return json.dumps({key: one for key, one in outcome.arguments.items() if key != name}, sort_keys=True, default=repr)


def _lists(subject: Subject, outcome: Outcome) -> _Lists:
    value = outcome.value if subject.is_served else in_json_types(outcome.returned)
    found: _Lists = {}
    for place, items in _found(value, "", 0):
        found.setdefault(place, set()).update(json.dumps(item, sort_keys=True, default=repr) for item in items)
    return found


def _found(value: Any, place: str, depth: int) -> Iterator[tuple[str, list[Any]]]:
    """Yield each list of an answer that stands in no other one, with its place."""
    if isinstance(value, list):
        yield place or "result", value
    elif isinstance(value, Mapping) and depth < _MAX_DEPTH:
        for key, part in value.items():
            yield from _found(part, f"{place}.{key}".lstrip("."), depth + 1)
