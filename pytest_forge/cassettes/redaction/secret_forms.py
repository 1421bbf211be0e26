"""Secret forms: the notation for formats of keys in the table of vendors.

glpat-{u:20-}            the mark ``glpat-``, then twenty or more letters, digits, hyphens and underscores
AKIA{A:16}               the mark ``AKIA``, then exactly sixteen capitals or digits
{w:14}.atlasv1.{u:60-}   the mark may be inside
{x:8}-{x:4}-{x:4}…       several parts
"""

from __future__ import annotations

import re
import string

from ...regex import regex

__all__ = ["ALPHABETS", "Part", "is_open", "mark_of", "parts_of", "pattern_of"]

_LOWER, _UPPER, _DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
_LETTERS = _LOWER + _UPPER
_WORD = _LETTERS + _DIGITS

#: The characters of a part, by its letter in a form.
ALPHABETS = {
    "d": _DIGITS,
    "x": _DIGITS + "abcdef",
    "X": _DIGITS + "ABCDEF",
    "h": _DIGITS + "abcdefABCDEF",
    "l": _LOWER,
    "L": _UPPER,
    "e": _LETTERS,
    "2": _UPPER + "234567",
    "a": _LOWER + _DIGITS,
    "A": _UPPER + _DIGITS,
    "w": _WORD,
    "n": _LOWER + _DIGITS + "-",
    "M": _UPPER + _DIGITS + "-",
    "m": _WORD + "-",
    "s": _LOWER + _DIGITS + "_",
    "c": _WORD + "_",
    "q": _LOWER + _DIGITS + "_-",
    "u": _WORD + "_-",
    "p": _WORD + ".",
    "j": _WORD + "_-.",
    "g": _WORD + "_-=",
    "J": _WORD + "_-.=",
    "b": _WORD + "+/",
    "B": _WORD + "+/=",
    "z": _WORD + "+/=_-",
    "Z": _WORD + "+/=_-.",
    "y": _WORD + "+/=_-.~%",
}
#: A literal text, or the letter of an alphabet with the fewest and the most characters; None for any number.
Part = str | tuple[str, int, int | None]

_PART = regex(r"\{(?P<alphabet>\w):(?P<least>\d+)(?P<range>-(?P<most>\d*))?\}|(?P<text>[^{]+)")


def parts_of(form: str) -> list[Part]:
    """Return the parts of *form*, in order."""
    found: list[Part] = []
    for match in _PART.finditer(form):
        if match["text"] is not None:
            found.append(match["text"])
        else:
            least = int(match["least"])
            most = least if match["range"] is None else int(match["most"]) if match["most"] else None
            found.append((match["alphabet"], least, most))
    return found


def mark_of(form: str) -> str:
    """Return the text at the beginning of *form*, or else the longest text inside it."""
    first, *rest = parts_of(form)
    if isinstance(first, str):
        return first
    return max((part for part in rest if isinstance(part, str)), key=len, default="")


def is_open(form: str) -> bool:
    """Tell whether a key of *form* may have any length."""
    last = parts_of(form)[-1]
    return not isinstance(last, str) and last[2] is None


def pattern_of(form: str) -> str:
    """Return *form* as a regular expression; nothing may follow a key of known length."""
    written = "".join(
        re.escape(part) if isinstance(part, str) else f"[{re.escape(ALPHABETS[part[0]])}]{_times(part[1], part[2])}"
        for part in parts_of(form)
    )
    begin = "" if form[0] != "{" else r"(?<![A-Za-z0-9_-])"
    return begin + written + ("" if is_open(form) else r"(?![A-Za-z0-9_-])")


def _times(least: int, most: int | None) -> str:
    return f"{{{least}}}" if least == most else f"{{{least},{'' if most is None else most}}}"
