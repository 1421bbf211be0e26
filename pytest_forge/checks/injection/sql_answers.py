"""SQL answers: what a tool answers to a condition shows whether its database has read it."""

from __future__ import annotations

import json

from ...targets.outcome import Outcome
from ...targets.patience import Patience
from ...targets.subject import Subject
from ..calls.asking import served_tool, shown
from ..calls.databases import tables_of
from .injection_point import InjectionPoint, call, mark_of
from .sql_names import judge_names, named_points

__all__ = ["judge_answers"]

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


def judge_answers(subject: Subject, found: list[InjectionPoint], patience: Patience) -> None:
    """Judge by the answers: to conditions behind a quote, to appended statements, and to expressions for names.

    Three true and three false conditions are sent. If the answers to the true ones are equal, those to the false ones
    are equal, and the two differ, SQL has read the condition.

    Args:
        subject: The tool.
        found: Its arguments that take text and are not meant for SQL.
        patience: The time of the check.

    Raises:
        CheckFailure: If an argument became part of a statement.
    """
    for point, ending in patience.each((point, ending) for point in found for ending in _ENDINGS):
        reply = _obeyed(subject, point, ending)
        if reply is not None:
            raise point.finding(
                "sql_injection",
                f"In {point.slot.shown!r}, a quote ended an SQL literal: the tool's answer depends on whether the "
                "condition after the quote is true. Bind values as parameters.",
                reply.arguments,
            )
    if not served_tool(subject).server.address.url and tables_of(subject.sandbox.root):
        _judge_stacked(subject, found, patience)
    judge_names(subject, named_points(found), patience)


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
            asked = call(subject, point.with_text(text))
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
        reply = call(subject, point.with_text(text))
        if any(mark in names for names in tables_of(subject.sandbox.root).values()):
            raise point.finding(
                "sql_injection",
                f"Given {shown(text)} in {point.slot.shown!r}, the tool created that table. "
                "Bind values as parameters, and run one statement at a time.",
                reply.arguments,
            )
