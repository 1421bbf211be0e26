"""Waits of tools: sleeps are skipped, and the waits that arguments ask for are shortened once a call was slow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Annotated

import pytest
from pydantic import Field

from pytest_forge.checks.calls.fake_sleep import fake_sleep
from pytest_forge.checks.calls.plausible_calls import plausible_calls
from pytest_forge.sandbox import temporary_sandbox
from pytest_forge.targets.found_tool import found_facts
from pytest_forge.targets.functions import function_tool
from pytest_forge.targets.subject import SLOW_CALLS, Subject


def wait_for_mail(
    box: Annotated[str, Field(description="Name of the box.")],
    timeout_seconds: Annotated[float, Field(ge=0, le=30, description="How long to wait, in seconds.")] = 10,
) -> str:
    """Wait until there is mail."""
    return box


@pytest.fixture
def subject(monkeypatch: pytest.MonkeyPatch) -> Iterator[Subject]:
    with temporary_sandbox(seed=0) as sandbox:
        monkeypatch.chdir(sandbox.workspace)
        tool = function_tool(wait_for_mail)
        yield Subject(found_facts(tool, "wait_for_mail", "function"), tool, sandbox=sandbox)


def test_a_wait_is_shortened_once_a_call_was_slow(subject: Subject) -> None:
    assert all(call.get("timeout_seconds", 10) > 0 for call in plausible_calls(subject))

    subject.notes[SLOW_CALLS] = {}

    assert all(call["timeout_seconds"] == 0 for call in plausible_calls(subject))


def test_a_call_that_was_slow_without_a_wait_shortens_none(subject: Subject) -> None:
    subject.notes[SLOW_CALLS] = {"timeout_seconds": 0}

    assert all(call.get("timeout_seconds", 10) > 0 for call in plausible_calls(subject))


def test_a_sleep_of_asyncio_is_skipped_and_the_clock_goes_on() -> None:
    started = time.monotonic()
    with fake_sleep():
        before = time.monotonic()
        assert asyncio.run(asyncio.sleep(15, "done")) == "done"
        assert time.monotonic() - before >= 15

    assert time.monotonic() - started < 10
