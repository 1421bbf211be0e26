"""Commands: arguments that are meant to contain commands, or options of programs."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .argument import Argument, claim_of_argument
from .claim import Claim, claim_of
from .roles import Role, name_words

__all__ = ["takes_commands", "takes_options", "tells_of_programs"]

_FACT = "takes_commands"
_COMMANDS = regex(
    r"\b(?:command|cmd|shell|bash|script|snippet)s?\b(?! (?:name|id))|\b(?:code|program) to (?:run|execute)\b"
)
_ROLES = frozenset({Role.COMMAND, Role.CODE})
#: Words for options, and for texts that a tool splits into words. An example alone may be a text to look for.
_OPTIONS = regex(
    rf"{_COMMANDS.pattern}|\b(?:args?|argv|arguments?|options?|flags?|switch(?:es)?|params?|parameters|cli)\b"
    r"|\bcommand[- ]line\b|\b(?:space|comma|white ?space)[- ](?:separated|delimited)"
)
#: Words of tools that return the help or version of programs, which they ask for by options.
_TELLING = frozenset({"help", "usage", "version", "versions", "man", "manual", "manpage", "docs", "cli"})
_TELLS = regex(
    r"\b(?:show|print|return|get|display|look up|read|fetch|tell|explain)\w*\b.{0,40}"
    r"\b(?P<what>help|usage|versions?|man(?:ual)? ?pages?|manuals?)\b|(?P<option>--(?:help|version))\b",
    re.IGNORECASE | re.DOTALL,
)


def takes_commands(tool: ToolFacts, argument: Argument) -> Claim:
    """Return the claim that an argument is meant to contain commands."""
    return claim_of_argument(tool, _FACT, argument, words=_COMMANDS, roles=_ROLES)


def takes_options(tool: ToolFacts, argument: Argument) -> Claim:
    """Return the claim that an argument is meant to contain options, or several words."""
    return claim_of_argument(tool, _FACT, argument, words=_OPTIONS, roles=_ROLES)


def tells_of_programs(tool: ToolFacts) -> Claim:
    """Return the claim that a tool returns the help or version of programs."""
    word = next((word for word in name_words(tool.name) if word in _TELLING), "")
    if word:
        return claim_of(tool, _FACT, word=word)
    found = _TELLS.search(tool.description or "")
    return claim_of(
        tool, _FACT, word="" if found is None else found["what"] or found["option"], place="its description"
    )
