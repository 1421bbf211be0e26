"""Several tests record into one file, each request as often as one test asks for it."""

from __future__ import annotations

import pytest

from forge_harness.cli.main import main
from pytest_forge.cassettes.tape.tape import open_tape

from ..workers import workers

BOTH = """
@pytest.mark.forge_cassette("shared")
@pytest.mark.parametrize("name", ["a", "b"])
def test_say(name):
    # The second answer to an equal request, and what one test alone asks for, are kept.
    said = ["hi", "hi", name]
    assert [httpx.post(URL + "/echo", content=word).text for word in said] == said
"""

EACH_WAY = pytest.mark.parametrize(
    ("mode", "workers"),
    [("once", ()), ("all", workers(2))],
    ids=["alone", "two workers"],
)


@pytest.fixture(autouse=True)
def not_in_ci(monkeypatch):
    monkeypatch.delenv("CI", raising=False)


@EACH_WAY
def test_equal_requests_of_two_tests_are_recorded_so_that_strict_mode_and_lint_accept_them(
    suite, mode, workers, capsys
):
    suite.write(BOTH)

    suite.run("--forge-record", mode, *workers).assert_outcomes(passed=2)
    result = suite.run("--forge-cassettes", "strict,report:run.json")

    result.assert_outcomes(passed=2)
    assert result.ret == 0
    tape = open_tape(suite.cassette("shared.yaml"))
    assert sorted(tape.request(number).body for number in range(len(tape))) == [b"a", b"b", b"hi", b"hi"]
    assert main(["cassettes", "lint", "cassettes", "--run", "run.json"]) == 0, capsys.readouterr().out


def test_a_test_that_records_is_answered_from_what_another_of_the_run_has_recorded(suite, server):
    suite.write(BOTH)

    suite.run("--forge-record", "all").assert_outcomes(passed=2)

    assert [body for _, _, body in server.seen] == [b"hi", b"hi", b"a", b"b"]
