"""Servers that are lost: once by chance, or by one call among many."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.messages import Ending, Reply, ServerLost, Verdict
from pytest_forge.engine.served import ServedTarget
from pytest_forge.sandbox import temporary_sandbox

from .conftest import target


def replies(*endings: Ending) -> Callable[[], Reply]:
    left = [Reply(0.0, ending) for ending in endings]
    return lambda: left.pop(0)


def judged(*endings: Ending) -> tuple[Reply, int]:
    """Return the reply of a target whose checks end so, and how often its server was started."""
    started: list[int] = []
    server = SimpleNamespace(
        address=SimpleNamespace(words=(), names_workspace=False),
        close=lambda: None,
        start=lambda: started.append(1),
        is_well=lambda: False,
        how_it_ended=lambda: "ended the server with exit code 3",
    )
    with temporary_sandbox(seed=0) as sandbox:
        return ServedTarget(server, sandbox).judge(replies(*endings)), len(started)


def test_a_check_in_which_a_server_was_lost_is_made_once_more() -> None:
    lost = ServerLost("", "", {})

    assert judged(lost, Verdict("passed")) == (replies(Verdict("passed"))(), 2)
    assert judged(lost, lost)[0].loss.how == "ended the server with exit code 3"


def test_the_moment_of_the_last_words_is_left_out() -> None:
    said = "2026-11-23T02:27:11.123Z ERROR out of memory (2026-11-23 02:27:11,123)"

    reply, _ = judged(*[ServerLost("", said, {})] * 2)

    assert reply.loss.how.endswith("which said 'ERROR out of memory' at last")


def test_the_last_words_are_the_error_and_not_the_stack_behind_it() -> None:
    said = "app.js:7\n  run()\n  ^\nRangeError: out of memory\n    at run (app.js:7:3)\n\nNode.js v20.20.2\n"

    reply, _ = judged(*[ServerLost("", said, {})] * 2)

    assert reply.loss.how.endswith("which said 'RangeError: out of memory' at last")


def test_what_ends_a_server_in_one_call_is_one_finding_and_other_checks_are_made(served) -> None:
    with served("broken.py", "dies", "{workspace}", allow_destructive=True) as session:
        first, again, [other] = (
            session.run(0, all_checks()[check])
            for check in ("valid_calls_return", "valid_calls_do_not_crash", "missing_arguments_are_refused")
        )

    assert [result.check for result in first if result.status == "failed"] == ["call_returns"]
    assert [result.status for result in again] == ["error"]
    assert other.status != "error", other.message


def test_what_an_optional_argument_ends_is_judged_without_it(served) -> None:
    checks = [all_checks()[name] for name in ("call_returns", "missing_arguments_are_refused", "results_are_json")]
    with served("broken.py", "dies_of_a_note", "{workspace}", allow_destructive=True) as session:
        session.judge_together(0, checks)
        [lost], [refused], [made] = (session.run(0, check) for check in checks)

    assert (lost.status, lost.arguments) == ("failed", {"word": "hello", "note": "hello"})
    assert refused.status == "passed", refused.message
    # It makes such a call as well.
    assert made.status == "error"


def test_a_call_of_another_tool_that_ends_the_server_is_no_finding_of_this_one(served) -> None:
    with served("fragile.py", allow_destructive=True) as session:
        listing = session.run(0, all_checks()["equal_calls_agree"])

    assert [(result.check, result.status) for result in listing] == [("equal_calls_agree", "error")]
    assert "a call of 'save_text' ended the server with exit code 3" in listing[0].message


@pytest.mark.parametrize(("opens", "keeps_server"), [("at start", True), ("at its first call", False)])
def test_a_server_whose_database_was_removed_is_started_again(reached, opens, keeps_server) -> None:
    with temporary_sandbox(seed=0) as sandbox:
        server = reached(target("berry_jars.py", repr(opens)), environment=sandbox.environment({}, hash_seed=0))
        server.start()
        served_target = ServedTarget(server, sandbox)

        def filled() -> Reply:
            return Reply(0.0, Verdict("passed", server.call("fill_jar", {"berry": "sloe"}).text))

        pids, said = [server.pid], [served_target.judge(filled).ending.message]
        said.append(served_target.judge(filled).ending.message)
        pids.append(server.pid)
        # As a check does that has started another server, in a process of its own.
        sandbox.reset()
        said.append(served_target.judge(filled).ending.message)
        server.end()

    assert said == ["1 jars."] * 3
    assert (pids[0] == pids[1]) == keeps_server


def test_a_child_that_has_removed_a_database_ends() -> None:
    with temporary_sandbox(seed=0) as sandbox:
        server = SimpleNamespace(pid=1, is_trusted=True)
        restored = ServedTarget(server, sandbox).restorer()
        (sandbox.temp / "notes.txt").write_text("hello")
        assert restored(1)
        (sandbox.temp / "jars.db").write_bytes(b"SQLite format 3\0".ljust(512))
        assert not restored(1)
        assert restored(1)
