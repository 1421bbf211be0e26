"""Held versions: versions in the variables of a function's modules, which it puts in order or chooses by their texts.

latest("pump")     "1.9.3", though the tool holds "1.10.1" as well
latest("pump")     "1001.1010.1001", if it holds the same versions with numbers of four digits: 1001.1009.1003, ...
latest("pump")     "11.19.13", if it holds them with a 1 before each number: what they are called decides nothing
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from ....profile.told_versions import are_compared_as_texts, tells_of_prereleases, tells_of_versions
from ....regex import regex
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.fresh_world import make_fresh
from .held_tables import change_tables, tables_of_modules, texts_in, with_texts
from .version_forms import VERSION

__all__ = ["judge_held_versions"]

_SHARE = 0.1
_MAX_BASES = 4
#: Time limit of a call in a copy, in calls.
_CALLS = 2
#: More than any number of a version; added to one, it makes four digits of it.
_MUCH = 1000
#: The number of a part, but no zero: what begins with zero may be a stage of its own.
_NUMBER = regex(r"(?:(?<=^)|(?<=^v)|(?<=\.))[1-9][0-9]*(?=[.-]|(?:a|b|rc)[0-9]|$)")

_Change = Callable[[str], str]


def judge_held_versions(subject: Subject, words: str, rank: Callable[[str], Any]) -> bool:
    """Judge that the answer is the same when all numbers of the versions that a function holds have as many digits.

    Versions are then in one order as numbers and as texts. Only such differences are judged in which one version takes
    the place of another, and texts order the two otherwise. With other numbers, which texts and numbers order as they
    did before, the answer must be the same: what is left out by its name, or chosen by a range, is not judged.

    Args:
        subject: The tool.
        words: What is said of it.
        rank: Returns the rank of a version by its numbers.

    Returns:
        Whether the answers tell of such versions.

    Raises:
        CheckFailure: If the answer is another one.
    """
    if subject.is_served or not tells_of_versions(words) or are_compared_as_texts(words):
        return False
    held = _versions_of_modules(subject, with_labels=tells_of_prereleases(words))
    if not any(_is_otherwise_as_text(one, other, rank) for one in held for other in held):
        return False
    own = {change(text): text for text in held for change in (_padded, _led)}
    judged = False
    for call in subject.patience(_SHARE).each(_calls(subject)):
        plain = _told(subject, call, held, str)
        if not plain or not set(held).intersection(plain):
            continue
        padded, led = (_told(subject, call, held, change) for change in (_padded, _led))
        if padded is None or led is None or [own.get(text, text) for text in led] != plain:
            continue
        judged = True
        even = [own.get(text, text) for text in padded]
        changed = [(one, other) for one, other in zip(plain, even, strict=False) if one != other and other in held]
        if len(even) != len(plain) or not changed:
            continue
        is_by_text = all(one in held and _is_otherwise_as_text(one, other, rank) for one, other in changed)
        # An accident does not repeat.
        if is_by_text and [plain, padded] == [_told(subject, call, held, change) for change in (str, _padded)]:
            one, other = changed[0]
            raise CheckFailure(
                "ordered_as_text",
                f"The answer tells of version {one} where {other} is due: versions are ordered as texts. If all their "
                "numbers have four digits, it is the other one. Compare their numbers.",
                arguments=call,
            )
    return judged


def _versions_of_modules(subject: Subject, *, with_labels: bool) -> list[str]:
    """Return the versions that the modules of a function hold, each once; those of years are left out."""
    texts = (text for module, name in tables_of_modules(subject) for text in _with_keys(vars(module)[name]))
    found = dict.fromkeys(text for text in texts if VERSION.fullmatch(text))
    small = [text for text in found if all(int(number) < _MUCH for number in _NUMBER.findall(text))]
    return [text for text in small if with_labels or text.removeprefix("v").replace(".", "").isdecimal()]


def _with_keys(value: Any) -> Iterator[str]:
    yield from texts_in(value)
    for part in value.values() if type(value) is dict else value:
        yield from _with_keys(part) if type(part) in (list, tuple, dict) else ()
    yield from (key for key in value if type(value) is dict and isinstance(key, str))


def _is_otherwise_as_text(one: str, other: str, rank: Callable[[str], Any]) -> bool:
    """Tell whether texts order two versions otherwise than numbers do: as a whole, or part by part."""
    if rank(one) == rank(other):
        return False
    is_less = rank(one) < rank(other)
    return bool((one < other) != is_less or (one.split(".") < other.split(".")) != is_less)


def _told(subject: Subject, call: dict[str, Any], held: list[str], change: _Change) -> list[str] | None:
    """Return the texts of the answer to a call if the function holds other versions; None if it fails."""

    def changed(text: str) -> str:
        return change(text) if text in held else text

    def made() -> list[str] | None:
        make_fresh([subject])
        change_tables(subject, changed, with_keys=True)
        with fake_sleep():
            outcome = subject.call({name: with_texts(value, changed) for name, value in call.items()})
        return list(texts_in(json.loads(json.dumps(outcome.value, default=repr)))) if outcome.succeeded else None

    told: list[str] | None = in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    return told


def _calls(subject: Subject) -> list[dict[str, Any]]:
    try:
        return plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]
    except NoCallFits:
        return []


def _padded(version: str) -> str:
    """Return a version whose numbers have four digits, but zero."""
    return _with_numbers(version, lambda number: str(_MUCH + int(number)))


def _led(version: str) -> str:
    """Return a version with a 1 before its numbers, but zero: numbers and texts order such ones as before."""
    return _with_numbers(version, lambda number: f"1{number}")


def _with_numbers(version: str, change: _Change) -> str:
    return _NUMBER.sub(lambda found: change(found[0]), version)
