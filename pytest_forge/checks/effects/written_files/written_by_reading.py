"""Written by reading: what a statement changes that begins like one which reads, as the tool itself shows it.

ask("SELECT * FROM orders")                              three rows
ask("WITH x AS (SELECT 1) DELETE FROM orders")           is taken for a question, since it begins with WITH
ask("SELECT * FROM orders")                              no rows
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....profile.reads import is_reader
from ....profile.roles import Role
from ....profile.told_questions import promise_of_questions
from ....regex import regex
from ....strategies.mined_constants import author_codes
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.answer_values import leaves
from ...calls.asking import looks_failed
from ...calls.databases import STARTS, tables_of
from ...calls.fake_sleep import fake_sleep
from ...calls.path_slots import PathSlot, path_slots
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_statements"]

_MAX_TABLES, _MAX_NAMES, _VERSION = 2, 40, 7919
#: Share of a check's time.
_SHARE = 0.3
_TABLE = regex(r"(?i)\b(?:table(?: if not exists)?|from|into|update|join)\s+[\"'`]?([a-z_]\w*)")
_NAME = regex(r"\b[a-z_][a-z0-9_]{2,}\b")
_LIST = "SELECT name FROM sqlite_master WHERE type = 'table'"


class _Statement(Struct, frozen=True):
    """A statement that changes something, and the questions of which one is then answered otherwise."""

    text: str
    questions: tuple[str, ...] = ()


def judge_statements(subject: Subject) -> bool:
    """Judge that a tool which takes statements to read runs none that writes; return whether it is such a tool.

    It is one if it is a reader, or if its description says so of the data or of the statements. The change must show in
    what the tool itself answers, or as a file or a number that only the statement can have made.

    Raises:
        CheckFailure: If it runs one.
    """
    is_judged = False
    for slot in path_slots(subject.schema):
        if slot.role is Role.SQL:
            promise = promise_of_questions(subject.facts, str(slot.schema.get("description", "")))
            if promise or is_reader(subject.facts):
                _judge(subject, slot, promise)
                is_judged = True
    return is_judged


def _judge(subject: Subject, slot: PathSlot, promise: str) -> None:
    base = next(iter(plausible_calls(subject, limit=1)), None)
    if base is None:
        return

    def ask(text: str) -> Outcome:
        with fake_sleep():
            return subject.call(slot.place(base, text))

    def answer_to(question: str) -> str | None:
        outcome = ask(question)
        return None if _has_failed(subject, outcome) else repr(outcome.value)

    if answer_to("SELECT 1") is None:
        return
    mark = f"z{subject.random.getrandbits(32):08x}"
    file = subject.sandbox.workspace / f"{mark}.db"
    tables = itertools.islice((name for name in _names(subject, ask) if _rows(answer_to, name)), _MAX_TABLES)
    for statement in subject.patience(_SHARE).each(_statements(list(tables), mark)):
        before = [answer_to(question) for question in statement.questions]
        if before != [answer_to(question) for question in statement.questions]:
            continue
        versions = _versions(subject.sandbox.workspace)
        ask(statement.text)
        after = [answer_to(question) for question in statement.questions]
        # A question that fails afterwards may have met a lock, and one about a new table failed before.
        has_changed = any(now is not None and now != then for then, now in zip(before, after, strict=True))
        if has_changed or file.exists() or _VERSION in _versions(subject.sandbox.workspace) - versions:
            said = f"The description says {promise!r}" if promise else "The tool is said to read only"
            raise CheckFailure(
                "statement_wrote",
                f"{said}, but it ran {statement.text!r}, which writes. Open the database for reading, or have its "
                "authorizer refuse what writes: how a statement begins does not tell.",
                about=slot.name,
                arguments=slot.place(base, statement.text),
            )


def _has_failed(subject: Subject, outcome: Outcome) -> bool:
    return looks_failed(outcome) if subject.is_served else not outcome.succeeded


def _questions(table: str) -> tuple[str, ...]:
    return f"SELECT COUNT(*) FROM {table}", f"SELECT * FROM {table}"  # noqa: S608  # a name that the tool has shown


def _rows(answer_to: Any, table: str) -> bool:
    """Return whether the tool knows a table, and tells it from one without rows."""
    counted, empty = answer_to(_questions(table)[0]), answer_to(f"{_questions(table)[0]} WHERE 1 = 0")
    return counted is not None and empty is not None and counted != empty


def _statements(tables: list[str], mark: str) -> Iterator[_Statement]:
    """Yield statements that write, in forms that a tool may take for reading."""
    for table in tables:
        for start in (*STARTS, "-- SELECT\n", "\ufeff", "explain query plan select 1; "):
            yield _Statement(f"{start}DELETE FROM {table}", _questions(table))  # noqa: S608  # the attack itself
        for start in (STARTS[0], ""):
            yield _Statement(f"{start}INSERT INTO {table} SELECT * FROM {table}", _questions(table))  # noqa: S608
        yield _Statement(f"delete from {table}", _questions(table))  # noqa: S608
        yield _Statement(f"DROP TABLE {table}", (_LIST,))
    for start in ("", "SELECT 1; "):
        yield _Statement(f"{start}CREATE TABLE {mark} AS SELECT 1 AS a", (f"SELECT * FROM {mark}",))  # noqa: S608
    yield _Statement(f"PRAGMA user_version = {_VERSION}")
    yield _Statement(f"VACUUM INTO '{mark}.db'")
    yield _Statement(f"ATTACH DATABASE '{mark}.db' AS {mark}")


def _names(subject: Subject, ask: Any) -> Iterator[str]:
    """Yield names that may be those of tables: of files, told by the tool, in its code, and in what describes it."""
    seen: set[str] = set()
    for name in _all_names(subject, ask):
        if name.isidentifier() and name.lower() not in seen and not name.startswith("sqlite_"):
            seen.add(name.lower())
            yield name
        if len(seen) >= _MAX_NAMES:
            return


def _all_names(subject: Subject, ask: Any) -> Iterator[str]:
    for names in tables_of(subject.sandbox.workspace).values():
        yield from names
    outcome = ask(_LIST)
    if not _has_failed(subject, outcome):
        yield from (leaf for leaf in leaves(outcome.value) if isinstance(leaf, str))
    said = f"{subject.facts.description or ''} {subject.schema}"
    codes = () if subject.is_served else author_codes(subject.tool)
    texts = [text for code in codes for text in code.co_consts if isinstance(text, str)]
    yield from (name for text in (*texts, said) for name in _TABLE.findall(text))
    yield from _NAME.findall(said)


def _versions(folder: Path) -> set[int]:
    """Return the numbers that the user of a database can set, of those in a folder."""
    found = set()
    for path in tables_of(folder):
        try:
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=0.2)) as connection:
                found.add(connection.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.Error:
            continue
    return found
