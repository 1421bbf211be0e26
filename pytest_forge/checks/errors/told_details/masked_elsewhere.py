"""Masked elsewhere: names of secrets whose values another reader of the server masks.

show_config("1.4.0")          {"name": "TOKEN", "value": "********"}
compare("1.3.0", "1.4.0")     {"name": "TOKEN", "old": "wh-aa01", "new": "wh-bb02"}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....oracles.named_texts import named_texts, records_in
from ....profile.secrets import holds_secret, is_masked
from ....targets.subject import Subject
from ...calls.state_view import calls_like

__all__ = ["masked_elsewhere"]

_MAX_READERS, _MAX_ASKED = 4, 2


def masked_elsewhere(subject: Subject, call: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of secrets that other readers of a server mask, with the reader.

    Args:
        subject: A reader; one that is no tool of a server has no others.
        call: A call of it, with whose values the others are asked.
    """
    found: dict[str, str] = {}
    readers = [one for one in subject.neighbours if one[0].tier == "read" and one[0].name != subject.facts.name]
    for reader in [subject.beside(*one) for one in readers[:_MAX_READERS]] if subject.is_served else []:
        for asked in calls_like(reader, call)[:_MAX_ASKED]:
            answer = reader.call(asked)
            found |= dict.fromkeys(_masked_names(answer.value), reader.facts.name) if answer.succeeded else {}
    return found


def _masked_names(value: Any) -> set[str]:
    """Return the names of secrets whose values are masked: of keys, and beside them in a record."""
    keys = {name for name, text in named_texts(value) if holds_secret(name) and is_masked(text)}
    for record in records_in(value):
        texts = [text for _, text in record if isinstance(text, str)]
        if any(map(is_masked, texts)):
            keys |= {text for text in texts if text.isidentifier() and holds_secret(text)}
    return {name.lower() for name in keys}
