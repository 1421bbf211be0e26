"""Told vetoes: a description that says that a denial overrides what is allowed elsewhere, wherever both are listed."""

from __future__ import annotations

import re

__all__ = ["is_decision", "told_veto"]

_SENTENCE = re.compile(r"[.;](?:\s|$)|\n\s*\n")
_DENIAL = (
    r"(?:den(?:y|ies|ial|ials|ied)|prohibit\w*|forbid\w*|forbidden|ban(?:s|ned)?|block(?:s|ed)?|veto(?:es|ed)?"
    r"|refus\w+|exclusions?|revo(?:ked?|cations?)|deny[- ]?lists?|block[- ]?lists?)"
)
_WINS = (
    r"(?:overrid\w+|overrul\w+|wins?|(?:takes?|has|have) (?:precedence|priority)|prevails?|beats?|trumps?|outweighs?"
    r"|(?:is|are) stronger|suffices?|(?:is|are) enough|always (?:counts?|holds?|applies|apply)|goes? before|cancels?)"
)
_SAID = re.compile(
    rf"\b{_DENIAL}\b[^.;:]{{0,50}}?\b{_WINS}\b"
    rf"|\b(?:if|when|as soon as|where) (?:any|one|a single|at least one|even one)\b[^.;:,]{{0,50}}?\b{_DENIAL}\b"
    rf"|\b{_DENIAL} (?:if|when|as soon as|where) (?:any|one|a single|at least one|even one)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|unless|except|never|only|cannot|other than)\b|n't\b", re.IGNORECASE)
#: Other rules about which one counts, by which an order may do.
_IN_TURN = re.compile(
    r"\b(?:first|last|latest|order(?:ed)?|top|bottom|earlier|later|sequence|closest|nearest|specific|in turn|ranks?"
    r"|level|priorit(?:y|ies) of|own rules? (?:of|counts?|wins?|before))\b",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"(?:allow|den(?:y|ie)|permit|forbid|forbidden|grant|refuse|block|accept|reject|prohibit)\w*|yes|no", re.IGNORECASE
)


def told_veto(told: str) -> str:
    """Return the sentence that says that a denial overrides; "" without one, or where an order may count.

    Args:
        told: The description, also with the docstring.
    """
    if _IN_TURN.search(told):
        return ""
    sentences = (" ".join(sentence.split()) for sentence in _SENTENCE.split(told))
    return next((one for one in sentences if _SAID.search(one) and not _NOT.search(one)), "")


def is_decision(value: object) -> bool:
    """Tell whether a value of an answer is a decision: a flag, or a word such as "denied"."""
    return isinstance(value, bool) or (isinstance(value, str) and _DECISION.fullmatch(value) is not None)
