"""Told questions: a tool that says that it runs reading statements only: "One SELECT statement"."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .reads import promise_in, promise_of_reading

__all__ = ["promise_of_questions"]

#: Sentences of a tool that takes statements: its data are only read.
_ONLY_READ = regex(
    r"\b(?:data\w*|tables?|rows?|records?) (?:is|are) (?:only (?:ever )?read|read[- ]only|never (?:changed|modified))\b"
    r"|\bread[- ]only (?:quer(?:y|ies)|questions?|statements?|access|sql)\b|\b(?:queries|questions) (?:are )?only\b",
    re.IGNORECASE,
)
#: What is asked for: "One SELECT statement", "only SELECT", "SELECT queries only".
_ONLY_SELECT = regex(
    r"\b(?:only|just)(?: an?| one| a single)? SELECT\b|\bSELECT (?:statements?|queries|query)? ?only\b"
    r"|^(?:an?|one|the|single|a single)(?: sqlite| sql| read-only)? SELECT (?:statement|query)\b",
    re.IGNORECASE,
)
#: Words of a description that asks for other statements as well.
_OTHERS = regex(
    r"\b(?:insert|update|delete|create|other|any|such as|e\.g|for example|or|chang\w+|writ\w+)\b", re.IGNORECASE
)


def promise_of_questions(tool: ToolFacts, description: str) -> str:
    """Return the sentence that promises that a tool without a tier runs reading statements only; empty without one.

    Args:
        tool: The tool.
        description: The description of the argument for the statement.
    """
    if tool.tier_declared:
        return ""
    told = promise_of_reading(tool) or promise_in(tool.description or "", _ONLY_READ)
    if told:
        return told
    sentences = [" ".join(sentence.split()) for sentence in re.split(r"[.;]\s", description)]
    return next((one for one in sentences if _ONLY_SELECT.search(one) and not _OTHERS.search(one)), "")
