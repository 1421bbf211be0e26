"""Templates: whether an argument is meant to contain a template or a format, and an error complains of one."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .argument import Argument, claim_of_argument
from .claim import Claim

__all__ = [
    "complains_of_format",
    "mentions_expressions",
    "offers_every_field",
    "offers_patterns",
    "takes_templates",
    "values_may_refer",
]

_WORDS = regex(
    r"\$\{?[a-z ]+\}?|(?<!\w)\{[a-z ]+\}|\btemplates?\b|\bplaceholders?\b|\bformat string\b|\bpattern\b|\bstrftime\b"
    r"|\bformat\b"
)
#: Words for a text with expressions between delimiters.
_EXPRESSIONS = regex(r"\btemplates?\b|\bplaceholders?\b|\{\{|\$\{|<%|\bexpressions? in\b")
#: Words for values that may name one another.
_REFERENCES = regex(
    r"\brefer\w*|\brecursiv\w*|\bexpand\w*|\beach other\b|\bone another\b|\binterpolat\w*", re.IGNORECASE
)
#: Words for a template that may name whatever its record has.
_EVERY = regex(
    r"\b(?:any|every|all|whatever|whole)\b(?:\W+\w+){0,3}?\W+(?:fields?|columns?|keys?|attributes?|values?|names?|records?)\b",
    re.IGNORECASE,
)
#: Words and signs of texts that are meant as patterns, also in an example; a "global" setting is none.
_PATTERNS = regex(
    r"pattern|glob(?!al)|wild ?card|reg(?:ular )?ex|expression|\bmasks?\b|\bsql like\b|grep"
    r"|[*?]\.\w|\.\*|(?<!\d)%|\*"
)
#: Sentences that deny it.
_DENIED = regex(
    r"[^.!?;\n]*\b(?:literal(?:ly)?\b|(?:no|not|never|nor)\b[^.!?;\n]{0,40}\b(?:wild ?cards?|patterns?"
    r"|reg(?:ular )?ex))[^.!?;\n]*",
    re.IGNORECASE,
)
_YET = regex(r"[*?%]|\b(?:others?|else|rest|except|but|unless|only)\b", re.IGNORECASE)
#: Operators of SQL; in small letters, "like" begins an example.
_OPERATORS = regex(r"\b(?:LIKE|MATCH)\b")
#: What an argument says of itself, and a tool of it: "a to z match A to Z", and so do the records with what is asked.
_MATCHES = r"\bmatch(?:er|es)?\b"
#: Error messages of formatting only; plain text never causes them.
_COMPLAINTS = regex(
    r"Single '[{}]' encountered|expected '}' before end|unexpected '{' in field|Replacement index|format specifier"
    r"|unsupported format character|incomplete format|not enough arguments for format|format requires a mapping"
    r"|not all arguments converted|Invalid placeholder in string"
)


def takes_templates(tool: ToolFacts, argument: Argument) -> Claim:
    """Return the claim that an argument is meant to contain a template or a format."""
    return claim_of_argument(tool, "takes_templates", argument, words=_WORDS)


def mentions_expressions(says: str) -> bool:
    """Tell whether the words of an argument mention expressions between delimiters."""
    return _EXPRESSIONS.search(says) is not None


def offers_every_field(says: str) -> bool:
    """Tell whether words may say that a template can name any field of a record."""
    return _EVERY.search(says) is not None


def values_may_refer(says: str) -> bool:
    """Tell whether words say that the values which a tool fills in may name one another."""
    return _REFERENCES.search(says) is not None


def offers_patterns(argument: Argument, tool: str) -> bool:
    """Tell whether the words of a tool and its argument may offer patterns, such as wildcards.

    Args:
        argument: The argument, with all that is said of it.
        tool: The name and the description of its tool.
    """
    both = _without_denials(f"{argument.name} {argument.description} {tool}")
    own = _without_denials(argument.description).lower()
    name = re.escape(argument.name.lower().replace("_", " "))
    return bool(
        _PATTERNS.search(both.lower())
        or _OPERATORS.search(both)
        or re.search(_MATCHES, f"{name} {own}")
        or re.search(rf"{_MATCHES}(?:\W+\w+){{0,3}}\W+{name}\b", tool.lower())
    )


def _without_denials(says: str) -> str:
    """Return words without the sentences that deny patterns and name no exception."""
    return _DENIED.sub(lambda found: found[0] if _YET.search(found[0]) else "", says)


def complains_of_format(message: str) -> bool:
    """Tell whether the message of an exception complains of a format."""
    return _COMPLAINTS.search(message) is not None
