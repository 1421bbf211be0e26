"""Code: arguments that are meant to contain code to run."""

from __future__ import annotations

from ..regex import regex
from ..targets.facts import ToolFacts
from .argument import Argument, claim_of_argument
from .claim import Claim, claim_of
from .roles import Role

__all__ = ["takes_code"]

_FACT = "takes_code"
_WORDS = regex(r"\b(?:code|script|program|snippet|notebook cell|command|cmd|shell|bash)s?\b(?! (?:name|id))")
#: For tools of the execute tier; a calculator of that tier is still a calculator.
_WORDS_OF_THE_FREE = regex(rf"{_WORDS.pattern}|python")
_ROLES = frozenset({Role.CODE, Role.COMMAND})


def takes_code(tool: ToolFacts, argument: Argument) -> Claim:
    """Return the claim that an argument is meant to contain code; for readers and writers it is never guessed.

    The description of a tool is that of its only argument, if that has none: "A Python shell", and ``query``.
    """
    if tool.tier_declared and tool.tier != "execute":
        return claim_of(tool, _FACT)
    words = _WORDS_OF_THE_FREE if tool.tier_declared else _WORDS
    claim = claim_of_argument(tool, _FACT, argument, words=words, roles=_ROLES)
    if claim or argument.description or len((tool.input_schema or {}).get("properties", {})) != 1:
        return claim
    said = words.search((tool.description or "").lower())
    return claim_of(tool, _FACT, word="" if said is None else said[0], place="its description")
