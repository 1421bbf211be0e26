"""Messages: whole, or an error; a tool writes into the pipes, too."""

from __future__ import annotations

import json
import time
from datetime import date

import pytest

from pytest_forge.engine.account import Account
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.lines import MessageError, line_of, read_line
from pytest_forge.engine.messages import (
    Announced,
    Answers,
    CallsMade,
    FuzzRunWanted,
    Loaded,
    Loss,
    Reply,
    Sealed,
    Seen,
    ServerLost,
    Undone,
    Verdict,
)
from pytest_forge.engine.requests import CallsRequest, CheckRequest
from pytest_forge.targets.call_answer import CallAnswer
from pytest_forge.targets.past_calls import PastCalls

CHECK = CheckRequest(
    tool=1,
    check="call_returns",
    module="a.module",
    seed=0,
    nonce="n",
    limits=BUDGETS["deep"],
    with_coverage=True,
    past=PastCalls({"a": 1}, [{"tool": "b", "arguments": {}}]),
    base="/",
    allow_destructive=False,
    notes={"walk": {"calls": 3}},
)
FAILED = Verdict("failed", "It broke.", "broken", "path", {"path": "x"}, ({"tool": "t", "arguments": {}},))


@pytest.mark.parametrize(
    "message",
    [
        CHECK,
        CHECK.fuzz_run(BUDGETS["quick"]),
        CallsRequest(calls=((0, {"a": 1}), (1, "no object")), seed=1, nonce="n", limits=BUDGETS["quick"]),
        Announced({"a": [1, None]}),
        Announced({}, "greet"),
        Announced(None),
        Seen(4),
        Undone(2, is_hung=True),
        Sealed("n", FAILED),
        Sealed("n", FuzzRunWanted(("a",))),
        Sealed("n", ServerLost("ended", "", {"number": 1})),
        Sealed("n", Loaded(({"name": "t"},))),
        Sealed("n", Reply(1.0, None, Loss("ended", {}, in_call=True, timed_out=False), CallsMade(calls=1))),
        Sealed("n", Reply(1.0, Answers((CallAnswer("failed", None, "It failed."),)))),
    ],
    ids=lambda message: type(message).__name__,
)
def test_a_message_is_read_as_it_was_written(message):
    line = line_of(message)

    assert "\n" not in line
    assert read_line(line) == message


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\x00\xff {",
        b"null",
        b'{"verdict": {"status": "failed"}}',
        b'{"@": "Verdict", "status": "failed"}',
        b'{"@": ["Seen"], "calls": 1}',
        b'{"@": "Seen"}',
        b'{"@": "Seen", "calls": "1"}',
        b'{"@": "Seen", "calls": true}',
        b'{"@": "Seen", "calls": 1, "more": 1}',
        line_of(Sealed("n", FAILED)).replace('"failed"', '"fine"').encode(),
        line_of(CHECK).replace('"deep"', "1").replace('"call_s": 20.0', '"call_s": "20"').encode(),
    ],
)
def test_a_line_that_is_not_a_whole_message_is_an_error(line):
    with pytest.raises(MessageError):
        read_line(line)


def test_a_value_that_is_not_json_is_written_as_its_repr():
    assert read_line(line_of(Announced({"day": date(2024, 1, 2)}))) == Announced({"day": "datetime.date(2024, 1, 2)"})


def test_a_verdict_without_the_nonce_is_junk_of_the_tool():
    account = Account("right")

    account.hear(f"{line_of(Sealed('wrong', FAILED))}\n{json.dumps({'verdict': 1})}\n".encode())
    assert account.ending is None

    account.hear(f"half a line\n{line_of(Sealed('right', FAILED))}\n".encode())
    assert account.ending == FAILED


def test_the_calls_of_a_child_are_counted_as_they_are_announced():
    account = Account("n")
    said = [Announced({"a": 1}), Announced(None), Announced({"a": 2}), Seen(3), Undone(2, False), Undone(1, True)]

    before = time.monotonic()
    account.hear("".join(f"{line_of(one)}\n" for one in said).encode())

    assert account.pending == Announced({"a": 2})
    assert account.pending_since >= before
    made = account.made
    assert (made.calls, made.seen, made.stopped_early, made.undone, made.is_hung) == (2, 3, True, 3, True)
