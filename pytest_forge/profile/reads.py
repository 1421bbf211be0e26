"""Reads: tools that only read, by their tier, or by their description or name if they do not declare one."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["is_reader", "promise_in", "promise_of_reading", "promises_reading", "reads", "writing_word"]

_READING = frozenset(
    (
        *("get", "read", "list", "find", "show", "count", "length", "size", "is", "has", "exists", "check", "describe"),
        *("lookup", "search", "view", "peek", "info", "status", "stat", "tell", "compare", "summarize", "summary"),
        *("preview", "quote", "estimate", "calculate", "compute", "forecast"),
    )
)
_WRITING = frozenset(
    (
        *("add", "create", "put", "set", "update", "save", "store", "write", "append", "insert", "register", "ensure"),
        *("delete", "remove", "clear", "reset", "rename", "move", "mark", "toggle", "open", "start", "join", "reserve"),
        *("book", "record", "log", "remember", "touch", "subscribe", "watch", "import", "load", "send", "post", "init"),
    )
)
#: Sentences that promise reading, of the tool as a whole.
_PROMISES = regex(
    r"\breads? only\b|\bonly reads\b|^(?:(?:this|it|the tool) is )?read-only[.!]?$"
    r"|\b(?:changes|writes|modifies|alters|stores|saves) nothing\b"
    r"|\bnothing is (?:ever )?(?:changed|written|modified|altered|stored|saved)\b"
    r"|\bno files? (?:is|are) (?:ever )?(?:changed|written|modified|altered)\b"
    r"|\b(?:does not|doesn't|never) (?:change|write|modify|alter) (?:anything|(?:any|the) (?:files?|notes?|data\w*))\b"
    r"|\b(?:files?|notes?|data\w*|workspace|disk) (?:is|are) (?:not|never) (?:changed|written|modified|altered)\b",
    re.IGNORECASE,
)
#: Words of sentences that promise it under a condition only, of some calls, or that speak of an argument.
_CONDITIONS = regex(
    r"\b(?:if|unless|when|while|until|with|without|otherwise|except|but|dry|preview|argument|given|input|true|false)\b"
    r"|\b(?:that|which|who|whose|for|on|refus\w+|reject\w+|fail\w*|wrong|invalid|unknown|bad|errors?|instead)\b"
    r"|\b(?:else|elsewhere|outside|beyond|besides?|others?|before|then|twice|again)\b|^(?:an?|any|each|every|such|after)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"[^.!?\n]+(?:\n(?!\s*\n)[^.!?\n]+)*[.!?]?")
_CLAUSE = regex(r"[:;]")
#: The parts of a description below this line speak of arguments, results and errors.
_SECTIONS = regex(r"^\s*(?:args|arguments|parameters|returns?|raises|:\w+.*):?\s*$", re.IGNORECASE | re.MULTILINE)


def promise_of_reading(tool: ToolFacts) -> str:
    """Return the sentence with which a tool without a tier promises to change nothing; empty without one."""
    if tool.tier is not None or writing_word(tool):
        return ""
    return promise_in(tool.description or "", _PROMISES)


def promises_reading(tool: ToolFacts) -> bool:
    """Tell whether a tool of any tier promises in its description to change nothing."""
    return bool(promise_in(tool.description or "", _PROMISES))


def promise_in(description: str, promises: re.Pattern[str]) -> str:
    """Return the first sentence with one of some promises of the tool as a whole, without a condition; or empty."""
    said = _SECTIONS.split(description, maxsplit=1)[0]
    for found in _SENTENCE.finditer(said):
        sentence = " ".join(found[0].split())
        first = sentence.partition(" ")[0].lower()
        if first in _WRITING or (first.endswith("ing") and first != "nothing"):
            # "Add a keyword; adding one that is there changes nothing." "Setting it again changes nothing."
            continue
        promise = promises.search(sentence)
        # What follows a colon explains it.
        if promise and not _CONDITIONS.search(sentence[: promise.end()] + _CLAUSE.split(sentence[promise.end() :])[0]):
            return sentence
    return ""


def is_reader(tool: ToolFacts) -> bool:
    """Tell whether a tool has the tier read, or promises in its description to change nothing."""
    return tool.tier == "read" or bool(promise_of_reading(tool))


def reads(tool: ToolFacts) -> bool:
    """Tell whether a tool declares the read tier, promises to read only, or has a name that only means reading."""
    if tool.tier_declared:
        return tool.tier == "read"
    if promise_of_reading(tool):
        return True
    words = set(name_words(tool.name))
    return not words.isdisjoint(_READING) and words.isdisjoint(_WRITING)


def writing_word(tool: ToolFacts) -> str:
    """Return the word of a tool's name that means writing; empty without one."""
    return next((word for word in name_words(tool.name) if word in _WRITING), "")
