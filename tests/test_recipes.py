"""The pages of docs/recipes do what they say: their blocks are written to files, and their commands run in order."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from forge_harness.cli.main import main

RECIPES = Path(__file__).parent.parent / "docs" / "recipes"
#: A server that starts at once, since it uses no SDK.
RAW = (Path(__file__).parent / "mcp_targets" / "servers" / "raw.py").read_text()
PLAIN_SERVER = f"""{RAW}

serve([tool("find_notes", lambda title: text(title), arguments={{"title": {{"type": "string"}}}})])
"""


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (RECIPES / page).read_text(), re.DOTALL)


def lines(page: str) -> list[str]:
    return [line for block in blocks(page, "sh") for line in block.splitlines()]


@pytest.fixture
def forge(pytester: pytest.Pytester, monkeypatch, capsys) -> Callable[..., tuple[int, str]]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(pytester.path / "cache"))
    monkeypatch.chdir(pytester.path)

    def run(line: str, *more: str) -> tuple[int, str]:
        program, *words = shlex.split(line)
        assert program == "forge"
        code = main([*words, *more])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


def reasoned(path: Path) -> None:
    """Fill in the reasons of a baseline, as its user would."""
    path.write_text(re.sub(r'"reason": "[^"]*"', '"reason": "until the next release"', path.read_text()))


def test_a_server_is_checked_in_ci_as_printed(pytester, forge) -> None:
    pytest.importorskip("mcp", reason="the server needs the SDK of MCP")
    page = "mcp-server-in-ci.md"
    look, accept, accepted, lock, locked = lines(page)
    (server,), (settings,), (workflow,), (finding,) = (blocks(page, of) for of in ("python", "toml", "yaml", "text"))
    place = pytester.path / "notes_server.py"
    place.write_text(server)

    code, out = forge(look, "--checks", "sql_values_are_bound")
    assert (code, finding in out) == (1, True), out

    # Its tool has no useful description.
    place.write_text(PLAIN_SERVER)
    (pytester.path / "pyproject.toml").write_text(settings)
    made = ("--checks", "fields_are_described,locked_texts_are_kept")
    assert forge(accept, *made)[0] == 1
    reasoned(pytester.path / "accepted.json")
    assert forge(accepted, *made)[0] == 0

    job: dict[str, Any] = yaml.safe_load(workflow)["jobs"]["check"]
    code, out = forge(job["steps"][-1]["run"], *made)
    assert (code, out.startswith("::")) == (0, True), out

    assert forge(lock)[0] == 0
    place.write_text(PLAIN_SERVER.replace("something useful", "another thing"))
    code, out = forge(locked, "--checks", "locked_texts_are_kept")
    assert (code, "locked_texts_are_kept" in out) == (1, True), out


class _Model(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hello, customer."}}
        reply = {"id": "c-2", "object": "chat.completion", "created": 2, "model": "gpt-4o-mini", "choices": [choice]}
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_suite_moves_from_pytest_recording_as_printed(pytester, forge, monkeypatch) -> None:
    pytest.importorskip("pytest_recording")
    monkeypatch.delenv("CI", raising=False)
    page = "from-pytest-recording.md"
    lint, scrub, sed, replay_tests, record, show = lines(page)
    (test,), (cassette,), (difference,) = (blocks(page, of) for of in ("python", "yaml", "text"))
    recorded = pytester.path / "tests/cassettes/test_greeting/test_it_greets.yaml"
    recorded.parent.mkdir(parents=True)

    def pytest_run(line: str) -> pytest.RunResult:
        program, *words = shlex.split(line)
        assert program == "pytest"
        return pytester.runpytest_inprocess(*words, "-p", "no:randomly", "-p", "no:cacheprovider")

    with ThreadingHTTPServer(("127.0.0.1", 0), _Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        provider = f"http://127.0.0.1:{server.server_port}"
        (pytester.path / "tests/test_greeting.py").write_text(test.replace("https://api.openai.com", provider))
        recorded.write_text(cassette.replace("https://api.openai.com", provider))
        pytest_run("pytest tests").assert_outcomes(passed=1)

        assert (forge(lint)[0], forge(scrub)[0], forge(lint)[0]) == (1, 0, 0)
        assert "Vq7Zk2Lm9Xc4Tn8R" not in recorded.read_text()
        subprocess.run(["bash", "-c", sed], cwd=pytester.path, check=True)
        missed = pytest_run(replay_tests)
        missed.assert_outcomes(failed=1)
        assert difference.strip() in missed.stdout.str()
        pytest_run(record).assert_outcomes(passed=1)
        server.shutdown()
    pytest_run(replay_tests).assert_outcomes(passed=1)
    code, out = forge(show)
    assert (code, "Hello, customer." in out) == (0, True), out


def test_a_tool_moves_from_the_standard_tests_of_langchain_as_printed(pytester, forge) -> None:
    pytest.importorskip("langchain_core")
    page = "from-langchain-standard-tests.md"
    (tool, standard, suite), (run_suite, run_check), (finding,) = (blocks(page, of) for of in ("python", "sh", "text"))
    (pytester.path / "order_tools.py").write_text(tool)
    (pytester.path / "test_order_tools.py").write_text(suite)
    found = finding.strip()
    made = "valid_calls_do_not_crash"

    pytester.syspathinsert()
    program, *words = shlex.split(run_suite)
    done = pytester.runpytest_inprocess(*words, "-p", "no:randomly", "--forge-checks", made)
    done.assert_outcomes(failed=1)
    assert (program, found in done.stdout.str()) == ("pytest", True)
    code, out = forge(run_check.strip(), "--checks", made)
    assert (code, found in out) == (1, True), out

    # The package keeps VCR.py old, so it is seldom installed beside ours.
    if find_spec("langchain_tests") is not None:
        (pytester.path / "test_standard.py").write_text(standard)
        pytester.runpytest_inprocess("test_standard.py", "-p", "no:randomly").assert_outcomes(passed=6)
