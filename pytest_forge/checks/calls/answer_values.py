"""Answer values: names and numbers in the answers of a server, with which its other calls may find records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...regex import regex
from ...strategies.role_values import described_tables
from ...targets.outcome import Outcome

__all__ = ["answered_values", "leaves", "offered_values"]

_MAX_LINES, _MAX_TEXT, _MAX_WORD = 6, 200, 80
_MAX_VALUES = 24
#: A shorter value that was sent may stand in another by chance.
_MIN_SENT = 4
_DEEPEST = 4
_QUOTED = regex(r"[`'\"\u2018\u201c]([^`'\"\u2019\u201d\n]{1,80})[`'\"\u2019\u201d]")
#: The beginning of a list in a sentence, and what stands between its items.
_LIST = regex(r"(?::|\bare\b|\bone of\b|\bmust be\b|\buse\b|\()\s*([^:()\n]{1,1000})", re.IGNORECASE)
#: A list of names that nothing introduces.
_PLAIN = regex(r"[\w.-]+(?:\s*,\s*[\w.-]+)+(?:,?\s+(?:and|or)\s+[\w.-]+)?")
_BETWEEN = regex(r"\s*[,;|/]\s*|\s+(?:or|and)\s+", re.IGNORECASE)
_AROUND = " \t.!?`'\"[](){}<>,;:\u2018\u2019\u201c\u201d"


def answered_values(reply: Outcome) -> list[str | int]:
    """Return what a successful call names: the leaves of the answer, the arguments, then the words of the text."""
    found: dict[str | int, None] = dict.fromkeys(leaves(reply.value))
    found.update(dict.fromkeys(leaves(reply.arguments)))
    words = (word.strip(_AROUND) for word in reply.text.split())
    found.update(dict.fromkeys(word for word in words if 1 < len(word) <= _MAX_WORD))
    return list(found)[:_MAX_VALUES]


def offered_values(text: str, arguments: Mapping[str, Any]) -> list[str]:
    """Return the values that the refusal of a call offers instead, such as "Known: bergen, oslo".

    One that names columns, such as "The columns must be day and pay", offers tables with them.

    Args:
        text: The refusal.
        arguments: The arguments of the call; a refusal repeats them.
    """
    listed = [
        part.strip(_AROUND) for items in (*_LIST.findall(text), *_PLAIN.findall(text)) for part in _BETWEEN.split(items)
    ]
    known = {str(value) for value in arguments.values()}
    # What is quoted may be a list itself, such as "1-3,8".
    found = dict.fromkeys(word for word in [*_QUOTED.findall(text), *listed] if 0 < len(word) <= _MAX_WORD)
    # A piece of the sentence around a value that was sent is none that it offers.
    sent = [value for value in known if len(value) >= _MIN_SENT]
    offered = (word for word in found if word not in known and word not in arguments)
    words = [word for word in offered if not any(value in word for value in sent)][:_MAX_VALUES]
    # Behind them, the table with the columns that are missed.
    return [*words, *described_tables(text)]


def leaves(value: Any, depth: int = 0) -> Iterator[str | int]:
    """Yield the texts and whole numbers in an answer, in order."""
    if isinstance(value, Mapping | list) and depth < _DEEPEST:
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from leaves(part, depth + 1)
    elif isinstance(value, str):
        # A plain text may be a list, a line each.
        yield from (line.strip() for line in value.splitlines()[:_MAX_LINES] if 0 < len(line.strip()) <= _MAX_TEXT)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value
