"""The check on statements: a model's text is a value for a database, and no SQL."""

from __future__ import annotations

import re
from typing import Any

from ...oracles.statement_log import Statement, StatementLog
from ...strategies.payloads.texts import SQL
from ...strategies.roles import Role
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .opening import Opening, call, mark_of, openings
from .sql_text import bare_words

__all__ = ["sql_values_are_bound"]

_MAX_CALLS = 6
_MAX_SHOWN = 120
_MEANT = re.compile(r"\bsql\b|\b(?:where|order by|having) clause\b|\bstatement\b")


@check(family="injection", level="MUST", source="CWE-89: SQL injection")
def sql_values_are_bound(subject: Subject) -> None:
    """No argument becomes a part of a statement of SQL.

    Whoever writes the text that a model passes on must not be able to end a literal and go on with SQL of his own.
    Judged by the statements that reached the database: a random word behind a quote, a bracket or a space stood outside
    every literal, where only SQL stands.

    Not judged: arguments that are meant to be SQL; drivers written in other languages than Python, but for `sqlite3`.
    """
    calls = _calls_with_statements(subject)
    patience = subject.patience()
    for opening in openings(calls, subject.schema):
        if opening.slot.role in (Role.SQL, Role.COMMAND, Role.CODE) or _MEANT.search(opening.says):
            continue
        mark = mark_of(subject)
        for payload in SQL:
            for text in opening.texts(payload.format(mark=mark)):
                opening.plant(subject.sandbox.workspace, text)
                arguments = opening.with_text(text)
                with StatementLog() as log:
                    call(subject, arguments)
                found = next((s for s in log.statements if _is_sql_in(s, mark) and not _is_whole(s, text)), None)
                if found is not None:
                    raise CheckFailure(_message(opening, text, found), arguments=arguments)
                if patience.is_over:
                    return


def _calls_with_statements(subject: Subject) -> list[dict[str, Any]]:
    calls = []
    patience = subject.patience()
    for arguments in plausible_calls(subject, limit=_MAX_CALLS):
        with StatementLog() as log:
            call(subject, arguments)
        if log.statements:
            calls.append(arguments)
        if patience.is_over:
            break
    if not calls:
        raise NotApplicable("No ordinary call reaches a database.")
    return calls


def _is_sql_in(statement: Statement, mark: str) -> bool:
    if mark not in bare_words(statement.text):
        return False
    return statement.is_sqlite or mark in bare_words(statement.text, backslashes=True)


def _is_whole(statement: Statement, text: str) -> bool:
    """Tell whether the argument is the statement: a tool that runs SQL does what it is asked to."""
    return statement.text.strip().rstrip(";").strip() == text.strip().rstrip(";").strip()


def _message(opening: Opening, text: str, statement: Statement) -> str:
    sent = " ".join(statement.text.split())
    sent = sent if len(sent) <= _MAX_SHOWN else sent[:_MAX_SHOWN] + "…"
    return (
        f"Given {text!r} in {opening.slot.shown!r}, the tool sent {sent!r}, where it stands outside every literal. "
        "Bind values as parameters, and take names of tables and columns from a fixed list."
    )
