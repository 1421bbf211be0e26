"""Handled errors: the text of a library's exception that a server's code handles, and gives away in its answer.

    except sqlite3.Error as error:
        raise ToolError(f"the loan is not registered: {error}")     UNIQUE constraint failed: loans.loan_no

The interpreter of a Python server tells which exceptions its code has handled. Each call is made twice, since a record
is refused once it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ....regex import regex
from ....targets.mcp.inside import HANDLED
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import served_tool, shown
from ...calls.preparation.set_up import set_up_calls

__all__ = ["judge_handled_errors"]

_MAX_CALLS = 4
#: Share of a check's time.
_SHARE = 0.2
#: Exceptions of values and of the system: their texts speak of what was sent, or are judged by what they reveal.
_TOLD_ELSEWHERE = frozenset({"builtins.ValueError", "builtins.OSError", "builtins.LookupError", "builtins.SyntaxError"})
_BUILTIN = ("re.", "builtins.", "asyncio.")
#: A phrase with a place in a text that was sent.
_POSITION = regex(r"\b(?:line|column|char|position|offset)\W+\d", re.IGNORECASE)
_MIN_SENT = 2
_MIN_WORDS = 2


def judge_handled_errors(subject: Subject, calls: Iterable[dict[str, Any]]) -> None:
    """Judge that no answer holds the text of an exception of a library that the server's code has handled.

    Args:
        subject: A tool of a server; another than one in Python that we have started is left alone.
        calls: Calls that fail.

    Raises:
        CheckFailure: If an answer does.
    """
    server = served_tool(subject).server
    if server.inside is None or not server.inside.is_seeing:
        return
    ordinary = set_up_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    server.launch.tells_handled = True
    subject.renew()
    try:
        patience = subject.patience(_SHARE)
        for call in [*(call for one in ordinary for call in (one, one)), *calls]:
            if patience.is_over:
                return
            reply = subject.call(call)
            if reply.answer is None or server.inside is None:
                return
            told = server.inside.read() or []
            _judge(subject, reply, [event[1] for event in told if event[0] == HANDLED])
    finally:
        # It answers more slowly.
        server.launch.tells_handled = False
        subject.renew()


def _judge(subject: Subject, reply: Outcome, handled: Sequence[Sequence[Any]]) -> None:
    known = f"{reply.arguments} {subject.facts.as_json()}"
    for classes, text in handled:
        if str(classes[0]).startswith(_BUILTIN) or not _TOLD_ELSEWHERE.isdisjoint(classes):
            continue
        speaks_of_value = _POSITION.search(text) is not None or any(sent in text for sent in _sent(reply.arguments))
        if len(text.split()) >= _MIN_WORDS and text in reply.text and text not in known and not speaks_of_value:
            raise CheckFailure(
                "exception_text_in_answer",
                f"An answer held {shown(text)}, the text of an exception of the class {classes[0]} that the tool had "
                "handled. Log it, and answer with a sentence of your own.",
                arguments=reply.arguments,
            )


def _sent(value: Any) -> Iterator[str]:
    """Yield the texts and numbers of a call that an exception may name."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _sent(item)
    elif len(str(value)) >= _MIN_SENT and not isinstance(value, bool):
        yield str(value)
