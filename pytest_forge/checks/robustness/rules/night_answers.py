"""Night answers: what a tool tells of one night, compared with the same of others, on which clocks are changed or not.

20:00 to 08:00 of 13 January     12     and 13 until 09:00: the number follows the hours
20:00 to 08:00 of 13 July        12
20:00 to 08:00 of 30 March       11 in Berlin
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.told_words import all_told_words
from .nights import EVENING, LATER, MORNING

__all__ = ["Places", "follows_hours", "leaves_of_answer", "places_of", "words_about_hours"]

_DEEPEST = 4
_DAY = regex(r"\d{4}-\d\d(?:-\d\d)?|\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}/\d\d/\d\d")
#: Offsets, and the abbreviations that stand for them.
_OFFSET = regex(r"(?:\bUTC|\bGMT)?(?<![\d-])[+-]\d\d(?::?\d\d)?\b|(?<=\d)(?:[+-]\d\d:?\d\d\b|Z\b)|\b[A-Z]{1,4}T\b")
#: The times that are given.
_GIVEN = regex("|".join(rf"\b{time:%H:%M}(?::00)?\b" for time in (EVENING, MORNING, LATER)))

#: What is told in each place of an answer, without days and offsets.
Places = dict[str, str]


def words_about_hours(tool: Subject) -> str:
    """Return what is said of a tool, of its arguments and of its results."""
    schema = tool.facts.output_schema
    nodes = FlatSchema(schema).root.get("properties") if isinstance(schema, Mapping) else None
    told = [node.get("description") for node in nodes.values()] if isinstance(nodes, Mapping) else []
    return "\n\n".join([all_told_words(tool), *(text for text in told if isinstance(text, str))])


def places_of(outcome: Outcome) -> Places:
    """Return what an answer tells by place, without days and offsets; nothing for a call that fails."""
    return {place: _OFFSET.sub("", _DAY.sub("", text)) for place, text in leaves_of_answer(outcome).items()}


def leaves_of_answer(outcome: Outcome) -> Places:
    """Return what an answer tells by place, as it is; nothing for a call that fails."""
    return dict(_leaves(outcome.value)) if outcome.succeeded else {}


def follows_hours(usual: Places, summer: Places, longer: Places) -> list[str]:
    """Return the places of what is told of any night, and is another for a night that is an hour longer.

    Args:
        usual: What is told of an ordinary night.
        summer: The same of one in summer.
        longer: What is told of one with a later morning; the times that are given may stand there.
    """
    shared = [place for place in usual if place in longer and summer.get(place) == usual[place]]
    return [place for place in shared if _GIVEN.sub("", usual[place]) != _GIVEN.sub("", longer[place])]


def _leaves(value: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping | list) and depth < _DEEPEST:
        for key, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _leaves(part, f"{place}/{key}", depth + 1)
    else:
        yield place, str(value)
