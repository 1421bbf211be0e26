"""Databases behind a server: an argument is a value and not SQL, judged by the answers."""

from __future__ import annotations

import json

from ...profile.sql import takes_sql
from ...targets.outcome import Outcome
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import needs_answer
from ..calls.asking import served_tool, shown, tried
from ..calls.databases import tables_of
from ..calls.set_up import set_up_calls
from ..check import served
from ..injection.excused import without_meant
from ..injection.injection_point import InjectionPoint, injection_points, mark_of
from .sql_names import judge_names, named_points

#: A quote that ends a literal, then a condition that is true or false; the rest of the statement stays well-formed.
_ENDINGS = (
    "' OR {condition} AND 'a' LIKE 'a",
    "') OR {condition} AND ('a' LIKE 'a",
    "' OR {condition} -- ",
    "') OR {condition} -- ",
    '" OR {condition} AND "a" LIKE "a',
    '") OR {condition} AND ("a" LIKE "a',
)
_STACKED = ("'; CREATE TABLE {mark} (a); -- ", "'); CREATE TABLE {mark} (a); -- ", "; CREATE TABLE {mark} (a); -- ")
_ROUNDS = 3


@served("sql_values_are_bound")
@needs_answer
def sql_values_are_bound(subject: Subject) -> None:
    """No argument becomes part of an SQL statement.

    The check sends a quote that ends a literal, followed by three true and three false conditions. It fails if the
    answers to the true ones are equal, those to the false ones are equal, and the two differ, or if an appended
    statement creates a table. In arguments for column names, directions and limits, it sends expressions that only SQL
    understands.
    """
    served_tool(subject)
    every = list(injection_points(set_up_calls(subject, limit=4), subject.schema))
    if not every:
        raise NotApplicable("No argument of the tool takes text.")
    found = without_meant(subject, every, takes_sql)
    patience = subject.patience()
    for point, ending in patience.each((point, ending) for point in found.judged for ending in _ENDINGS):
        reply = _obeyed(subject, point, ending)
        if reply is not None:
            raise point.finding(
                "sql_injection",
                f"In {point.slot.shown!r}, a quote ended an SQL literal: the tool's answer depends on whether the "
                "condition after the quote is true. Bind values as parameters.",
                reply.arguments,
            )
    if not served_tool(subject).server.address.url and tables_of(subject.sandbox.root):
        _judge_stacked(subject, found.judged, patience)
    judge_names(subject, named_points(found.judged), patience)
    found.raise_for_excused()


def _obeyed(subject: Subject, point: InjectionPoint, ending: str) -> Outcome | None:
    """Return a reply to a true condition if the answers depend on the conditions; else None."""
    start = mark_of(subject)
    holding: list[str] = []
    failing: list[str] = []
    reply = None
    for _ in range(_ROUNDS):
        # Two digits each: the texts have equal lengths and word counts.
        low, high = sorted(subject.random.sample(range(11, 98), 2))
        for condition, answers in ((f"{high}>{low}", holding), (f"{low}>{high}", failing)):
            text = start + ending.format(condition=condition)
            asked = tried(subject, point.with_text(text))
            if asked.answer is None:
                return None
            answers.append(_without(asked, text))
            reply = asked if answers is holding and asked.succeeded else reply
        if len({*holding}) > 1 or len({*failing}) > 1 or holding[0] == failing[0]:
            return None
    return reply


def _without(reply: Outcome, text: str) -> str:
    """Return the answer without the text that was sent."""
    body = json.dumps(reply.body, ensure_ascii=False, sort_keys=True)
    for form in (text, text.strip()):
        for written in (json.dumps(json.dumps(form))[3:-3], json.dumps(form)[1:-1], form):
            body = body.replace(written, "")
    return body


def _judge_stacked(subject: Subject, found: list[InjectionPoint], patience: Patience) -> None:
    """Judge whether a statement appended to the value creates a table."""
    for point, payload in patience.each((point, payload) for point in found for payload in _STACKED):
        mark = mark_of(subject)
        text = point.value + payload.format(mark=mark)
        reply = tried(subject, point.with_text(text))
        if any(mark in names for names in tables_of(subject.sandbox.root).values()):
            raise point.finding(
                "sql_injection",
                f"Given {shown(text)} in {point.slot.shown!r}, the tool created that table. "
                "Bind values as parameters, and run one statement at a time.",
                reply.arguments,
            )
