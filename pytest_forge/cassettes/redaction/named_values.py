"""Named values: a telling name with its value apart from it, as in documents and tables.

<apiKey>…</apiKey>   <add key="ApiKey" value="…"/>   {"key": "API_KEY", "value": "…"}   | api key | … |
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...regex import regex
from .secret_value import is_random, is_worth_hiding

__all__ = ["value_apart"]

_REST = r"[\w.-]{0,30}(?:[ ](?:key|token|secret|code|id)){0,2}"


@dataclass(frozen=True, slots=True)
class _Form:
    """A way to write a value apart from its name.

    Attributes:
        sign: Text that follows the name in each.
        pattern: The text after the mark of the name; its group ``value`` is the value.
        is_clear: Whether only a value can be there; otherwise it must look like a secret.
    """

    sign: str
    pattern: re.Pattern[str] = field(repr=False)
    is_clear: bool = True


_FORMS = (
    _Form(
        " {",
        regex(
            r"[\w-]{0,30}\\*\"\s{0,3}\{[^{}]{0,200}?default\s{0,3}=\s{0,3}\\*\"(?P<value>[^\"\s\\]{8,400})", re.ASCII
        ),
    ),
    _Form(
        "alue",
        regex(
            rf"{_REST}\\*['\"]?(?:\s{{1,12}}|,\s{{0,12}})\\*['\"]?[vV]alue\\*['\"]?\s?[:=]\s{{0,3}}\\*['\"]?"
            r"(?P<value>[^\"'\s\\<>]{5,2000})",
            re.ASCII,
        ),
    ),
    _Form(
        # The closing tag of a long value is far ahead.
        ">",
        regex(
            rf"{_REST}(?:(?:\\*\"|\s)[^<>\n]{{0,200}})?>\s{{0,3}}(?:<[vV]alue>\s{{0,3}})?(?P<value>[^<>\s]{{4,2000}})\s{{0,3}}</",
            re.ASCII,
        ),
    ),
    _Form("</", regex(rf"{_REST}</key>\s{{0,40}}<string>(?P<value>[^<>\s]{{4,2000}})</", re.ASCII)),
    _Form(
        "|",
        regex(rf"{_REST}`?\s{{0,20}}\|\s{{0,20}}`?(?P<value>[^\s|`]{{6,400}})`?\s{{0,20}}\|", re.ASCII),
        is_clear=False,
    ),
    _Form(
        " --",
        regex(
            rf"{_REST} --(?:body|value|data|content|string|secret-string)[ =]\\*['\"]?(?P<value>[^'\"`\s\\]{{5,400}})",
            re.ASCII,
        ),
    ),
    _Form(
        " - ",
        regex(rf"{_REST}\*{{0,2}} - `?(?P<value>[^'\"`\s\\]{{6,200}})", re.ASCII),
        is_clear=False,
    ),
)


def value_apart(text: str, ahead: str, stop: int, *, strong: bool) -> tuple[int, int] | None:
    """Return the place of the value of the name whose mark ends at *stop*, or None.

    Args:
        text: The text to search.
        ahead: The text that follows *stop*, in lower case.
        stop: The end of the name's mark.
        strong: Whether the value is a secret by the name alone.
    """
    for form in _FORMS:
        if form.sign not in ahead or (match := form.pattern.match(text, stop)) is None:
            continue
        start, end = match.span("value")
        while end > start and text[end - 1] in ".,:;!?)\\":
            end -= 1
        value = text[start:end]
        if form.is_clear and strong:
            found = is_worth_hiding(value, quoted=True)
        else:
            found = is_random(value, least=12) or (strong and _is_odd(value))
        if found:
            return start, end
    return None


def _is_odd(value: str) -> bool:
    """Whether *value* is not a word of a sentence: letters and digits, but not a number or a date."""
    return (
        len(value) >= 6 and re.search(r"\d", value) is not None and re.search(r"[A-Za-z].*[A-Za-z]", value) is not None
    )
