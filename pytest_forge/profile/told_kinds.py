"""Told kinds: the types of a value that words tell of, as "whole number above zero", or else its name: ``minutes``."""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words
from .told_templates import OPTIONAL

__all__ = ["says_number", "told_kinds", "told_values"]

_FLAG = regex(r"\b(?:true (?:if|when|or false)|true/false|bool(?:ean)?|flag|whether|yes or no|yes/no)\b", re.IGNORECASE)
_TRUE = regex(r"\btrue\b", re.IGNORECASE)
_OR_TRUE = regex(r"[,)\s]*\b(?:or|and|also)\b[^,.;]*\btrue\b", re.IGNORECASE)
_LIST = regex(r"\W{0,2}(?:(?:an?|the|its|their|non-?empty) )*(?:lists?|arrays?|tuple|sequence)\b|\[", re.IGNORECASE)
_OBJECT = regex(r"\W{0,2}(?:an? |the )?(?:dict(?:ionary)?|objects?|mapping|map)\b|\{", re.IGNORECASE)
#: What says outright that a value is a text, a whole number, or a number.
_TEXT = regex(
    r"\b(?:str|strings?|text|words?|free[- ]text|iso|date|day|name|title|email|code|identifier|YYYY\S*|HH:MM\S*)\b",
    re.IGNORECASE,
)
#: A number in quotes, too.
_WRITTEN = regex(
    r"\b(?:decimal|numeric|digit|number) (?:str|strings?|text)\b|\bas (?:a )?(?:string|text)\b", re.IGNORECASE
)
_WHOLE = regex(
    r"\b(?:int|integers?|whole(?: numbers?)?|how many|count|in (?:whole )?cents|number of (?!the\b|an?\b|its\b|this\b)"
    r"(?:\w+ ){0,2}\w+s|-?\d+ (?:up )?to -?\d+|(?:zero|one|[01])-(?:based|indexed))\b|\d ?(?:\.\.|\u2013) ?\d"
    # "from 1, as the lines stand", "counted from zero", "the first one is 0"
    r"|(?:^\W{0,2}|\b(?:count(?:ed|ing)?|number(?:ed|ing)|index(?:ed)?|start(?:s|ing)?|begin(?:s|ning)?) )"
    r"(?:from|at|with) (?:zero|one|[01])\b(?![:%/-]?\w|[.,]\d| (?:to|of)\b)"
    r"|\bfirst(?: \w+)? (?:is|being|=|has) (?:number )?(?:zero|[01])\b(?!\.\d)",
    re.IGNORECASE,
)
_NUMBER = regex(
    r"\b(?:float|decimal|numeric|amounts?|quantity|how (?:much|long|far)|percent\w*"
    r"|(?:in|of) (?:euros?|dollars?|pounds|minutes|hours|seconds|days|kg|km|grams?|met(?:re|er)s|degrees|litres)"
    r"|above (?:zero|0)|(?:zero|0) or more|positive|negative|greater than|at (?:least|most) \d+)\b"
    r"|[<>]=? ?\d",
    re.IGNORECASE,
)
#: "a number above zero" is one; "number of the part" and "room number" are names.
_PLAIN = regex(
    r"(?:^|\b(?:an?|the|any|real|natural|positive|non-?negative|as|be|is)\s+)\W{0,2}numbers?\b(?!\s+of\b)",
    re.IGNORECASE,
)
_NUMBERED = regex(r"\bnumber\b", re.IGNORECASE)
#: Words of names whose values are numbers.
_COUNTED = regex(
    r"amounts?|prices?|costs?|cents?|euros?|dollars?|quantity|qty|count|total|sum|pieces|minutes?|hours?|seconds|days"
    r"|weeks|km|kg|grams|tons|litres|weight|height|width|length|depth|size|age|score|points|rate|percent|temperature"
    r"|balance|stock|lat|lon|lng|latitude|longitude|speed|distance|duration|visitors|guests|year|seats|persons|people"
    r"|capacity|limit|min|max|minimum|maximum|share"
)
_CHOICES = regex(r"[A-Za-z][\w-]{0,29}(?:(?:\s*[,|/]\s*|\s*,?\s+or\s+)[A-Za-z][\w-]{0,29})+")
_QUOTED = regex(r"[\"'`\u201c]([\w./:+-]{1,40})[\"'`\u201d]")


def says_number(name: str, told: str) -> bool:
    """Tell whether words say that the value of a key is a number, as in "retries (whole number, 0 to 20)".

    Args:
        name: The key.
        told: All that is said; it names other keys as well.
    """
    said = re.finditer(
        rf"(?<![\w-]){re.escape(name)}[\"'`]*(?:\s*\((?P<noted>[^()]*)\)|\s*[:=\u2013\u2014]\s*(?P<said>[^,;.}}]*)"
        r"|,?\s+(?:(?:which|that)\s+)?(?:is|are|must\s+be|has\s+to\s+be|takes|holds)\s+(?P<told>[^,;.]*)"
        r"|,\s*(?P<type>an?\s[^,;.]*))"
        rf"|(?P<of>\bwhole\s+numbers?)\s+of\s+{re.escape(name)}\b",
        told,
    )
    # "A number, or true for all of them."
    parts = [f"{found[found.lastgroup or 0]}{(_OR_TRUE.match(told, found.end()) or [''])[0]}" for found in said]
    kinds = [told_kinds("", part)[0] for part in parts if part]
    may_be_flag = "boolean" in kinds or any(_TRUE.search(part) for part in parts)
    return not may_be_flag and any(kind in ("integer", "number") for kind in kinds)


def told_kinds(name: str, told: str) -> list[str]:
    """Return the JSON types that a value may have, the likeliest first.

    Args:
        name: The key or the argument that has the value.
        told: What is told of the value; may be empty.
    """
    words = " ".join(told.split())
    if _LIST.match(words):
        return ["array"]
    if _OBJECT.match(words):
        return ["object"]
    if _FLAG.search(words):
        return ["boolean"]
    if told_values(words) or _WRITTEN.search(words):
        return ["string"]
    is_text, is_whole = _TEXT.search(words), _WHOLE.search(words)
    number = is_whole or _NUMBER.search(words) or _PLAIN.search(words)
    if number and is_text:
        # "integer, name of the port" and "text of at least 3 letters": what comes first is the type.
        first, other = (["integer" if is_whole else "number"], ["string"])
        return first if number.start() < is_text.start() else other
    if number:
        return ["integer"] if is_whole else ["number"]
    if is_text:
        return ["string"]
    is_counted = any(map(_COUNTED.fullmatch, name_words(name)[-2:])) and not _NUMBERED.search(words)
    return ["integer", "string"] if is_counted else ["string", "integer"]


def told_values(told: str) -> list[str]:
    """Return the texts of which one is the value, as in "in, out or both"; none if words say something else."""
    words = told.strip(" .")
    quoted = _QUOTED.findall(words)
    if quoted and not re.search(r"\b(?:not|never|as)\b", words):
        return quoted
    if _CHOICES.fullmatch(words) is None or any(
        kind.search(words) for kind in (_TEXT, _WHOLE, _NUMBER, _FLAG, OPTIONAL)
    ):
        return []
    return re.split(r"\s*[,|/]\s*(?:or\s+)?|\s+or\s+", words)
