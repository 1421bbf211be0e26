"""Other choices: a document with the texts that code compares with its values, each record with another one.

[{"id": 1, "state": "hello"}, {"id": 2, "state": "bob"}]
[{"id": 1, "state": "queued"}, {"id": 2, "state": "done"}]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .other_leaves import document_in, written
from .own_keys import asked_value, flat_values

__all__ = ["contents_with_choices"]

_MAX_STEPS = 6


def contents_with_choices(
    suffix: str, data: bytes, choices: Mapping[str, Sequence[str]], call: Mapping[str, Any]
) -> Iterator[bytes]:
    """Yield contents of a file with other choices, so that each record has every one of them in turn.

    Args:
        suffix: The ending of the file's name, with the dot.
        data: Its content.
        choices: The texts with which code compares values, by key.
        call: The call that is to find the first record.
    """
    document, given = document_in(suffix, data), flat_values(call)
    if document is None:
        return
    for step in range(min(max(map(len, choices.values()), default=0), _MAX_STEPS)):
        changed = written(suffix, _Changer(choices, given, step).changed(document))
        if changed != data:
            yield changed


class _Changer:
    """Replaces the texts and numbers of keys that have choices."""

    def __init__(self, choices: Mapping[str, Sequence[str]], given: Mapping[str, Any], step: int) -> None:
        self._choices = choices
        self._given = given
        self._step = step
        self._number = dict.fromkeys(choices, step)

    def changed(self, document: Any) -> Any:
        if isinstance(document, list):
            return [self.changed(item) for item in document]
        if not isinstance(document, dict):
            return document
        return {
            key: self._next(key) if key in self._choices and _is_leaf(value) else self.changed(value)
            for key, value in document.items()
        }

    def _next(self, key: str) -> str:
        texts, number = self._choices[key], self._number[key]
        self._number[key] += 1
        asked = asked_value(key, self._given)
        # The first document is the one in which the call finds something.
        return str(asked) if number == 0 and asked in texts else texts[number % len(texts)]


def _is_leaf(value: Any) -> bool:
    return isinstance(value, str | int | float)
