"""Told reaches: how far, how much or how little the items of an answer may be, by an argument's name or description.

Beside it, arguments that go round: at both ends of their range they name the same, as a longitude of 180 and -180 does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..regex import regex
from .roles import Role, name_words, role_of
from .told_filters import told_filter
from .told_totals import limits_results

__all__ = ["both_ends", "goes_below", "limits_items", "may_be_rounded", "may_leave_out"]

_REACHES = frozenset(
    [
        "radius",
        "distance",
        "within",
        "reach",
        "range",
        "tolerance",
        "cutoff",
        "threshold",
        "budget",
        "horizon",
        "ceiling",
        "floor",
        "below",
        "above",
        "under",
        "over",
        "limit",
        "bound",
        "cap",
    ]
)
_REACHING = regex(
    r"\b(?:how (?:far|close|near|much|expensive|old|late|long)\b|within\b|at (?:most|least)\b|(?:no|not) (?:more|less"
    r"|fewer|farther|further|older|later|lower|higher) than\b|up to\b|or (?:less|more|cheaper|better|closer|nearer"
    r"|higher|lower)\b|(?:maxim|minim)(?:um|al)\b|(?:larg|small|high|low|great|few|fast|slow|farth|furth|near"
    r"|heavi|light|cheap|long|short|old|young|wid|thick|thin|tall|deep|steep|warm|cold)est\b"
    r"|radius\b|threshold\b)",
    re.IGNORECASE,
)
_LEAST = regex(
    r"\b(?:at least|(?:no|not) (?:less|fewer|lower) than|or (?:more|better|higher)|minim(?:um|al)"
    r"|(?:small|low|few)est)\b",
    re.IGNORECASE,
)
_LEASTS = frozenset(("above", "over", "floor", "threshold", "cutoff"))
#: Items within the limit of which an answer does not tell all the same.
_LEFT_OUT = regex(
    r"\b(?:sampl\w+|random\w*|thinn\w+|approximate\w*|roughly|not (?:all|every)\b|some of|best effort|cluster\w*|zoom"
    r"|subset|every (?:second|third|other|n-?th))\b",
    re.IGNORECASE,
)
_ROUNDED = regex(r"\b(?:round|nearest (?:whole|full|ten|hundred|minute)|approximat|about)\w*", re.IGNORECASE)
_AROUND = regex(r"(?<![\w.-])(?P<low>-180|0)(?:\.0)? *(?:to|-|\u2013|\.\.+|and|up to|through) *\+?(?P<high>180|360)\b")
_CIRCLE = frozenset(("longitude", "lon", "lng", "long", "hue", "bearing", "heading", "azimuth", "angle", "direction"))
_CLOCK = regex(r"(?<![\w.-])0(?:\.0)? *(?:to|-|\u2013|\.\.+|and|up to|through) *24\b")


def limits_items(name: str, node: Mapping[str, Any]) -> bool:
    """Tell whether a number is named, or said, to be a limit for a number of the items in an answer."""
    told = str(node.get("description") or "")
    if limits_results(name, told) or role_of(name, node) in (Role.LATITUDE, Role.LONGITUDE, Role.YEAR, Role.PORT):
        return False
    is_named = told_filter(name)[0] in ("least", "most") or not _REACHES.isdisjoint(name_words(name))
    return is_named or _REACHING.search(told) is not None


def goes_below(name: str, told: str) -> bool:
    """Tell whether more items are within a smaller number, as of "min_score"."""
    relation = told_filter(name)[0]
    if relation in ("least", "most"):
        return relation == "least"
    return _LEAST.search(told) is not None or not _LEASTS.isdisjoint(name_words(name))


def both_ends(name: str, node: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return the two ends of an argument that goes round, which name the same; None of another."""
    told, words = str(node.get("description") or ""), set(name_words(name))
    ends = (node.get("minimum"), node.get("maximum"))
    if not words.isdisjoint(_CIRCLE):
        found = _AROUND.search(told)
        if found is not None:
            is_circle = (found["low"] == "0") == (found["high"] == "360")
            return (float(found["low"]), float(found["high"])) if is_circle else None
        if ends in ((-180, 180), (0, 360)):
            return float(ends[0]), float(ends[1])
        return (-180.0, 180.0) if role_of(name, node) is Role.LONGITUDE else None
    is_clock = words & {"hour", "hours", "time"} and (_CLOCK.search(told) is not None or ends == (0, 24))
    return (0.0, 24.0) if is_clock else None


def may_leave_out(told: str) -> bool:
    """Tell whether a description says that not all items within a limit are given."""
    return _LEFT_OUT.search(told) is not None


def may_be_rounded(told: str) -> bool:
    """Tell whether a description says that numbers are rounded."""
    return _ROUNDED.search(told) is not None
