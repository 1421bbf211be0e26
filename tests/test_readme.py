"""Every code block of the README and of its pages does what they say, and each page is linked."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pytest_forge.findings.project_settings import read_project_settings

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
#: In the order of the blocks below.
PAGES = ("script-tools", "own-tests", "cassettes", "checking-tools", "pytest", "ci", "agents")
PRINTED = "\n".join([README, *((ROOT / "docs" / f"{page}.md").read_text() for page in PAGES)])
FORGE = [sys.executable, "-m", "forge_harness.cli.main"]

pytestmark = pytest.mark.usefixtures("quick_start")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PRINTED, re.DOTALL)


TOOL, CALL, SUITE, SCRIPT, LOADED, CHECK, RULE, PROPERTIES, CASSETTE, VCR_CONFIG, WIDE = blocks("python")
MAIN_JOB, LINES, TESTS = blocks("bash")
(FINDING,) = blocks("text")
(SETTINGS,) = blocks("toml")
OWN_PROJECT = next(block for block in blocks("sh") if "forge init" in block)
REPORTS = next(block for block in blocks("sh") if "--report" in block)
MODULE = f"{TOOL}\n{CALL}"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "my_tools.py").write_text(MODULE)
    (tmp_path / "test_my_tools.py").write_text(SUITE)
    schema = {"type": "object", "properties": {}, "additionalProperties": False}
    definition = {"name": "ping", "description": "Answer a ping from the user.", "input_schema": schema}
    (tmp_path / "tools.json").write_text(json.dumps(definition))
    return tmp_path


def run(words: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


def test_the_readme_is_short_and_every_page_is_linked_and_tested() -> None:
    linked = set(re.findall(r"\]\(docs/([\w-]+)\.md\)", README))

    assert len(README) < 10_000
    assert linked == set(PAGES) == {path.stem for path in (ROOT / "docs").glob("*.md")}


def test_every_link_between_pages_leads_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / link).is_file(), f"{page.name}: {link}"


def test_the_tool_and_its_call_run_as_printed() -> None:
    from forge_harness import FORGE_TOOL_REGISTRY

    namespace: dict[str, Any] = {"__name__": "readme"}
    with FORGE_TOOL_REGISTRY.restored():
        exec(compile(MODULE, "README.md", "exec"), namespace)  # the block asserts its own answer

    assert [definition["name"] for definition in namespace["definitions"]][-1] == "fetch_orders"


@pytest.mark.in_turns("README.md", "docs/")
def test_a_project_is_set_up_as_printed(project: Path) -> None:
    install, init, check = (shlex.split(line, comments=True) for line in OWN_PROJECT.splitlines())

    assert install[:2] == ["pip", "install"]
    assert run([*FORGE, *init[1:]], project).returncode == 0
    done = run([*FORGE, *check[1:], "--checks", "definition"], project)
    assert (done.returncode, "fields_are_described" in done.stdout) == (1, True), done.stdout + done.stderr


@pytest.mark.in_turns("README.md", "docs/")
def test_one_run_writes_every_report_as_printed(project: Path) -> None:
    words = shlex.split(REPORTS.replace("\\\n", " "))
    done = run([*FORGE, *words[1:], "--checks", "definition"], project)

    assert done.stdout.startswith("::stop-commands::"), done.stderr
    assert json.loads((project / "forge.sarif").read_text())["version"] == "2.1.0"
    assert (project / "forge.xml").read_text().startswith("<?xml")
    assert (project / "comment.md").read_text().startswith("### Forge: ")


@pytest.mark.in_turns("README.md", "docs/")
def test_the_check_of_your_own_is_made_as_printed(project: Path) -> None:
    (project / "house_checks.py").write_text(CHECK)
    made = ["--check-module", "house_checks.py", "--checks", "answers_have_a_unit", "--format", "json"]
    done = run([*FORGE, "check", "my_tools.py", *made], project)

    assert {result["check"] for result in json.loads(done.stdout)["results"]} == {"answers_have_a_unit"}, done.stderr


@pytest.mark.in_turns("README.md", "docs/")
def test_the_script_is_a_tool_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from forge_harness import FORGE_TOOL_REGISTRY

    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "tool_mine.py").write_text(SCRIPT)
    monkeypatch.chdir(tmp_path)
    with FORGE_TOOL_REGISTRY.restored():
        namespace: dict[str, Any] = {"__name__": "readme"}
        exec(compile(LOADED, "README.md", "exec"), namespace)  # the block asserts its own answer
    done = run([*FORGE, "check", "tools/", "--checks", "definition,wrong_types_are_refused"], tmp_path)

    assert (len(namespace["tools"]), namespace["left_out"]) == (1, [])
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.in_turns("README.md", "docs/")
def test_the_suite_passes_as_printed(project: Path) -> None:
    done = run([sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"], project)

    assert done.returncode == 0, done.stdout
    assert "2 xfailed" in done.stdout
    assert "failed" not in done.stdout.replace("xfailed", "")


@pytest.mark.in_turns("README.md", "docs/")
def test_the_properties_hold_as_printed(project: Path) -> None:
    (project / "test_my_tools.py").write_text(PROPERTIES)

    done = run([sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"], project)

    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


class _Model(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hello."}}
        reply = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.in_turns("README.md", "docs/")
def test_the_cassette_is_recorded_once_and_played_without_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai")
    used = "\n\n@pytest.mark.forge_cassette\ndef test_it(greeting):\n    assert 'hello' in greeting.lower()\n"
    (tmp_path / "test_greeting.py").write_text(CASSETTE)
    (tmp_path / "test_wide.py").write_text(WIDE + used)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"]
    with ThreadingHTTPServer(("127.0.0.1", 0), _Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
        recorded = run([*words, "--forge-record", "once"], tmp_path)
        server.shutdown()
    played = run(words, tmp_path)

    assert [done.returncode for done in (recorded, played)] == [0, 0], recorded.stdout + played.stdout
    assert (tmp_path / "cassettes/test_greeting/test_it_greets.yaml").is_file()
    assert (tmp_path / "cassettes/greeting.yaml").is_file()


@pytest.mark.in_turns("README.md", "docs/")
def test_the_rule_and_its_suite_run_as_printed(tmp_path: Path) -> None:
    (tmp_path / "test_rule.py").write_text(RULE)

    done = run([sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"], tmp_path)

    assert done.returncode == 0, done.stdout
    assert "7 passed" in done.stdout


@pytest.mark.in_turns("README.md", "docs/")
def test_pytest_recording_takes_its_settings_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pytest_recording")
    monkeypatch.delenv("CI", raising=False)
    (tmp_path / "conftest.py").write_text(VCR_CONFIG)
    ask = "httpx.post({url!r}, json={{'metadata': {number}, 'key': 'sk-proj-' + 'Vq7Zk2Lm9Xc4Tn8R' * 3}})"
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"]
    with ThreadingHTTPServer(("127.0.0.1", 0), _Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done = []
        for number, mode in enumerate(("once", "none")):
            asked = ask.format(url=f"http://127.0.0.1:{server.server_port}", number=number)
            test = f"import httpx, pytest\n\n@pytest.mark.vcr\ndef test_it():\n    assert {asked}.status_code == 200\n"
            (tmp_path / "test_it.py").write_text(test)
            done.append(run([*words, f"--record-mode={mode}"], tmp_path))
        server.shutdown()

    assert [one.returncode for one in done] == [0, 0], done[0].stdout + done[1].stdout
    assert "Vq7Zk2Lm9Xc4Tn8R" not in (tmp_path / "cassettes/test_it/test_it.yaml").read_text()


@pytest.mark.in_turns("README.md", "docs/")
@pytest.mark.parametrize("line", [line.partition("#")[0].strip() for line in LINES.splitlines()])
def test_each_command_runs_as_printed(project: Path, line: str) -> None:
    # The suite, which lies beside, is another test's affair.
    (project / "test_my_tools.py").unlink()
    words = shlex.split(line)
    program = FORGE if words[0] == "forge" else [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]

    done = run([*program, *words[1:]], project)

    # The printed tool has two findings, which its suite expects; the definition has none.
    assert done.returncode == (0 if "definitions:" in line else 1), done.stdout + done.stderr
    assert ("2 fail" in done.stdout or "2 findings in 1 of 1 tool;" in done.stdout) is ("definitions:" not in line)
    if "definitions:" not in line:
        assert "fields_are_described" in done.stdout
        assert "tier_is_declared" in done.stdout


def test_the_settings_are_read_as_printed(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(SETTINGS)

    assert set(read_project_settings(tmp_path).values) == {"targets", "skip", "budget", "baseline"}


def test_the_main_job_finds_what_the_readme_shows() -> None:
    command = MAIN_JOB.partition("{")[2].partition("||")[0].strip().removeprefix(".venv/bin/forge")
    # CI runs the command itself; the other checks find nothing and take most of the time.
    found = "paths_stay_inside,errors_carry_no_detail,results_are_json,fields_are_described"

    done = run([*FORGE, *shlex.split(command), "--checks", found], ROOT)

    assert done.returncode == 1
    assert "4 findings in 4 of 12 tools" in done.stdout
    assert FINDING.strip() in done.stdout


def test_the_test_command_runs_this_suite() -> None:
    assert TESTS.strip().endswith(".venv/bin/python -m pytest -q -n 3 --dist loadgroup")
    assert ".[dev]" in TESTS
