"""Mistakes with servers, as newcomers make them: two sentences, and the exit code 2."""

from __future__ import annotations

import os
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from forge_harness import McpPipe, ServerLostError
from forge_harness.cli.main import main
from pytest_forge.engine import budget
from pytest_forge.engine.session import open_session
from pytest_forge.targets.mcp.address import read_address
from pytest_forge.targets.target_error import TargetError

from .conftest import BUDGET, SERVERS, target

KEYS = {"PATH": os.environ["PATH"], "KEY": "pass"}


@pytest.fixture
def forge(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setitem(budget.BUDGETS, "quick", BUDGET)

    def run(*words):
        code = main(["check", *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def started(reached):
    """Starts the server of a target, and returns why it does not serve."""

    def start(word, **options):
        with pytest.raises(TargetError) as caught:
            reached(word, **options).start()
        return str(caught.value)

    return start


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("mcp:", "does not name a command"),
        ("mcp:'python server.py", "No closing quotation"),
        ("mcp:no-such-program --flag", "The program 'no-such-program' to start the MCP server was not found"),
        ("mcp:python no_such_file.py", "File 'no_such_file.py' does not exist. Check the path"),
        ("mcp:sh -c 'echo no key >&2; exit 1'", "ended with exit code 1 while starting, and printed: no key. "),
        (
            "mcp:sh -c 'echo EACCES: log >&2; exit 1'",
            "printed: EACCES: log. In the sandbox it can only write to its workspace",
        ),
        ("mcp:true", "ended with exit code 0 while starting. "),
        ("mcp:sh -c 'echo Welcome'", "ended with exit code 0 while starting, and printed 'Welcome'. "),
        ("mcp:cat", "cannot be used: it refused to initialize"),
        ("mcp+http://", "is not the URL of an MCP server"),
        ("mcp+http://127.0.0.1:9/mcp", "nothing answers at 'http://127.0.0.1:9/mcp'. "),
    ],
)
def test_a_mistake_is_told_in_two_sentences(started, word, says):
    told = started(word)

    assert says in told
    assert told.count("\n") == 0
    assert told.endswith(".")


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("mcp:sh -c 'echo Welcome; exec sleep 60'", "printed 'Welcome' to standard output and did not answer"),
        ("mcp:sh -c 'echo loading >&2; exec sleep 60'", "did not answer within 0.5 s; it printed: loading. "),
    ],
)
def test_a_server_that_never_answers_is_told_so(started, word, says):
    assert says in started(word, start_s=0.5)


def test_a_program_that_fetches_the_server_first_is_told_to_install_it(started, tmp_path):
    assert started("mcp:npx -y @scope/pkg@latest {workspace}") == (
        "'npx' would have to download '@scope/pkg@latest', and the sandbox is offline. "
        "Install it with 'npm install @scope/pkg@latest' in the current folder, then check again."
    )
    assert "Install it with 'pip install no-such-tool' in the environment that runs forge" in started(
        "mcp:uvx no-such-tool"
    )


@pytest.mark.parametrize(
    "words",
    ["npx -y @scope/pkg@latest {workspace}", "npx tells {workspace}", "npx -p @scope/pkg -- tells {workspace}"],
)
def test_what_npx_would_run_is_started_where_it_is_installed(tmp_path, words):
    package = tmp_path / "node_modules/@scope/pkg"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"name": "@scope/pkg", "bin": {"tells": "run"}}')
    server = (SERVERS / "raw.py").read_text() + "\nserve([tool('look', lambda word: word, arguments={})])\n"
    (package / "run").write_text(f"#!{sys.executable}\n{server}")
    (package / "run").chmod(0o755)
    (tmp_path / "node_modules/.bin").mkdir()
    (tmp_path / "node_modules/.bin/tells").symlink_to("../@scope/pkg/run")
    (tmp_path / "inner").mkdir()

    with open_session(f"mcp:{words}", base=tmp_path / "inner", budget=BUDGET) as session:
        assert session.tools


def test_what_uvx_would_run_is_started_where_it_is_installed(tmp_path):
    found = [
        read_address(f"mcp:{words}").command(base=tmp_path, workspace=tmp_path)
        for words in ("uvx pytest==9 --version", "uvx --from pkg[cli] pytest --version", "pipx run pytest --version")
    ]

    assert found == [[str(Path(sys.executable).with_name("pytest")), "--version"]] * 3


def test_a_run_on_a_server_that_does_not_serve_ends_with_2(forge):
    code, out, err = forge("mcp:false")

    assert (code, out) == (2, "")
    assert err.startswith("forge: ")
    assert err.count("\n") == 1


def test_what_a_server_says_of_its_keys_is_not_shown(started):
    told = started(
        "mcp:sh -c 'echo bad key $KEY at https://me:word@host >&2; exit 1'", environment=KEYS, secrets=("pass",)
    )

    assert "bad key REDACTED at https://REDACTED@host" in told


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


def test_what_a_server_printed_before_it_went_is_known(tmp_path):
    pipe = McpPipe(["sh", "-c", "echo Welcome"], environment=KEYS, folder=tmp_path, scratch=tmp_path)
    pipe._process.wait()

    with pytest.raises(ServerLostError):
        pipe.send({"id": 1}, until=time.monotonic() + 5)

    assert pipe.noise.since(0) == ("Welcome",)
    pipe.close()


def test_each_answer_tells_its_own_output_however_many_came_before(reached):
    with closing(reached(target("broken.py", "all"))) as server:
        told = [server.call("prints", {"word": "x" * size}).noise for size in range(1, 31)]

    assert told == [(f"called with {size}",) for size in range(1, 31)]
