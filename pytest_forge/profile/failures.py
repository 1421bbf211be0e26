"""Failures: tools for which a negative answer, or a report of a failure, is a normal result."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

from ..regex import regex
from ..targets.facts import ToolFacts
from .claim import Claim, claim_of
from .roles import name_words

__all__ = [
    "announces_errors",
    "answers_a_question",
    "chooses_its_answers",
    "compares_files",
    "looks_things_up",
    "may_give_nothing",
    "tells_of_errors",
]

_FACT = "reports_failures"

#: Kinds of tools without an error channel of their own.
_WITHOUT_ERRORS = frozenset(("function", "executor", "interop"))
#: Words in the names of tools that may answer no, or that report on other work.
_QUESTIONS = frozenset(
    (
        *("check", "validate", "validator", "test", "tests", "verify", "exists", "exist", "ping", "probe", "lint"),
        *("run", "runs", "execute", "exec", "eval", "status", "health", "healthcheck", "compare", "diff", "detect"),
        *("audit", "monitor", "diagnose", "doctor", "shell", "bash", "terminal", "repl", "sandbox"),
    )
)
#: The same, at the beginning of the name.
_OPENERS = frozenset(("is", "are", "has", "have", "can", "does", "try", "should"))
#: Words of tools whose results are about errors, in descriptions and names of arguments.
_ERROR_WORDS = frozenset(
    ("error", "errors", "exception", "exceptions", "fault", "faults", "failure", "failures", "log", "logs", "severity")
)
#: Words in the names of tools that explain something, or that answer yes or no.
_EXPLAINERS = frozenset(
    (
        *("code", "codes", "message", "messages", "log", "logs", "explain", "describe", "simulate", "random", "mock"),
        *("login", "auth", "authenticate", "authorize", "unlock", "match", "matches", "contains", "guess", "confirm"),
        *("moderate", "review", "allow", "permit", "format", "render", "template", "translate"),
    )
)
#: Words in the names of tools that search, and may find nothing.
_LOOKUPS = frozenset(("find", "search", "lookup", "list", "glob", "grep", "match", "query"))
#: Phrases of descriptions for an empty result.
_NOTHING = regex(r"\b(?:null|none|nothing|empty|no|without)\b")
#: The key of an answer with which an author announces a failure.
_ERROR_KEY = regex(r"([\"'`])(errors?)\1")
#: A key and its value, with which an author announces one, such as {"ok": False}.
_ERROR_PAIR = regex(r"([\"'`])(\w+)\1 ?[:=] ?[\"'`]?(false|error|failed|failure|refused|rejected)\b", re.IGNORECASE)
#: Words in names of tools that compare files, all of which must exist.
_COMPARING = frozenset(("compare", "diff", "audit", "detect"))


def answers_a_question(tool: ToolFacts) -> Claim:
    """Return the claim that a tool may answer no, or report a failure that is not its own."""
    words = name_words(tool.name)
    word = next((word for word in words if word in _QUESTIONS), "")
    return claim_of(tool, _FACT, word=word or (words[0] if words and words[0] in _OPENERS else ""))


def tells_of_errors(tool: ToolFacts) -> Claim:
    """Return the claim that a text about an error, or a no, is a normal result of a tool."""
    word = next((word for word in name_words(tool.name) if word in _EXPLAINERS), "")
    if word:
        return claim_of(tool, _FACT, word=word)
    word = next((word for word in name_words(tool.description or "") if word in _ERROR_WORDS), "")
    if word:
        return claim_of(tool, _FACT, word=word, place="its description")
    properties = tool.input_schema.get("properties") if isinstance(tool.input_schema, dict) else None
    for argument in properties if isinstance(properties, dict) else ():
        word = next((word for word in name_words(argument) if word in _ERROR_WORDS), "")
        if word:
            return claim_of(tool, _FACT, word=word, place=f"the argument {argument!r}")
    return claim_of(tool, _FACT)


def announces_errors(tool: ToolFacts, told: str, value: Any) -> Claim:
    """Return the claim that a failure is a normal answer, since the words on a tool show what it looks like.

    They name the key in which it stands, as in "or an object with 'error'", or a key with its value: {"ok": False}.

    Args:
        tool: The tool.
        told: Its description, with the docstring of its function.
        value: The answer: a mapping, or the text of one in JSON.
    """
    with suppress(ValueError):
        value = json.loads(value) if isinstance(value, str) else value
    keys = {found[2] for found in _ERROR_KEY.finditer(told)}
    pairs = {(found[2], found[3].lower()) for found in _ERROR_PAIR.finditer(told)}
    items = value.items() if isinstance(value, dict) else ()
    word = next((key for key, item in items if key in keys or (key, str(item).lower()) in pairs), "")
    return claim_of(tool, _FACT, word=word, place="its description")


def chooses_its_answers(tool: ToolFacts) -> bool:
    """Tell whether no framework says what the failure of a tool looks like, so that its author does."""
    return tool.kind in _WITHOUT_ERRORS


def looks_things_up(tool: ToolFacts) -> Claim:
    """Return the claim that a tool searches, so that finding nothing is a normal result."""
    return claim_of(tool, _FACT, word=next((word for word in name_words(tool.name) if word in _LOOKUPS), ""))


def may_give_nothing(tool: ToolFacts, value: Any) -> Claim:
    """Return the claim that the result may be empty for a value of an argument, if a description mentions both."""
    said = (tool.description or "").lower()
    found = _NOTHING.search(said) if re.search(rf"\b{re.escape(str(value).lower())}\b", said) else None
    return claim_of(tool, _FACT, word="" if found is None else found[0], place="its description")


def compares_files(tool: ToolFacts) -> bool:
    """Tell whether a tool that answers a question needs every file that it is given."""
    return not _COMPARING.isdisjoint(name_words(tool.name))
