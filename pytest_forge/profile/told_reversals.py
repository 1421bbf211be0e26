"""Told reversals: a description that says that a call takes all of an earlier one back: "The two come to zero"."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_reversal"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_BEFORE = r"(?:what|as|where|how) (?:it|they) (?:was|were|had been|stood)\b"
_TELLS = regex(
    r"\b(?:together|both|sum|net|add(?:s|ed)? up|comes?|amounts?)\b[^.;]{0,40}\b(?:to|is|are|be) (?:exactly )?"
    r"(?:zero|0|nil|nothing)\b"
    r"|\bcancels? (?:each other|one another|it|the \w+|them)?\s*out\b|\bcancel(?:s|led)? out\b"
    rf"|\b(?:is|are|stands?|goes|go|put|puts|brought|comes?) (?:then |again |back )*(?:to )?{_BEFORE}"
    rf"|\bback (?:to|at) {_BEFORE}|\bas if (?:it|the \w+|there) (?:had|was|were) (?:never|not)\b"
    r"|\b(?:undo(?:es)?|reverses?|takes? back|gives? back|refunds?|returns?|restores?|credits?)\b[^.;]{0,60}"
    r"\b(?:in full|fully|completely|entirely|to the cent|exact(?:ly)?|whole (?:amount|sum)|full (?:amount|sum)"
    r"|same amounts?|everything|all of (?:it|them))\b"
    r"|\bwith (?:the )?(?:opposite|reversed?|inverted) signs?\b",
    re.IGNORECASE,
)
_NOT = regex(
    r"\b(?:except|but not|apart from|less|minus|without the|unless|fees? (?:is|are) (?:kept|not)|non-refundable"
    r"|may differ|rounding|partly|in part|at most|(?<!add )(?<!adds )(?<!added )up to)\b",
    re.IGNORECASE,
)


def told_reversal(told: str) -> str:
    """Return the sentence that says that a call takes all of an earlier one back; "" without one."""
    sentences = [" ".join(one.split()) for one in _SENTENCE.split(told)]
    if any(_NOT.search(one) for one in sentences):
        return ""
    return next((one for one in sentences if _TELLS.search(one)), "")
