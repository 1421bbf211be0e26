"""The check of SQL statements: an argument is a value for the database, not SQL."""

from __future__ import annotations

import re
from typing import Any

from ...observe.observation import Unseen
from ...oracles.statement_log import Statement, StatementLog
from ...profile.sql import takes_sql
from ...regex import regex
from ...strategies.payloads.texts import SQL
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import raise_unless_answered
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .attempts import Attempt, attempts, tries, watched
from .excused import without_meant
from .injection_point import injection_points
from .sql_answers import judge_answers

__all__ = ["sql_values_are_bound"]

_MAX_CALLS = 6
_MAX_SHOWN = 120

#: The parts of a statement; words are those outside literals, quoted names and comments.
_PART = r"""
    --[^\n]*                          # a comment to the end of the line
  | /\*.*?(?:\*/|\Z)                  # a comment
  | '{inside}*(?:'|\Z)                # a literal; an open one extends to the end
  | "(?:[^"]|"")*(?:"|\Z)
  | `(?:[^`]|``)*(?:`|\Z)
  | \[[^\]]*(?:\]|\Z)
  | (?P<word>\w+)
  | .
"""
_FLAGS = re.VERBOSE | re.DOTALL
_STANDARD = regex(_PART.format(inside="(?:[^']|'')"), _FLAGS)
_WITH_BACKSLASHES = regex(_PART.format(inside=r"(?:[^'\\]|''|\\.)"), _FLAGS)


@check(
    family="injection",
    level="MUST",
    source="CWE-89: SQL injection",
    codes={"sql_injection": "An argument becomes part of an SQL statement."},
)
def sql_values_are_bound(subject: Subject) -> None:
    """No argument becomes part of an SQL statement.

    Text from a page must not be able to end a literal and continue with SQL of its own. The check passes a random word
    after a quote, a bracket or a space, and reads the statements that reach the database; it fails if the word is
    outside every literal.

    The statements of a server are not observable. It gets a quote that ends a literal, followed by conditions, and
    fails if its answers depend on whether they are true, or if an appended statement creates a table. Arguments for
    column names, directions and limits get expressions that only SQL understands.

    Not judged: arguments that are meant to be SQL; drivers that are not written in Python, except `sqlite3`.
    """
    patience = subject.patience()
    calls, is_unseen = _calls_with_statements(subject, patience)
    found = without_meant(subject, injection_points(calls, subject.schema), takes_sql)
    if is_unseen:
        judge_answers(subject, found.judged, patience)
        found.raise_for_excused()
        raise_unless_answered(subject)
        return
    for tried in tries(subject, attempts(found.judged, SQL, subject), patience, StatementLog):
        attempt, statements = tried.attempt, tried.heard.value.statements
        sent = next((s for s in statements if _is_sql_in(s, attempt.mark) and not _is_whole(s, attempt.text)), None)
        if sent is not None:
            raise attempt.finding("sql_injection", _message(attempt, sent))
    found.raise_for_excused()


def _calls_with_statements(subject: Subject, patience: Patience) -> tuple[list[dict[str, Any]], bool]:
    """Return the ordinary calls that send statements; every one, and True, if statements are not observable."""
    calls, found = plausible_calls(subject, limit=_MAX_CALLS), []
    for arguments in patience.each(calls):
        _, heard = watched(subject, arguments, StatementLog())
        if isinstance(heard, Unseen):
            return calls, True
        if heard.value.statements:
            found.append(arguments)
    if not found:
        raise NotApplicable("No ordinary call reaches a database.")
    return found, False


def _is_sql_in(statement: Statement, mark: str) -> bool:
    if mark not in _bare_words(statement.text):
        return False
    return statement.is_sqlite or mark in _bare_words(statement.text, backslashes=True)


def _bare_words(statement: str, *, backslashes: bool = False) -> set[str]:
    """Return the words that a database reads as SQL.

    Args:
        statement: One statement or several; it need not be valid.
        backslashes: Whether a backslash in a literal escapes the next character, as in MySQL.
    """
    pattern = _WITH_BACKSLASHES if backslashes else _STANDARD
    return {match["word"] for match in pattern.finditer(statement) if match["word"]}


def _is_whole(statement: Statement, text: str) -> bool:
    """Return whether the argument is the whole statement: a tool that is meant to run SQL may do so."""
    return statement.text.strip().rstrip(";").strip() == text.strip().rstrip(";").strip()


def _message(attempt: Attempt, statement: Statement) -> str:
    sent = " ".join(statement.text.split())
    sent = sent if len(sent) <= _MAX_SHOWN else sent[:_MAX_SHOWN] + "…"
    return (
        f"Given {attempt.text!r} in {attempt.point.slot.shown!r}, the tool sent {sent!r}, with the text outside "
        "every literal. Bind values as parameters, and take table and column names from a fixed list."
    )
