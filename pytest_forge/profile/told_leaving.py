"""Told leaving: fields that a call leaves out are said to stay: "Only the fields that are given are changed"."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["leaves_fields"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_STAY = (
    r"(?:stays?|remains?|(?:is|are) (?:left|kept|preserved|retained|not (?:changed|touched|modified|overwritten))"
    r"|keeps? (?:its|their)|unchanged|untouched|left alone)\b"
)
_GIVEN = r"(?:given|passed|set|provided|supplied|named|mentioned|specified|sent)"
_TELLS = regex(
    # "the fields that are given are changed and all others stay as they are"
    r"\b(?:(?:all |the )?(?:others|other (?:fields?|values?|details|settings|columns|properties|parts))|the rest"
    rf"|everything else|anything else)(?: (?:of \w+|always|just))? {_STAY}"
    # "what is not given stays", "omitted fields keep their values"
    rf"|\b(?:not {_GIVEN}|left out|leaves? out|omit(?:s|ted)?|missing|without (?:a )?values?|null|none)\b[^:]{{0,40}}?"
    rf"\b{_STAY}"
    # "only the given fields are changed"
    rf"|\bonly (?:the |those )?(?:{_GIVEN} )?(?:fields?|values?|arguments?|details|what)\b[^,:]{{0,30}}"
    r"\b(?:changed?|updated?|replaced?|written|overwritten)\b"
    # "or nothing to leave it alone", "leave out to keep the current one"
    r"|\bto (?:leave (?:it|them|this|the \w+)(?: \w+)? (?:alone|unchanged|untouched|as (?:it|they))"
    r"|keep (?:it|them|the (?:current|stored|old|existing|present|known)))\b",
    re.IGNORECASE,
)


def leaves_fields(told: str) -> str:
    """Return the sentence that says that fields which a call leaves out stay as they are; "" without one."""
    sentences = (" ".join(one.split()) for one in _SENTENCE.split(told))
    return next((one for one in sentences if _TELLS.search(one)), "")
