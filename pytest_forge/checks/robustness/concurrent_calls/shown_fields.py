"""Shown fields: what one call has set, and the answers of later calls show, as of a record that all of them change.

Two calls at once set the timeout of one service. If each answers with the settings as they then are, one may show the
timeout of the other: it is what the service has. In turn, a call that sets something else shows it as well:

    update_settings({"timeout": 30})   {"timeout": 30, "retries": 3}
    update_settings({"retries": 5})    {"timeout": 30, "retries": 5}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
        pairs = ([other, fewer], [call, fewer])
        made = [
            in_a_copy(lambda pair=pair: made_in_order(subject, bugs, pair), limit_s=subject.call_s) for pair in pairs
        ]
        if all(made) and all(len({done["leaves"].get(place, place) for done in pair}) == 1 for pair in made):
            return made[0][1]["leaves"].get(place) != made[1][1]["leaves"].get(place)
    return False


def _without(call: Mapping[str, Any], value: Any) -> Iterator[dict[str, Any]]:
    """Yield the call, if it may not set the field, and without each argument or entry of one that has the value."""
    yield dict(call)
    for name, given in call.items():
        if given == value:
            yield {key: one for key, one in call.items() if key != name}
        if isinstance(given, Mapping) and value in given.values():
            yield {**call, name: {key: one for key, one in given.items() if one != value}}
