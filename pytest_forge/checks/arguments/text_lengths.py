"""Text lengths: whether a validator refuses every text of a length that the argument's pattern allows.

A schema cannot express every rule, but it can express lengths. A rule about length is told from a rule about letters by
trying many texts of each length: every text of one length must be refused, and every text of another accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...regex import regex
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.schemas.limits import count_of
from ...strategies.schemas.patterns import compiled_pattern, parsed_pattern, text_matching
from ...targets.subject import Subject

__all__ = ["RefusedLength", "refused_length"]

#: A longer text is not an identifier, so its length is hardly a rule.
_LONGEST = 64
_MAX_LENGTHS = 14
_SEEDS = 8
#: Fewer different texts of a length prove nothing.
_FEWEST = 3
_ANCHORED = regex(r"(?:\^|\\A).*(?:\$|\\Z)", re.DOTALL)


class RefusedLength(Struct, frozen=True):
    """A length at which every text is refused.

    Attributes:
        name: The argument.
        length: Length of the refused texts, in characters.
        taken: Length of accepted texts, in characters.
        arguments: A call that is refused for the length alone.
    """

    name: str
    length: int
    taken: int
    arguments: dict[str, Any]


def refused_length(subject: Subject, accepted: Sequence[dict[str, Any]]) -> RefusedLength | None:
    """Return a length that the validator refuses as such; None if there is none.

    The accepted lengths must be consecutive: if only even ones are accepted, the rule is about something else.

    Args:
        subject: The tool; only its validation should run.
        accepted: Calls that pass validation.
    """
    view = FlatSchema(subject.schema)
    for flat in view.alternatives(subject.schema):
        for name, node in (flat.get("properties") or {}).items():
            alternatives = view.alternatives(node)
            contexts = [call for call in accepted if isinstance(call.get(name), str)]
            if len(alternatives) == 1 and contexts:
                found = _refused(subject, name, alternatives[0], contexts)
                if found is not None:
                    return found
    return None


def _refused(
    subject: Subject, name: str, flat: Mapping[str, Any], contexts: Sequence[dict[str, Any]]
) -> RefusedLength | None:
    lengths = _lengths(flat)
    if len(lengths) < 2:
        return None
    taken: dict[int, bool] = {}
    # If both ends are accepted, the lengths between them are not tried.
    for length in (lengths[0], lengths[-1], *lengths[1:-1]):
        texts = list(dict.fromkeys(_texts(flat, length)))
        if len(texts) < _FEWEST:
            return None
        answers = {any(subject.call({**context, name: text}).ran for context in contexts) for text in texts}
        if len(answers) > 1:
            return None
        taken[length] = answers.pop()
        if len(taken) == 2 and all(taken.values()):
            return None
    fine = [place for place, length in enumerate(lengths) if taken[length]]
    if not fine or len(fine) == len(lengths) or fine != list(range(fine[0], fine[-1] + 1)):
        return None
    refused = lengths[0] if not taken[lengths[0]] else lengths[-1]
    text = next(iter(_texts(flat, refused)))
    return RefusedLength(name, refused, lengths[fine[0]], {**contexts[0], name: text})


def _lengths(flat: Mapping[str, Any]) -> list[int]:
    """Return lengths that the pattern allows, the smallest and the largest included; empty without a pattern."""
    pattern = flat.get("pattern")
    if flat.get("type") != "string" or not isinstance(pattern, str) or flat.keys() & {"enum", "const", "format"}:
        return []
    if compiled_pattern(pattern) is None or not _ANCHORED.fullmatch(pattern):
        return []
    narrow, wide = (int(width) for width in parsed_pattern(pattern).getwidth())
    low, high = max(narrow, count_of(flat, "minLength", 0) or 0), min(wide, count_of(flat, "maxLength", wide) or 0)
    if high > _LONGEST:
        return []
    every = list(range(low, high + 1))
    step = max(1, -(-len(every) // _MAX_LENGTHS))
    return list(dict.fromkeys([*every[::step], *every[-1:]]))


def _texts(flat: Mapping[str, Any], length: int) -> Iterator[str]:
    """Yield texts of a length, each also with smaller numbers, so that a rule about a number is not taken for one."""
    pattern = str(flat["pattern"])
    compiled = compiled_pattern(pattern)
    for seed in range(_SEEDS):
        text = text_matching(pattern, min_length=length, max_length=length, seed=seed, plain_first=False)
        if text is None:
            return
        yield text
        for smaller in (_with_numbers(text, "0", "0"), _with_numbers(text, "1", "0"), _with_numbers(text, "1", "1")):
            if compiled is not None and compiled.search(smaller):
                yield smaller


def _with_numbers(text: str, first: str, other: str) -> str:
    return re.sub(r"\d+", lambda digits: first + other * (len(digits[0]) - 1), text)
