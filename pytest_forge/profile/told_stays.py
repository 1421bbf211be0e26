"""Told stays: a description that promises that what a tool holds stays as it is: "The recipe itself is not changed"."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .reads import promise_in, writing_word
from .roles import name_words

__all__ = ["told_to_stay"]

_SAME = r"(?:(?:just |exactly )?as (?:it|they) (?:is|are|was|were)|unchanged|untouched|intact|the same)"
_CHANGE = r"(?:change|modify|alter|touch|edit|overwrite)"
_CHANGED = r"(?:changed|modified|altered|touched|edited|overwritten)"
_STORED = r"(?:stored|saved|kept|held|original|underlying|built-in|master|loaded)"
_STAYS = (
    rf"(?:(?:stays?|remains?) {_SAME}|(?:is|are) (?:always )?(?:left|kept) {_SAME}"
    rf"|(?:is|are) (?:not|never) (?:ever )?{_CHANGED})\b"
)
_PROMISES = regex(
    rf"\b{_STORED} (?P<stored>[\w -]{{1,40}}?) {_STAYS}"
    rf"|(?P<whole>\b[\w-]+(?: [\w-]+)?) (?:itself|themselves) {_STAYS}"
    rf"|\b(?:does not|doesn't|never) {_CHANGE}s? (?:the|any|its) {_STORED} (?P<left>[\w-]+(?: [\w-]+)?)"
    rf"|^the (?!{_STORED} )(?P<sentence>[\w-]+(?: [\w-]+)?) {_STAYS}[.!]?$",
    re.IGNORECASE,
)


def told_to_stay(tool: ToolFacts) -> frozenset[str]:
    """Return the words, in the singular, for what a tool without a tier promises to leave as it is; empty without any.

    Only what it holds is meant: other data may change, as the stock does of a shop that keeps its prices.
    """
    if tool.tier is not None or writing_word(tool):
        return frozenset()
    # "Scale a recipe for other numbers of people; the stored one stays as it is."
    found = _PROMISES.search(promise_in((tool.description or "").replace(";", "."), _PROMISES))
    words = name_words(" ".join(part for part in found.groups() if part)) if found is not None else []
    return frozenset(_singular(word) for word in words)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word
