"""Unknown items: a writer that is given a list of things which are not there, and says that it is done.

Its description says that a call fails if any of them is missing. Where the others are changed all the same, a caller
cannot tell the two apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....profile.told_errors import tells_of_any_missing
from ....strategies.schemas.flat_schema import is_valid
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.missing_things import UNUSED_NAME, unlisted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView

__all__ = ["unknown_items"]

_MAX_CALLS = 2


def unknown_items(subject: Subject) -> Outcome | None:
    """Return a call that succeeds with a name in a list that is nowhere, which the description calls a failure.

    Args:
        subject: A server's writer; its server is started afresh.
    """
    if not tells_of_any_missing(subject.facts.description or ""):
        return None
    subject.renew()
    view = StateView(subject)
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        for name in _unknown_names(subject, call):
            # Among others as well.
            for unknown in ({**call, **name}, {**call, **{key: [call[key][0], *name[key]] for key in name}}):
                data = view.taken(unknown).values()
                if any(item.lower() in text.lower() for items in name.values() for item in items for text in data):
                    break
                made = subject.call(unknown) if is_valid(subject.schema, unknown) else None
                if made is not None and made.succeeded:
                    return made
    return None


def _unknown_names(subject: Subject, call: dict[str, Any]) -> Iterator[dict[str, list[str]]]:
    """Yield another name for each list of names in the call, once if the schema allows it."""
    lists = {name: value[0] for name, value in call.items() if isinstance(value, list) and value}
    if not lists or not all(isinstance(item, str) for item in lists.values()):
        return
    others = {name: [UNUSED_NAME, *unlisted_values(item)] for name, item in lists.items()}
    for chosen in zip(*others.values(), strict=False):
        names = {name: [str(item)] for name, item in zip(others, chosen, strict=True)}
        if is_valid(subject.schema, {**call, **names}):
            yield names
            return
