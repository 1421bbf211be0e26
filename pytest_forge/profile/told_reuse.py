"""Told reuse: a description that says that a key which was used for another call is refused, or that it acts once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..regex import regex
from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["ToldReuse", "is_key", "told_reuse", "told_single_use"]

_SENTENCE = regex(r"\.(?:\s|$)|\n\s*\n|;")
_KEY = regex(
    r"\b(?:key|(?:request|call|message|client|operation)[ _-]?ids?|(?:the|an|its|this|that) id|token|reference|nonce)\b"
    r"|_id\b",
    re.IGNORECASE,
)
#: A use of a key before this one; "the same key" tells of one as well.
_USED = regex(
    r"\b(?:re-?us(?:ed?|ing)|used|belongs|sent|seen|taken|repeated)\b"
    r"|\bsame (?:\w+[ _-]){0,2}(?:key|ids?|token|reference|nonce)\b",
    re.IGNORECASE,
)
_OTHER = regex(r"\b(?:other|another|different|changed|else)\b", re.IGNORECASE)
_REFUSED = regex(r"\b(?:refus\w+|reject\w*|(?:an|is|as) error|\w+Error|fails?|raises|conflict)\b", re.IGNORECASE)
#: "ValueError: If the amount is not valid, or the id was used for another payment" names one case after another.
_RAISED = regex(r"\b\w+Error\b:? (?:if|when)\b", re.IGNORECASE)
_CASE = regex(r",? or (?:if |when )?|, (?:if |when )?", re.IGNORECASE)
_DENIED = regex(r"\b(?:not|never|without|instead of|unless)\b", re.IGNORECASE)

_KEY_NAME = r"(?:[\w-]+[ _])?(?:key|id|reference|token|nonce)"
_BEFORE = r"\b(?:was|were|is|has|have|had)\b[^,;:]{0,30}\b(?:before|already|earlier|known|used|seen)\b"
_ONCE = r"\b(?:(?:at most|only|just|exactly) once|once (?:at most|only)|never (?:\w+ ){1,3}twice)\b"
_NOTHING = (
    r"\b(?:nothing|no (?:further|additional|more|other|second) \w+|(?:is|are|does|do) not (?:\w+ ){1,3}(?:again|twice)"
    r"|refused|rejected)\b"
)
#: What one key does, whatever comes with it: "a request_id pays out once at most", "if it was used before, nothing is".
_SINGLE_USE = tuple(
    regex(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:one|an?|any|each|every|the|the same) {_KEY_NAME}\b[^,;:]{{0,40}}{_ONCE}",
        rf"\b(?:an?|any|each|every) {_KEY_NAME}\b[^,;:]{{0,20}}{_BEFORE}[^;:]*{_NOTHING}",
        rf"\b(?:if|when) (?:it|(?:the|an?|that|this|its) {_KEY_NAME}) {_BEFORE}[^;:]*{_NOTHING}",
    )
)
#: Equal calls are told of, which is less: "the same key with the same details".
_EQUAL = regex(
    rf"\b(?:(?:same|its)\b(?! {_KEY_NAME}\b)|equal|identical|unchanged|alike|unsafe|not safe)\b", re.IGNORECASE
)
_KEY_ARGUMENT = regex(r"(?:^|_|[a-z](?=[A-Z]))(?:key|id|ref|reference|token|nonce)$", re.IGNORECASE)

#: The sentence, and the words after "other", by which it may name arguments.
ToldReuse = tuple[str, frozenset[str]]


def told_reuse(tool: ToolFacts, written: str = "") -> ToldReuse | None:
    """Return the sentence in which a tool says that it refuses a key with other arguments; None without one.

    Args:
        tool: The tool.
        written: The docstring of its function, of which the description may leave out what is raised.
    """
    for sentence in _SENTENCE.split(f"{tool.description or ''}\n\n{written}"):
        for case in _CASE.split(sentence) if _RAISED.search(sentence) else (sentence,):
            is_told = all(part.search(case) for part in (_KEY, _USED, _OTHER)) and not _DENIED.search(case)
            if is_told and _REFUSED.search(sentence):
                behind = _OTHER.split(case, maxsplit=1)[-1]
                return " ".join(sentence.split()), frozenset(name_words(behind))
    return None


def told_single_use(tool: ToolFacts) -> tuple[str, str] | None:
    """Return the sentence in which a tool says that a key acts once, whatever comes with it, and the argument it names.

    Returns:
        None without such a sentence, if several arguments may be the key, or if another sentence tells of other values.
    """
    sentences = [" ".join(one.split()) for one in _SENTENCE.split(tool.description or "")]
    if any(all(part.search(one) for part in (_KEY, _USED, _OTHER)) and not _REFUSED.search(one) for one in sentences):
        return None
    nodes = tool.input_schema.get("properties") if isinstance(tool.input_schema, Mapping) else None
    texts = {name: str(node.get("description") or "") for name, node in (nodes or {}).items() if _is_key(name, node)}
    for sentence in filter(_is_single_use, sentences):
        named = [name for name in texts if re.search(rf"\b{re.escape(name).replace('_', '[_ ]')}\b", sentence)]
        if len(named or texts) == 1:
            return sentence, next(iter(named or texts))
    for name, text in texts.items():
        for sentence in filter(_is_single_use, (" ".join(one.split()) for one in _SENTENCE.split(text))):
            return sentence, name
    return None


def is_key(name: str) -> bool:
    """Tell whether an argument is named as a key by which calls are told apart."""
    return _KEY_ARGUMENT.search(name) is not None


def _is_single_use(sentence: str) -> bool:
    return any(part.search(sentence) for part in _SINGLE_USE) and not _EQUAL.search(sentence)


def _is_key(name: str, node: Any) -> bool:
    return is_key(name) and isinstance(node, Mapping) and node.get("type") == "string"
