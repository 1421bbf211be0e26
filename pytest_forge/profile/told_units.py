"""Told units: units of data and of time that words define, as in "1 Mbit is one million bits".

A unit that may stand for two numbers, such as a megabyte, counts if it is defined.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from ..regex import regex
from .roles import name_words

__all__ = ["Unit", "defined_units", "unit_in_words", "unit_of_name"]

_PREFIXES = {"kilo": "k", "mega": "m", "giga": "g", "tera": "t", "kibi": "ki", "mebi": "mi", "gibi": "gi", "tebi": "ti"}
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
_BITS_OF_BYTE = 8.0
_DATA = (
    r"(?<![\w.])(?:(?P<prefix>(?i:kilo|mega|giga|tera|kibi|mebi|gibi|tebi))?(?P<base>(?i:bits?|bytes?))"
    r"|(?P<short>[kKMGT]i?)(?P<sign>bits?|bytes?|B|bps\b|b(?=/s)|b(?=it)))"
    r"(?P<rate>/s(?:ec\w*)?\b|ps\b| (?:per|a|each) second\b)?(?![\w])"
)
_UNIT = regex(_DATA)
_TIME = regex(r"\b(?:(?P<ms>milliseconds?|ms)|(?P<s>seconds?)|(?P<min>minutes?)|(?P<h>hours?))\b")
_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0}
_FACTORS = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_NUMBER = (
    r"(?:(?P<power>(?:2|10) ?(?:\*\*|\^) ?\d+)|(?P<product>\d[\d,_ ]*(?: ?[*x\u00d7] ?\d[\d,_]*)+)"
    r"|(?P<plain>\d[\d,_]*(?: \d{3})*)(?: (?P<times>thousand|million|billion))?"
    r"|(?:one|a) (?P<word>thousand|million|billion))"
)
_DEFINED = regex(
    rf"\b(?:1|[Oo]ne|[Aa]n?|[Ee]ach|[Ee]very) (?P<unit>{re.sub(r'[?]P<[a-z]+>', '?:', _DATA)})"
    rf"(?: (?:is|are|has|means|being|equals|stands for|counts as)| ?=)(?: exactly)? {_NUMBER} (?P<in>bits?|bytes?)\b"
)


class Unit(Struct, frozen=True):
    """A unit.

    Attributes:
        name: How it is told apart from others, such as "mbit"; of time, how it is told.
        value: How many bits, bits a second or seconds it has; None if that is not certain.
        data: The power of data in it.
        time: The power of time in it.
    """

    name: str
    value: float | None
    data: int
    time: int


def defined_units(told: str) -> dict[str, float]:
    """Return the units that words define, each with its number of bits."""
    found: dict[str, float] = {}
    for match in _DEFINED.finditer(" ".join(told.split())):
        unit = _UNIT.fullmatch(match["unit"])
        if unit is not None:
            bits = _BITS_OF_BYTE if match["in"].startswith("byte") else 1.0
            found[_name(unit)] = _number(match) * bits
    return found


def unit_in_words(told: str, defined: Mapping[str, float]) -> Unit | None:
    """Return the first unit that a description names; None without one.

    Args:
        told: The description.
        defined: The units that are defined, with their bits.
    """
    data, time = _UNIT.search(told), _TIME.search(told)
    if data is not None and (time is None or data.start() <= time.start()):
        name = _name(data)
        is_rate = bool(data["rate"]) or (data["sign"] or "").endswith("bps")
        return Unit(name, defined.get(name, _certain(name)), 1, -int(is_rate))
    if time is not None and time.lastgroup is not None:
        return Unit(time[0], _SECONDS[time.lastgroup], 0, 1)
    return None


def unit_of_name(name: str, defined: Mapping[str, float]) -> Unit | None:
    """Return the unit that a name ends with, as "seconds" and "size_mib" do; None without one."""
    word = next(reversed(name_words(name)), "")
    short = {"kib": "KiB", "mib": "MiB", "gib": "GiB", "kb": "KB", "mb": "MB", "gb": "GB"}.get(word, word)
    if re.fullmatch(r"[kmgt]bits?", word):
        short = word[0].upper() + word[1:]
    found = unit_in_words(short, defined)
    return found if found is not None and (short != word or word.rstrip("s") in _SPOKEN or found.data) else None


_SPOKEN = frozenset(("second", "minute", "hour", "millisecond", "m"))


def _name(unit: re.Match[str]) -> str:
    """Return one name for the ways to write a unit: "mbit" for "Mbit/s", "megabits" and "Mbps"."""
    prefix = _PREFIXES.get((unit["prefix"] or "").lower(), (unit["short"] or "").lower())
    base = (unit["base"] or "").lower() or unit["sign"]
    return f"{prefix}{'byte' if base.startswith('byte') or base == 'B' else 'bit'}"


def _certain(name: str) -> float | None:
    """Return the bits of a unit that has one meaning."""
    base = "byte" if name.endswith("byte") else "bit"
    prefix = name.removesuffix(base)
    if prefix and not prefix.endswith("i"):
        return None
    return (_BITS_OF_BYTE if base == "byte" else 1.0) * 1024.0 ** _POWERS[prefix.removesuffix("i")]


def _number(match: re.Match[str]) -> float:
    if match["power"]:
        base, exponent = re.findall(r"\d+", match["power"])
        return float(base) ** int(exponent)
    if match["product"]:
        value = 1.0
        for part in re.split(r"[*x\u00d7]", match["product"]):
            value *= float(re.sub(r"\D", "", part))
        return value
    if match["plain"]:
        return float(re.sub(r"\D", "", match["plain"])) * _FACTORS.get(match["times"] or "", 1.0)
    return _FACTORS[match["word"]]
