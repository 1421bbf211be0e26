"""Told records: the keys that each record of an argument has by its description, and what is told of their values.

each {"sku": article number, "pieces": whole number}     Rows with ``day`` (YYYY-MM-DD) and ``hours`` (a number)
- sensor (str): its name - value: what it measured       objects with the keys boat, skipper and note
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import zip_longest

from ..regex import regex
from .told_templates import OPTIONAL, QUOTED_NAME, ToldKey, keys_in_braces

__all__ = ["told_keys", "words_on"]

_MAX_TEXT, _MAX_KEYS = 4_000, 16
_NAME = r"[A-Za-z_]\w{0,39}"
_NOTE = r"\((?:[^()]|\([^()]*\))*\)"
_QUOTE = r"(?:``|[\"'`])?"
_KEYS = r"\b(?:keys?|fields?|properties|attributes|columns|members)\b"
_HAS = r"\b(?:with|has|have|having|contains?|containing|needs?|requires?)\b"
#: "- sensor: its name" of a list whose lines were joined.
_ITEM = regex(
    rf"(?:^|(?<=\s))[-*\u2022]\s+{_QUOTE}(?P<name>{_NAME}){_QUOTE}\s*(?P<note>{_NOTE})?\s*(?::|=|\s[-\u2013\u2014])\s+"
)
#: "each with: item: its name, pieces (int): how many"; a type alone shows that a name is a key.
_NAMED = regex(rf"(?:^|(?<=[\s,;])){_QUOTE}(?P<name>{_NAME}){_QUOTE}(?P<note>\s*{_NOTE})?:\s+")
_TYPED = regex(
    rf"(?:^|(?<=[\s,;])){_QUOTE}(?P<name>{_NAME}){_QUOTE}\s*"
    r"(?P<note>\((?:str|string|text|int|integer|float|number|bool|boolean|list|date|datetime)\b[^()]*\))\s*:?\s+"
)
_INTRODUCED = regex(rf"(?:{_KEYS}|{_HAS}):\s+", re.IGNORECASE)
_HAVING = regex(
    rf"{_HAS}|\b(?:hold(?:s|ing)?|gives?|giving|includ(?:es?|ing)|consist(?:s|ing) of|made (?:up )?of|of)\b|{_KEYS}",
    re.IGNORECASE,
)
_QUOTED_KEY = regex(QUOTED_NAME)
#: What is quoted behind these is a value.
_OF_VALUE = regex(
    r"(?:\b(?:either|or|one of|such as|like|is|are|be|as|than|to|from|say|called|named|default|for|if|when|unless)"
    r"|e\.\s?g\.,?|[:=/|])\s*$",
    re.IGNORECASE,
)
_OF_KEY = regex(rf"{_KEYS}\s*(?:are|named|called|such as)?:?\s*$|{_HAS}:\s*$", re.IGNORECASE)
#: What follows need not be in every record.
_CONDITION = regex(r"\b(?:for|if|when|unless|optionally|may|can|any of|some of)\b", re.IGNORECASE)
_BETWEEN = regex(r"\s*(?:[,;&+]|\b(?:and|plus|as well as|or)\b)+\s*", re.IGNORECASE)
_LISTED = regex(
    rf"(?:{_KEYS}(?:\s+(?:are|named|called))?:?|\b(?:each|every)\b[^.:;]{{0,30}}:)\s+"
    rf"(?P<list>{_NAME}(?:\s*{_NOTE})?(?:\s*,\s*(?:and\s+)?{_NAME}(?:\s*{_NOTE})?)*"
    rf"(?:,?\s+(?:and|&)\s+{_NAME}(?:\s*{_NOTE})?)?)\s*(?=[.;:)]|$|\s[-\u2013\u2014]\s)",
    re.IGNORECASE,
)
_LISTED_KEY = regex(rf"({_NAME})\s*({_NOTE})?(?:\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+|$)")
_SENTENCE = regex(r"(?<!e\.g)(?<!i\.e)(?<!\betc)[.!?](?:\s+(?=[A-Z`\"'(\u201c])|\s*$)|\n\s*\n")
#: A sentence of what comes back tells nothing of an argument.
_ANSWERED = regex(r"\b(?:return(?:s|ed|ing)?|results?|answers?|gives? back|output|yields?|raises?)\b", re.IGNORECASE)


@lru_cache(maxsize=256)
def told_keys(description: str, *, beside: bool = False) -> tuple[ToldKey, ...]:
    """Return the keys of which a description says that each record of an argument has them; none if it says so of none.

    Args:
        description: Of the argument, or of its records.
        beside: Whether the description is that of the whole tool, of which sentences about its answer are left out.
    """
    told = description[:_MAX_TEXT]
    if beside:
        told = ". ".join(part for part in _SENTENCE.split(told) if part and not _ANSWERED.search(part))
    for read in (keys_in_braces, _in_items, _in_quotes, _in_a_list):
        keys = list({key.name: key for key in read(told)[::-1]}.values())[::-1]
        if 0 < len(keys) <= _MAX_KEYS:
            return tuple(keys)
    return ()


def words_on(name: str, description: str) -> str:
    """Return what a line of a description tells of a key, as in "begins: HH:MM."; empty if none does."""
    found = re.search(
        rf"^\s*(?:[-*\u2022:]\s*)?(?:ivar )?{_QUOTE}{re.escape(name)}{_QUOTE}\s*(?:{_NOTE})?\s*:\s*(\S.*)$",
        description[:_MAX_TEXT],
        re.MULTILINE,
    )
    return found[1].rstrip(". ") if found is not None else ""


def _in_items(told: str) -> list[ToldKey]:
    """Return the keys of a list, one below the other in the docstring."""
    introduced = _INTRODUCED.search(told)
    if introduced is not None and _NAMED.match(told, introduced.end()):
        return _listed_items(_NAMED, told[introduced.end() :])
    items = _listed_items(_ITEM, told)
    typed = _listed_items(_TYPED, told)
    return items if len(items) > 1 or (items and introduced) else typed if len(typed) > 1 else []


def _listed_items(form: re.Pattern[str], told: str) -> list[ToldKey]:
    found = list(form.finditer(told))
    keys = []
    for one, after in zip_longest(found, found[1:]):
        text = told[one.end() :] if after is None else told[one.end() : after.start()]
        text = _SENTENCE.split(text)[0] if after is None else text
        words = " ".join(f"{(one['note'] or '').strip(' ()')} {text}".split()).rstrip(".,;")
        keys.append(ToldKey(one["name"], words, is_needed=OPTIONAL.search(words) is None))
    return keys


def _in_quotes(told: str) -> list[ToldKey]:
    """Return the keys in quotes that a sentence lists behind "with", "has" and the like."""
    keys: dict[str, ToldKey] = {}
    for sentence in _SENTENCE.split(told):
        having = _HAVING.search(sentence)
        begins = 0 if having is None else having.start()
        named = [one for one in _QUOTED_KEY.finditer(sentence, begins) if _is_key(sentence, one)]
        end = begins
        for one, after in zip_longest(named, named[1:]):
            before = _BETWEEN.split(sentence[end : one.start()])[-1]
            behind = _own_part(sentence[one.end() : len(sentence) if after is None else after.start()])
            end = one.end()
            may_lack = OPTIONAL.search(f"{before} {behind}") or _CONDITION.search(sentence, begins, one.start())
            words = " ".join(re.sub(r"[()]", " ", f"{_HAVING.sub('', before)} {behind}").split())
            known = keys.get(one["quoted"])
            # A later sentence may say that a key of an earlier one can be left out, but it makes no list of its own.
            if known is not None:
                keys[known.name] = ToldKey(known.name, known.told or words, known.is_needed and not may_lack)
            elif having is not None or (keys and may_lack):
                keys[one["quoted"]] = ToldKey(one["quoted"], words, not may_lack)
    return list(keys.values())


def _is_key(sentence: str, found: re.Match[str]) -> bool:
    before = sentence[: found.start()]
    if before.count("(") > before.count(")") or before.count("{") > before.count("}"):
        return False
    return _OF_VALUE.search(before) is None or _OF_KEY.search(before) is not None


def _own_part(text: str) -> str:
    """Return what belongs to the key before: what is in parentheses, or all up to the next part of the list."""
    noted = re.match(rf"\s*({_NOTE})", text)
    return noted[1] if noted is not None else _BETWEEN.split(text)[0]


def _in_a_list(told: str) -> list[ToldKey]:
    """Return the keys without quotes that stand behind the word for them: "with the keys boat, skipper and note"."""
    for listed in _LISTED.finditer(told):
        found = _LISTED_KEY.findall(listed["list"])
        is_told = re.match(_KEYS, listed[0], re.IGNORECASE) or any("_" in name or note for name, note in found)
        if len(found) > 1 and is_told:
            return [ToldKey(name, note.strip("()"), OPTIONAL.search(note) is None) for name, note in found]
    return []
