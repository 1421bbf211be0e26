"""Refusal examples: a refused call with the values that its refusal shows as examples."""

from __future__ import annotations

import re
from typing import Any

from ....profile.shown_examples import examples_in
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject

__all__ = ["calls_with_examples"]


def calls_with_examples(subject: Subject, refused: Outcome) -> list[dict[str, Any]]:
    """Return a refused call with an example of the refusal in each text argument that the refusal names or quotes.

    Args:
        subject: The tool.
        refused: The call and its refusal.
    """
    call, told = dict(refused.arguments), refused.text
    texts = {name: value for name, value in call.items() if isinstance(value, str)}
    named = [name for name, value in texts.items() if _is_in(name.replace("_", " "), told) or _is_in(value, told)]
    changed = [{**call, name: example} for example in examples_in(told) for name in named]
    return [one for one in changed if one != call and FlatSchema(subject.schema).fits(subject.schema, one)]


def _is_in(word: str, told: str) -> bool:
    return bool(word) and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", told, re.IGNORECASE) is not None
