"""Told rejects: rows that cannot be used are said to be left out: "Lines without a price are skipped and reported"."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["rejects_rows"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_ROWS = regex(r"\b(?:rows?|lines?|records?|entry|entries|items?)\b", re.IGNORECASE)
_OUT = regex(
    r"\b(?:left out|leaves? (?:them|it|such \w+) out|skip(?:s|ped)?|ignored?|omit(?:s|ted)?|reject(?:s|ed)?|refused?"
    r"|dropped|excluded?|passed over|set aside"
    r"|(?:is|are|was|were|be|been) not"
    r" (?:imported|stored|saved|added|taken|kept|counted|included|used|read|loaded|booked)"
    r"|(?:is|are|was|were|be|been) not (?:taken|kept|counted|included|used|read)"
    r"|not (?:imported|stored|saved|added|loaded|booked))\b",
    re.IGNORECASE,
)
_WRONG = regex(
    r"\b(?:cannot|can't|could not|couldn't|invalid|bad|malformed|ill-formed|unusable|unreadable|unparsable|wrong|faulty"
    r"|broken|incorrect|incomplete|not (?:\w+ )?(?:valid|usable|readable|well-formed|understood|numbers?|parse)"
    r"|do(?:es)? not (?:parse|fit|match|have)|fail(?:s|ed)?|missing|without|lack(?:s|ing)?)\b",
    re.IGNORECASE,
)
_REPORTED = regex(r"\b(?:reported|listed|named|told of|reasons?|errors?|problems?)\b", re.IGNORECASE)
#: What is taken all the same, and what is not left out.
_HEDGE = regex(
    r"\b(?:never|nothing|none|no (?:rows?|lines?|records?|entry|entries|items?)|not) (?:is |are |be )?"
    r"(?:left out|skipped|ignored|omitted|rejected|refused|dropped|excluded)\b"
    r"|\b(?:still|nevertheless|anyway|nonetheless|all the same)\b"
    r"|\b(?:values?|cells?|fields?|columns?) (?:\w+ ){0,6}(?:is|are) (?:left out|skipped|ignored|omitted|dropped)\b",
    re.IGNORECASE,
)


def rejects_rows(told: str) -> str:
    """Return the sentence that says that rows which cannot be used are left out; "" without one."""
    for sentence in (" ".join(one.split()) for one in _SENTENCE.split(told)):
        is_told = _ROWS.search(sentence) and _OUT.search(sentence) and not _HEDGE.search(sentence)
        if is_told and (_WRONG.search(sentence) or _REPORTED.search(sentence)):
            return sentence
    return ""
