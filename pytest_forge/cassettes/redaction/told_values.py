"""Told values: passwords and keys in sentences that name them.

The key is …     the password for me is "…"     was changed to …     use … as the password     credentials: me / …
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...regex import regex
from .secret_phrases import is_memorable, phrase_end
from .secret_value import is_random, is_stand_in, is_worth_hiding

__all__ = ["end_of_word", "told_before", "value_told"]

_REST = r"[\w.-]{0,30}(?:[ ](?:key|token|secret|code|id)){0,2}"
_WHOSE = r"(?: (?:for|to|of|on|at) [^.\n]{1,40}?)?"
_QUOTED = r"\\*(?P<mark>['\"`])(?P<value>[^'\"`\s\\]{4,200})\\*(?P=mark)"
_WORD = r"(?P<value>[^'\"`\s\\]{6,200})"
_QUOTED_OR_WORD = r"(?:\\*['\"`])?(?P<value>[^'\"`\s\\]{6,200})"
_DONE = r"(?: (?:has been|have been|was|were|is|been|now)){0,2}(?: (?:set|changed|reset|updated|switched|rotated))?"


@dataclass(frozen=True, slots=True)
class _Telling:
    """A form of sentence with a value.

    Attributes:
        sign: Text that follows the name in each.
        pattern: The text after the mark of the name; its group ``value`` is the value.
        is_clear: Whether only a value can be there; otherwise it must look like a secret.
        is_plain: Whether a word with digits, but without other marks, is a value.
    """

    sign: str
    pattern: re.Pattern[str] = field(repr=False)
    is_clear: bool = False
    is_plain: bool = True


_TELLINGS = (
    _Telling(
        " is",
        regex(rf"\w{{0,12}}{_REST}{_WHOSE} (?:is|was)(?: now)?:? {_QUOTED}", re.ASCII),
        is_clear=True,
    ),
    _Telling(" is", regex(rf"\w{{0,12}}{_REST}{_WHOSE} (?:is|was|ist)(?: now)?:? {_WORD}", re.ASCII)),
    _Telling(" lautet", regex(rf"\w{{0,12}}{_WHOSE} lautet:? {_QUOTED_OR_WORD}", re.ASCII)),
    _Telling(" es", regex(rf"\w{{0,12}}{_WHOSE} (?:es|est):? {_QUOTED_OR_WORD}", re.ASCII)),
    _Telling(" to", regex(rf"\w{{0,12}}{_REST}{_WHOSE}{_DONE} to:? {_QUOTED_OR_WORD}", re.ASCII), is_plain=False),
    _Telling(
        " to",
        regex(rf"{_REST}\\*['\"`]{_WHOSE}{_DONE} to:? {_QUOTED}", re.ASCII),
        is_clear=True,
    ),
    _Telling(
        "/",
        regex(
            r"(?i:(?<=login)|(?<=credential)|(?<=creds))s?(?: for [^.\n:]{1,40}?)?"
            r"(?:\s?[:=]\s?|\s(?:with|as|is|are)[: ]\s?)"
            r"\\*['\"`]?[\w.@+-]{2,60}\s?/\s?"
            r"(?P<value>[^\s/'\"`\\<>]{6,80})(?![\w/])",
            re.ASCII,
        ),
        is_plain=False,
    ),
)
_PHRASE_OPENED = regex(rf"\w{{0,12}}{_REST}{_WHOSE} (?:is|was)(?: now)?:? \\*(?P<mark>['\"`])", re.ASCII)
_BEFORE = regex(
    r"(?<!\S)\\*['\"`]?(?P<value>[^\s'\"`\\]{6,80})\\*['\"`]? as "
    r"(?:the|your|my|our|its|their|a)(?: [\w-]{1,16}){0,2} $",
    re.ASCII,
)
_AFTER = regex(
    r"\w{0,12}(?:[.,;:!?)\s]*(?:$|[\n\"'\\&])|[.,;:!?)] | (?:for|to|and|on|in|when|until|at|it)\b)", re.ASCII
)
_REACH = 160
_HOST = regex(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}", re.ASCII)


def value_told(text: str, ahead: str, stop: int, *, strong: bool) -> tuple[int, int] | None:
    """Return the place of the value in a sentence after the name whose mark ends at *stop*, or None.

    Args:
        text: The text to search.
        ahead: The text that follows *stop*, in lower case.
        stop: The end of the name's mark.
        strong: Whether the value is a secret by the name alone.
    """
    for telling in _TELLINGS:
        if telling.sign not in ahead or (telling.sign == " to" and not strong and not telling.is_clear):
            continue
        if (match := telling.pattern.match(text, stop)) is None:
            continue
        start, end = match.start("value"), end_of_word(text, *match.span("value"))
        value = text[start:end]
        if is_stand_in(value):
            continue
        if telling.is_clear and strong:
            found = is_worth_hiding(value, quoted=True)
        else:
            found = is_random(value, least=12) or (
                (strong or not telling.is_plain) and _is_odd(value, telling.is_plain)
            )
        if found:
            return start, end
    if strong and " is" in ahead and (opened := _PHRASE_OPENED.match(text, stop)) is not None:
        last = phrase_end(text, opened.end())
        if last is not None and text[last : last + 1] in ("\\", opened["mark"]):
            return opened.end(), last
    return None


def told_before(text: str, begin: int, stop: int) -> tuple[int, int] | None:
    """Return the place of the value in a sentence before its name, as in "use … as the password", or None.

    Args:
        text: The text to search.
        begin: The beginning of the name.
        stop: The end of its mark.
    """
    if text[begin - 1 : begin] != " " or " as " not in text[max(0, begin - 40) : begin] or not _AFTER.match(text, stop):
        return None
    match = _BEFORE.search(text, max(0, begin - _REACH), begin)
    if match is None:
        return None
    value = match["value"]
    found = not is_stand_in(value) and (is_random(value, least=12) or _is_odd(value, is_plain=False))
    return match.span("value") if found else None


def end_of_word(text: str, start: int, end: int) -> int:
    """Return the end of a word in a sentence: one mark at its end belongs to the sentence, two belong to the word."""
    while end > start and text[end - 1] in ".,:;?)\\":
        end -= 1
    if text[end - 1] == "!" and text[end - 2 : end - 1] not in ("!", "#", "$", "%", "*"):
        end -= 1
    return end


def _is_odd(value: str, is_plain: bool) -> bool:
    """Whether *value* is not a word of a sentence: letters and digits, but not a number or a date."""
    if len(value) < 6 or not is_worth_hiding(value, quoted=True):
        return False
    if is_memorable(value):
        return True
    if not re.search(r"\d", value) or not re.search(r"[A-Za-z].*[A-Za-z]", value):
        return False
    if is_plain:
        return True
    return (
        _HOST.fullmatch(value) is None
        and re.search(r"[A-Za-z]\d*[^\w.,/:-]|_\d|[A-Z].*\d", value, re.ASCII) is not None
    )
