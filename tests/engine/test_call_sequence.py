"""Calls made one after another share a process and a workspace, and one that is lost does not take the others away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_forge.engine.budget import Budget
from pytest_forge.engine.session import Session, open_session

TOOLS = """
import os, time
from pathlib import Path

made = []

def keep(text: str) -> list:
    "Keep a text and return all that were kept, in memory and in the workspace."
    made.append(text)
    Path(text).touch()
    return [made, sorted(os.listdir("."))]

def leave(code: int) -> str:
    "End the process."
    os._exit(code)

def wait() -> str:
    "Wait for ever."
    time.sleep(1000)

NUMBER = b'{"@": "Announced", "arguments": {"number": %b}, "tool": ""}\\n'

def speak() -> str:
    "Write into every descriptor what only the child may say."
    for number in range(3, 30):
        try:
            os.write(number, b'\\n' + NUMBER % b'99' + NUMBER % b'"x"')
        except OSError:
            pass
    os._exit(0)
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    path = tmp_path_factory.mktemp("tools") / "tools.py"
    path.write_text(TOOLS)
    with open_session(str(path), budget=Budget(load_s=20, call_s=1.0, check_s=6.0)) as session:
        yield session


@pytest.fixture
def dispatched(session):
    """Makes the named calls, one after another, and returns each answer's kind and payload."""

    def run(*calls) -> list:
        names = [tool.name for tool in session.tools]
        answers = session.dispatch([(names.index(name), arguments) for name, arguments in calls])
        return [(answer.kind, answer.payload if answer.kind == "returned" else answer.detail) for answer in answers]

    return run


def test_a_call_finds_what_the_one_before_left(dispatched):
    assert dispatched(("keep", {"text": "a"}), ("keep", {"text": "b"})) == [
        ("returned", [["a"], ["a"]]),
        ("returned", [["a", "b"], ["a", "b"]]),
    ]


def test_two_sequences_share_nothing(session):
    first, second = (session.dispatch([(0, {"text": "a"})]) for _ in range(2))

    assert first == second


def test_a_lost_call_is_named_and_the_others_are_made(dispatched):
    answers = dispatched(
        ("keep", {"text": "a"}), ("leave", {"code": 3}), ("keep", {"text": "b"}), ("leave", {"code": 4}), ("wait", {})
    )

    assert answers == [
        ("returned", [["a"], ["a"]]),
        ("failed", "The call ended the process with exit code 3."),
        ("returned", [["a", "b"], ["a", "b"]]),
        ("failed", "The call ended the process with exit code 4."),
        ("failed", "The call did not return within 1 s."),
    ]


def test_after_many_lost_calls_the_rest_is_not_made(dispatched):
    kinds = [kind for kind, _ in dispatched(*[("leave", {"code": 0})] * 6, ("keep", {"text": "a"}))]

    assert kinds == ["failed"] * 5 + ["not_made"] * 2


def test_what_a_tool_writes_into_our_pipe_names_no_other_call(dispatched):
    assert [kind for kind, _ in dispatched(("keep", {"text": "a"}), ("speak", {}))] == ["not_made", "not_made"]


def test_arguments_that_do_not_fit_are_refused(dispatched):
    answers = dispatched(("keep", {}), ("keep", "no object"), ("keep", {"text": "a"}))

    assert [kind for kind, _ in answers] == ["refused", "refused", "returned"]
    assert "text (missing)" in answers[0][1]


def test_no_calls_have_no_answers(dispatched):
    assert dispatched() == []
