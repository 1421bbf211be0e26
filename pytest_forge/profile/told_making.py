"""Told making: a description by which a tool makes its answer anew at each call: "Put together the list for a trip"."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from ..regex import regex
from ..targets.facts import ToolFacts
from .reads import writing_word

__all__ = ["Making", "may_change_for_later", "told_making"]

Making: TypeAlias = Literal["made", "shown", ""]

#: What is made did not exist before, so nothing can be added to it by an earlier call.
_MADE = regex(
    r"(?:put(?:s|ting)? together|build(?:s|ing)?(?! up)|compil(?:es?|ing)|assembl(?:es?|ing)|compos(?:es?|ing)"
    r"|produc(?:es?|ing)|generat(?:es?|ing)|render(?:s|ing)?|formats?|formatting|prepar(?:es?|ing)|draw(?:s|ing)? up"
    r"|work(?:s|ing)? out|comput(?:es?|ing)|calculat(?:es?|ing)|lay(?:s|ing)? out|convert(?:s|ing)?"
    r"|summari[sz](?:es?|ing)|estimat(?:es?|ing)|scal(?:es?|ing)|combin(?:es?|ing)|deriv(?:es?|ing)|writ(?:es?|ing) out"
    r"|suggest(?:s|ing)?|propos(?:es?|ing)|recommend(?:s|ing)?|draft(?:s|ing)?|outlin(?:es?|ing)|break(?:s|ing)? down"
    r"|total(?:s|ling)?)\b",
    re.IGNORECASE,
)
_SHOWN = regex(
    r"(?:returns?|shows?|lists?|gets?|gives?|tells?|looks? up|finds?|fetch(?:es)?|displays?|prints?|reports?"
    r"|answers?|describes?|explains?|the|an?|all|what|which|how)\b",
    re.IGNORECASE,
)
#: What a sentence on the whole tool says of one that keeps what it is given, or that goes on where it was.
_KEEPS = regex(
    r"\b(?:add(?:s|ed|ing)?|append\w*|stor(?:e|es|ed|ing)|sav(?:e|es|ed|ing)|ke(?:ep|eps|pt|eping)|remember\w*"
    r"|record(?:s|ed|ing)?|regist(?:er|ers|ered|ering)|log(?:s|ged|ging)|persist\w*|updat\w+|modif\w+"
    r"|chang(?:e|es|ed|ing)|sets?|setting|reset\w*|assign\w*|reserv\w+|book(?:s|ed|ing)|enrol\w*|remov\w+|delet\w+"
    r"|clear(?:s|ed|ing)?|replac\w+|insert\w*|histor\w+|sessions?|so far|from (?:now|then) on|later calls?|next|again"
    r"|until|previous\w*|earlier|running|accumulat\w+|collect(?:s|ed|ing)?|grow\w*|current(?:ly)?|live"
    r"|step by step|one by one|(?:item|line|piece|part) (?:by|after) \w+|gradual\w*|incremental\w*|bit by bit"
    r"|no longer|marks?|marked|take[sn]? (?:out|away|off)|tak(?:e|es|en) from|stays?|in place|stateful|queue\w*)\b",
    re.IGNORECASE,
)
#: What an argument says that changes something for later calls.
_LASTS = regex(
    r"\b(?:stor(?:e|es|ed)|sav(?:e|es|ed)|ke(?:ep|eps|pt)|remember\w*|record(?:s|ed)?|persist\w*|permanent\w*"
    r"|from (?:now|then) on|later calls?|next (?:call|time)|for good|always|until|reset\w*|clear\w*|updat\w+)\b",
    re.IGNORECASE,
)
_CHANGES = regex(
    r"\b(?:add\w*|append\w*|insert\w*|new|sets?|switch\w*|turn\w*|marks?|enable\w*|disable\w*|chang\w+|remov\w+|delet\w+"
    r"|drop\w*|replac\w+|refresh\w*|reload\w*|put|take\w*|done|start\w*|stop\w*|hide|block\w*|pin\w*)\b",
    re.IGNORECASE,
)
#: What follows the first line, and speaks of arguments, results or errors.
_SECTIONS = regex(
    r"\n\s*(?:(?:args|arguments|parameters|params|raises|yields|:\w+.*|\w+ ?: .*):?\s*(?:\n|$)|returns?\b|raises?\b"
    r"|-{3,}\s*\n)",
    re.IGNORECASE,
)


def told_making(tool: ToolFacts) -> Making:
    """Tell whether a tool without a tier makes what it answers, or shows it, by its description.

    Returns:
        "made", "shown", or "" if neither is said, or if the tool may be meant to keep or to change something.
    """
    if tool.tier_declared or writing_word(tool):
        return ""
    said = " ".join(_SECTIONS.split((tool.description or "").strip(), maxsplit=1)[0].split())
    if _KEEPS.search(said):
        return ""
    if _MADE.match(said):
        return "made"
    return "shown" if _SHOWN.match(said) else ""


def may_change_for_later(making: Making, name: str, description: str) -> bool:
    """Tell whether an argument may be meant to change what later calls answer.

    Args:
        making: What `told_making` has found.
        name: The name of the argument.
        description: What is said of it.
    """
    said = f"{name.replace('_', ' ')} {description}"
    return _LASTS.search(said) is not None or (making != "made" and _CHANGES.search(said) is not None)
