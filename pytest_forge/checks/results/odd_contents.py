"""Odd contents: what another tool stores that no parser takes or that prints when run, and a call that then prints.

save_snippet(name="hello", source="def f(:")     saved
check_snippets()                                 {"broken": ["hello"]}, behind a line of the compiler that is no message
"""

from __future__ import annotations

import itertools
from typing import Any

from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NoCallFits
from ..calls.asking import served_tool
from ..calls.plausible_calls import plausible_calls
from ..calls.sequences import NamedCall, before_json
from ..calls.stored_texts import TextSlot, stored_text, text_slots
from .message_trouble import message_trouble

__all__ = ["judge_odd_contents"]

#: Share of a check's time, and the places where other tools store a text.
_SHARE, _MAX_SLOTS = 0.1, 2
_TEXTS = {
    "a text that is broken in every language": "def f(:\n\t{{ [1, <b \"x' %} \\\n]] : - @ (",
    "code that prints": "print('printed by code')\n",
    "code that logs": "console.log('printed by code')\n",
    "an empty text": "",
    "control signs": "\x1b[2J\x00\x07\ufeff",
    "bytes that are no text, in base64": "AAECAwQF/v8=",
}


def judge_odd_contents(subject: Subject) -> None:
    """Judge that a call's answer is a valid message, and the only one, after another tool has stored an odd text.

    Raises:
        CheckFailure: If it is not, twice.
    """
    if not subject.is_served or served_tool(subject).server.address.url:
        return
    patience, version = subject.patience(_SHARE), subject.facts.protocol_version
    try:
        base = plausible_calls(subject, limit=1)[0]
    except NoCallFits:
        return
    for slot in itertools.islice(text_slots(subject, base, most_calls=1), _MAX_SLOTS):
        for what, text in _TEXTS.items():
            # It is beside the verdict: a slow server is judged by fewer.
            if patience.is_over:
                return
            made = _after(subject, base, slot, text, is_needed=False)
            if made is None or not message_trouble(made[0], version):
                continue
            subject.renew()
            again = _after(subject, base, slot, text, is_needed=True)
            trouble = message_trouble(again[0], version) if again is not None else ""
            if again is not None and trouble:
                outcome, before = again
                raise CheckFailure(
                    "not_json",
                    f"After {before[0]!r} has stored {what}: {trouble[0].lower()}{trouble[1:]} Clients reject it or "
                    "disconnect.",
                    arguments=outcome.arguments,
                    before=before_json([before]),
                )


def _after(
    subject: Subject, base: dict[str, Any], slot: TextSlot, text: str, *, is_needed: bool
) -> tuple[Outcome, NamedCall] | None:
    """Return a call after another tool has stored a text, and the storing call; None if it stores none."""
    stored = stored_text(subject, base, slot, text, is_needed=is_needed)
    return None if stored is None else (subject.call(stored[0]), stored[1])
