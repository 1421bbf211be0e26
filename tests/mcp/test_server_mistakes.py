"""Mistakes with servers, as newcomers make them: two sentences, and the exit code 2."""

from __future__ import annotations

import sys

import pytest

from forge_harness.cli.main import main
from pytest_forge.engine import budget

from .conftest import BUDGET, SERVERS, target

QUICK = budget.Budget(load_s=4.0, call_s=BUDGET.call_s, check_s=BUDGET.check_s)
GREETS = f"mcp:python {SERVERS / 'old_and_new.py'} banner"


@pytest.fixture
def forge(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setitem(budget.BUDGETS, "quick", QUICK)

    def run(*words):
        code = main(["check", *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("mcp:", "names no command"),
        ("mcp:'python server.py", "No closing quotation"),
        ("mcp:no-such-program --flag", "There is no program 'no-such-program'"),
        ("mcp:python no_such_file.py", "ended with exit code 2 while starting, and said: "),
        (f"mcp:{sys.executable} -c 'import sys; sys.exit(\"no key\")'", "ended with exit code 1 while starting"),
        ("mcp:true", "ended with exit code 0 while starting"),
        ("mcp:sh -c 'echo Welcome; exec sleep 60'", "printed 'Welcome' to standard output and answered nothing"),
        ("mcp:sh -c 'echo loading >&2; exec sleep 60'", "answered nothing within 1 s; it said: loading"),
        ("mcp+http://", "is no URL of an MCP server"),
        ("mcp+http://127.0.0.1:9/mcp", "nothing answers at"),
    ],
)
def test_a_mistake_is_told_in_two_sentences(forge, word, says):
    code, out, err = forge(word)

    assert (code, out) == (2, "")
    assert says in err
    assert err.startswith("forge: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_what_a_server_says_of_its_keys_is_not_shown(forge):
    script = "import os, sys; sys.exit('bad key ' + os.environ['SERVICE_KEY'])"
    _, _, err = forge(f'mcp:python -c "{script}"', "--env", "SERVICE_KEY=very-private-value")

    assert "bad key REDACTED" in err
    assert "very-private-value" not in err


def test_a_run_without_leave_says_how_to_give_it(forge):
    code, out, _ = forge(target("broken.py", "crashes"), "--checks", "description_is_present,valid_calls_do_not_crash")

    assert code == 0
    assert "1 tool was not called: allow it with --allow-destructive" in out


def test_a_run_with_leave_calls_the_tools(forge):
    checks = ("--checks", "valid_calls_do_not_crash", "--allow-destructive")
    code, out, _ = forge(target("broken.py", "crashes"), *checks)

    assert code == 1
    assert "not called" not in out
    assert "--allow-destructive" in out


def test_pytest_judges_a_server_on_demand(pytester):
    words = ["--forge-tools", target("broken.py", "crashes"), "--forge-checks", "valid_calls_do_not_crash"]

    shy = pytester.runpytest(*words)
    allowed = pytester.runpytest(*words, "--forge-allow-destructive")

    shy.assert_outcomes(skipped=1)
    shy.stdout.fnmatch_lines(["*--forge-allow-destructive*"])
    allowed.assert_outcomes(failed=1)
