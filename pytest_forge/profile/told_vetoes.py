"""Told vetoes: a description that says that a denial overrides what is allowed elsewhere, wherever both are listed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..regex import regex

__all__ = ["is_decision", "opposites", "told_veto"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_DENIAL = (
    r"(?:den(?:y|ies|ial|ials|ied)|prohibit\w*|forbid\w*|forbidden|ban(?:s|ned)?|block(?:s|ed)?|veto(?:es|ed)?"
    r"|refus\w+|exclusions?|revo(?:ked?|cations?)|deny[- ]?lists?|block[- ]?lists?)"
)
_WINS = (
    r"(?:overrid\w+|overrul\w+|wins?|(?:takes?|has|have) (?:precedence|priority)|prevails?|beats?|trumps?|outweighs?"
    r"|(?:is|are) stronger|suffices?|(?:is|are) enough|always (?:counts?|holds?|applies|apply)|goes? before|cancels?)"
)
_ANY = r"(?:an?|any|some|one|another|a single|at least one|even one|the)"
_SAID = regex(
    rf"\b{_DENIAL}\b[^.;:]{{0,50}}?\b{_WINS}\b"
    rf"|\b(?:if|when|as soon as|where) (?:any|one|a single|at least one|even one)\b[^.;:,]{{0,50}}?\b{_DENIAL}\b"
    rf"|\b{_DENIAL} (?:if|when|as soon as|where) (?:any|one|a single|at least one|even one)\b",
    re.IGNORECASE,
)
_ALLOWANCE = r"(?:allow\w*|permit\w*|permission|grant\w*|approv\w*|accept\w*|may|let in|open(?:s|ed)?|give[sn]?)"
#: The same in sentences that have a "not", "unless" or "cannot" for it.
_SAID_WITH_NOT = regex(
    # "What one rule allows is allowed, unless another one denies it."
    rf"\b{_ALLOWANCE}\b[^.;:]{{0,100}}?\b(?:unless|except (?:where|when|if)"
    r"|(?:as long as|and|but|while|provided(?: that)?) no(?:ne)?)\b"
    rf"(?:(?<= no)|(?<=none)| {_ANY}\b)[^.;:,]{{0,50}}?\b{_DENIAL}\b"
    # "No grant can lift a ban", "a ban cannot be lifted".
    r"|\b(?:no|nothing|none|never|cannot|can't|not)\b[^.;:]{0,40}?\b(?:overrid\w+|lifts?|undo(?:es)?|cancels?|outweighs?"
    rf"|overrul\w+|beats?)\b[^.;:]{{0,25}}?\b{_DENIAL}\b"
    rf"|\b{_DENIAL}\b[^.;:]{{0,30}}?\b(?:cannot be|can't be|can never be|(?:is|are) (?:never|not))"
    r" (?:overridden|lifted|undone|cancell?ed|outweighed|overruled)\b"
    # "A ban holds whatever other rules allow."
    rf"|\b{_DENIAL}\b[^.;:]{{0,50}}?\b(?:whatever|even if|even when|even though|no matter|regardless of)\b"
    rf"[^.;:]{{0,50}}?\b{_ALLOWANCE}\b",
    re.IGNORECASE,
)
#: Without a rule nothing is allowed: "Nothing is allowed unless a rule allows it, and a denial always wins."
_BY_DEFAULT = regex(
    rf"\b(?:nothing|nobody|no one|none|no \w+)\b[^.;:,]{{0,40}}?\b{_ALLOWANCE}\b[^.;:,]{{0,20}}?"
    rf"\b(?:unless|until|except)\b[^.;:,]{{0,40}}?\b(?:{_ALLOWANCE}|so)\b[^.;:,]{{0,20}}(?=[.;:,]|$)"
    rf"|\b(?:what(?:ever)?|any(?:thing)?|every(?:thing)?|all)(?: (?:that|which))?(?: (?:is|are))? not (?:\w+ )?"
    rf"{_ALLOWANCE}\b[^.;:,]{{0,30}}?\b{_DENIAL}\b(?=[.;:,]|$)"
    rf"|\b(?:is|are) {_DENIAL} unless\b[^.;:,]{{0,40}}?\b{_ALLOWANCE}\b[^.;:,]{{0,20}}(?=[.;:,]|$)",
    re.IGNORECASE,
)
_NOT = regex(r"\b(?:not|unless|except|never|only|cannot|other than)\b|n't\b", re.IGNORECASE)
#: Other rules about which one counts, by which an order may do.
_IN_TURN = regex(
    r"\b(?:(?:first|last)(?![- ](?:names?|and last)\b)|latest|order(?:ed)?|top|bottom|earlier|later|sequence|closest"
    r"|nearest|specific|in turn|ranks?|level|priorit(?:y|ies) of|own rules? (?:of|counts?|wins?|before))\b",
    re.IGNORECASE,
)
#: All denials come first, wherever they are listed.
_DENIALS_FIRST = regex(
    rf"\b(?:all |any )?{_DENIAL}(?: (?:rules?|entries|lists?))? (?:(?:is|are) )?(?:always )?(?:(?:checked|applied"
    r"|applies|apply|evaluated|looked (?:at|up)|considered|read|tested|comes?|goes?|go) )(?:always )?"
    r"(?:first\b|before (?:any|all|every|the)\b[^.;:]*)",
    re.IGNORECASE,
)
_DECISION = regex(
    r"(?:allow|den(?:y|ie)|permit|forbid|forbidden|grant|refuse|block|accept|reject|prohibit)\w*|yes|no", re.IGNORECASE
)
_ALLOWS = regex(r"(?:allow|permit|grant|accept|approve)\w*|yes|open", re.IGNORECASE)
_DENIES = regex(r"(?:den(?:y|ie)|forbid|refuse|block|reject|prohibit|ban|bar)\w*|no|closed", re.IGNORECASE)


def opposites(name: str, words: Iterable[str], *, is_flag: bool) -> tuple[object, object] | None:
    """Return the values of a field that allow and deny; None of a field that decides nothing.

    Args:
        name: Its name, such as "effect" or "is_allowed".
        words: Those that it may have.
        is_flag: Whether it is true or false.
    """
    if is_flag:
        parts = name.lower().split("_")
        denies = any(_DENIES.fullmatch(part) for part in parts)
        return (not denies, denies) if denies or any(_ALLOWS.fullmatch(part) for part in parts) else None
    words = list(words)
    found = [next((word for word in words if form.fullmatch(word)), "") for form in (_ALLOWS, _DENIES)]
    return (found[0], found[1]) if all(found) else None


def told_veto(told: str) -> str:
    """Return the sentence that says that a denial overrides; "" without one, or where an order may count.

    Args:
        told: The description, also with the docstring.
    """
    if _IN_TURN.search(_DENIALS_FIRST.sub("", told)):
        return ""
    sentences = (" ".join(sentence.split()) for sentence in _SENTENCE.split(told))
    return next((one for one in sentences if _says(one)), "")


def _says(sentence: str) -> bool:
    sentence = _BY_DEFAULT.sub("", sentence)
    found = _SAID_WITH_NOT.search(sentence)
    # What else the sentence has may be an exception.
    rest = f"{sentence[: found.start()]} {sentence[found.end() :]}" if found is not None else sentence
    return (found is not None or any(form.search(sentence) for form in (_SAID, _DENIALS_FIRST))) and _NOT.search(
        rest
    ) is None


def is_decision(value: object) -> bool:
    """Tell whether a value of an answer is a decision: a flag, or a word such as "denied"."""
    return isinstance(value, bool) or (isinstance(value, str) and _DECISION.fullmatch(value) is not None)
