"""Shown fields: what one call has set, and the answers of later calls show, as of a record that all of them change.

Two calls at once set the timeout of one service. If each answers with the settings as they then are, one may show the
timeout of the other: it is what the service has. In turn, a call that sets something else shows it as well:

    update_settings({"timeout": 30})   {"timeout": 30, "retries": 3}
    update_settings({"retries": 5})    {"timeout": 30, "retries": 5}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....targets.subject import Subject
from ...calls.bugs import BugFinder
from ...calls.copies import in_a_copy
from .calls_at_once import made_in_order

__all__ = ["is_shown_field"]


def is_shown_field(
    subject: Subject, bugs: BugFinder, call: Mapping[str, Any], other: Mapping[str, Any], place: str, own: Any
) -> bool:
    """Return whether a call shows in turn what another one has set, once it does not set it itself.

    Args:
        subject: The tool.
        bugs: Summarizes its calls.
        call: A call.
        other: Another one, with another value for it.
        place: The place of the field in the answers.
        own: The value there in the answer of the first call.
    """
    for fewer in _without(call, own):
        shown = [_shown(subject, bugs, [first, fewer], place) for first in (other, call)]
        if None not in shown:
            return bool(shown[0] != shown[1])
    return False


def _shown(subject: Subject, bugs: BugFinder, calls: Sequence[Mapping[str, Any]], place: str) -> Any:
    """Return what two calls in turn both show at a place; None if they do not."""
    made = in_a_copy(lambda: made_in_order(subject, bugs, [dict(call) for call in calls]), limit_s=subject.call_s)
    shown = [done["leaves"].get(place) for done in made or ()]
    return shown[0] if shown and all(value == shown[0] for value in shown) else None


def _without(call: Mapping[str, Any], value: Any) -> Iterator[dict[str, Any]]:
    """Yield the call, if it may not set the field, and without each argument or entry of one that has the value."""
    yield dict(call)
    for name, given in call.items():
        if given == value:
            yield {key: one for key, one in call.items() if key != name}
        if isinstance(given, Mapping) and value in given.values():
            yield {**call, name: {key: one for key, one in given.items() if one != value}}
