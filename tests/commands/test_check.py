import json
import os
import pty
import random
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pytest_forge.checks import check as check_module
from pytest_forge.checks.catalogue import all_checks

TARGET = "definitions:tools.json"
CHECKS = ("--checks", "description_is_present,root_is_an_object")


def test_findings_are_code_1_and_a_clean_run_is_code_0(forge):
    code, out, err = forge("check", TARGET, *CHECKS)

    assert (code, err) == (1, "")
    assert out.splitlines()[0] == "mute  definitions:tools.json"
    assert out.splitlines()[-1].startswith("1 finding in 1 of 2 tools; 3 passed, 0 not applicable. ")
    assert forge("check", TARGET, "--checks", "root_is_an_object")[0] == 0


def timeless(report: str) -> dict:
    """Return a report without the seconds that everything took."""
    return json.loads(re.sub(r'"seconds": [-+.e\d]+', '"seconds": 0', report))


def test_the_json_report_goes_to_the_terminal_or_to_a_file(forge, folder):
    code, out, _ = forge("check", TARGET, *CHECKS, "--format", "json")
    written, nothing, _ = forge("check", TARGET, *CHECKS, "--format", "json", "--output", "report.json")
    reports = [timeless(out), timeless((folder / "report.json").read_text())]

    assert (code, written, nothing) == (1, 1, "")
    assert reports[0] == reports[1]
    assert set(reports[0]) == {"version", "tools", "results", "summary"}


def test_one_run_writes_several_reports_beside_the_text(forge, folder):
    code, out, err = forge("check", TARGET, *CHECKS, "--report", "json:a.json", "--report", "text:b.txt")

    assert (code, err) == (1, "")
    assert json.loads((folder / "a.json").read_text())["summary"]["failed"] == 1
    assert (folder / "b.txt").read_text().splitlines()[:-1] == out.splitlines()[:-1]


def test_the_project_can_name_its_reports(forge, refused, folder):
    (folder / "pyproject.toml").write_text('[tool.forge]\nreport = ["json:a.json"]\n')
    forge("check", TARGET, *CHECKS)

    assert json.loads((folder / "a.json").read_text())["summary"]["failed"] == 1
    (folder / "pyproject.toml").write_text('[tool.forge]\nreport = ["xml:a.json"]\n')
    assert "pyproject.toml: 'report' in [tool.forge] is 'xml:a.json'. Write FORMAT:PATH" in refused("check", TARGET)


def test_an_entry_of_a_list_that_is_no_tool_is_code_2_though_the_others_are_clean(forge, folder):
    (folder / "shop.py").write_text(
        "def ring(times: int) -> int:\n    'Ring the bell.'\n    return times\nALL = [ring, 3]\n"
    )
    code, out, _ = forge("check", "shop.py:ALL", "--checks", "description_is_present")

    assert code == 2
    assert "'ALL[1]' is not a tool; its type is int." in out
    assert out.splitlines()[-1].startswith("No findings in 1 tool, but not everything could be judged; 1 passed, ")


def test_a_finding_is_repeated_by_its_id(forge):
    code, out, _ = forge("check", TARGET, "--replay", "mute[description_is_present]", "--format", "json")
    report = timeless(out)
    line = shlex.split(report["results"][0]["reproduce"])

    assert code == 1
    assert [(result["tool"], result["check"]) for result in report["results"]] == [("mute", "description_is_present")]
    assert re.fullmatch(r"mute\[description_is_present\]#description_missing", line[-1])
    again, out, err = forge(*line[1:], "--format", "json")
    assert (again, err, timeless(out)["results"]) == (1, "", report["results"])


def test_a_finding_with_another_cause_is_shown_and_told(forge):
    code, out, err = forge("check", TARGET, "--replay", "mute[description_is_present]#00000000")

    assert code == 1
    assert "description_is_present" in out
    assert err == (
        "forge: 'mute[description_is_present]#00000000' no longer shows. The check now fails for another reason.\n"
    )


OWN_CHECK = """
from pytest_forge import CheckFailure, check

@check(family="results", level="MUST", source="house rule 1")
def house_says_hello(subject):
    '''The tool says hello.'''
    outcome = subject.call({"text": "x"})
    if outcome.returned != "hello":
        raise CheckFailure(f"It said {outcome.returned!r}.", arguments=outcome.arguments)
"""


@pytest.fixture
def no_check_is_left(monkeypatch):
    """The checks that a run in this process declares are forgotten after the test."""
    assert all_checks()
    monkeypatch.setattr(check_module, "_declared", dict(check_module._declared))
    yield
    for name in ("house_rules", "rules"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("place", ["house_rules.py", "checks/house_rules.py"])
def test_a_finding_of_a_check_of_ones_own_is_repeated_by_the_line_it_prints(forge, folder, place, no_check_is_left):
    (folder / place).parent.mkdir(exist_ok=True)
    (folder / place).write_text(OWN_CHECK)
    (folder / "mine.py").write_text("def echo(text: str) -> str:\n    '''Return the text.'''\n    return text\n")
    words = ["check", "mine.py", "--check-module", place, "--checks", "house_says_hello", "--format", "json"]
    code, out, _ = forge(*words)
    found = timeless(out)["results"]

    # In a process of its own, which knows nothing but the line.
    command = [sys.executable, "-m", "forge_harness.cli.main", *shlex.split(found[0]["reproduce"])[1:]]
    again = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=False)

    assert (code, again.returncode, again.stderr) == (1, 1, "")
    assert "--check-module" in found[0]["reproduce"]
    assert timeless(again.stdout)["results"] == found


def test_two_runs_with_one_seed_differ_in_nothing_but_seconds(forge, folder):
    (folder / "leaky.py").write_text(
        "from pathlib import Path\n"
        "def read_note(path: str) -> str:\n    '''Return a note.'''\n    return Path(path).read_text()\n"
        "def where(name: str) -> str:\n    '''Tell.'''\n    raise KeyError(f'{Path.cwd()} {object()}')\n"
    )
    words = (
        "check",
        "leaky.py",
        "--checks",
        "root_is_declared,errors_carry_no_detail,call_returns",
        "--budget",
        "quick",
    )
    texts = [forge(*words, "--format", "json", "--jobs", str(jobs))[1] for jobs in (1, 2)]
    reports = [re.sub(r'"seconds": [\d.]+', "", text) for text in texts]

    assert reports[0] == reports[1]
    assert json.loads(texts[0])["summary"]["failed"] > 0
    assert "forge-" not in texts[0]


def test_checks_given_in_two_options_are_all_made(forge):
    words = ("--checks", "description_is_present", "--checks", "root_is_an_object")
    _, out, _ = forge("check", TARGET, *words, "--format", "json")

    assert {result["check"] for result in json.loads(out)["results"]} == {"description_is_present", "root_is_an_object"}


def test_a_target_given_twice_is_checked_once(forge):
    _, out, _ = forge("check", TARGET, TARGET, "--checks", "description_is_present", "--format", "json")

    assert json.loads(out)["summary"]["tools"] == 2


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'\xef\xbb\xbf[\r\n{"name": "x",\r\n"description": "Say it.", "input_schema": {"type": "object"}}]\r\n', None),
        (b"", "is empty"),
        (b"{", "is not valid JSON"),
        (b"[]", "contains no tool definitions"),
        (b"\xff\xfe{\x00", "is not valid UTF-8"),
    ],
)
def test_a_file_of_definitions_may_come_from_windows_but_not_be_broken(forge, refused, folder, content, told):
    (folder / "given.json").write_bytes(content)
    words = ("check", "definitions:given.json", "--checks", "description_is_present")

    if told is None:
        assert forge(*words)[0] == 0
    else:
        assert told in refused(*words)


MISTAKES = {
    ("check",): "TARGET",
    ("check", TARGET, "--checks", "nonsense"): "There is no check or family 'nonsense'",
    ("check", TARGET, "--skip", "descriptoin_is_present"): "Did you mean 'description_is_present'?",
    ("check", TARGET, "--checks", "definition", "--skip", "definition"): "leaves no check",
    ("check", TARGET, "--level", "may"): "may",
    ("check", TARGET, "--budget", "endless"): "endless",
    ("check", TARGET, "--seed", "x"): "--seed",
    ("check", TARGET, "--jobs", "0"): "'0' is not a positive number",
    ("check", TARGET, "--jobs", "²"): "is not a positive number",
    ("check", TARGET, "--format", "xml"): "xml",
    ("check", TARGET, "--report", "xml:out"): "--report is 'xml:out'. Write FORMAT:PATH; the formats are text, json, ",
    ("check", TARGET, "--report", "json:missing/out"): "Folder 'missing' does not exist",
    ("check", TARGET, "--report", "json:tools.json/out"): "'tools.json' is a file",
    ("check", TARGET, "--report", "json:a", "--report", "text:a"): "names 'a' twice",
    ("check", TARGET, "--replay", ""): "is not the id of a finding",
    ("check", TARGET, "--replay", "mute"): "'mute' is not the id of a finding",
    ("check", TARGET, "--replay", "mute[definition]"): "names a family",
    ("check", TARGET, "--replay", "mute[nonsense]"): "There is no check or family 'nonsense'",
    ("check", TARGET, "--replay", "nobody[call_returns]"): "There is no tool 'nobody' in 'definitions:tools.json'",
    ("check", TARGET, "--replay", "mute[call_returns]#12"): "is not the id of a finding",
    ("check", TARGET, "--write-tests", "found.txt"): "Name a folder that exists",
    ("check", TARGET, "--write-tests", "missing/test_found.py"): "There is no folder for the tests",
    ("check", TARGET, "--cov-fail-under", "101"): "'101' is not a number from 0 to 100",
    ("check", TARGET, "--cov-fail-under", "x"): "'x' is not a number from 0 to 100",
    ("check", TARGET, "--cov-report", "missing/cov.json"): "Folder 'missing' does not exist",
    ("check", TARGET, "--baseline", "missing.json"): "There is no baseline 'missing.json'",
    ("check", TARGET, "--baseline", "."): "cannot be read",
    ("check", TARGET, "--baseline", "tools.json"): "is not of version 1",
    ("check", TARGET, "--write-baseline", "missing/b.json"): "Folder 'missing' does not exist",
    ("check", TARGET, "--write-baseline", "tools.json"): "is not of version 1",
    (
        "check",
        TARGET,
        "--check-module",
        "no_such_rules",
    ): "--check-module names the module 'no_such_rules', which raised",
    ("check", TARGET, "--check-module", "rules.py"): "There is no file 'rules.py' with checks",
    ("check", TARGET, "--check-module", "json"): "declares no check",
    ("check", TARGET, "--output", "missing/report.json"): "Folder 'missing' does not exist",
    ("check", TARGET, "--output", "."): "is a folder",
    ("check", TARGET, "--env", "FORGE_TEST_UNSET"): "FORGE_TEST_UNSET: the variable is not set",
    ("check", TARGET, "--env", "=x"): "does not name a variable",
    ("check", "no_such_module"): "Module 'no_such_module' was not found",
    ("check", "missing.py"): "File 'missing.py' does not exist",
    ("check", "./"): "declares no tools",
    ("check", "tools.json"): "definitions:tools.json",
    ("check", "definitions:"): "names no file",
    ("check", "definitions:missing.json"): "File 'missing.json' does not exist",
}


@pytest.mark.parametrize("words", MISTAKES, ids=" ".join)
def test_a_mistake_is_told_in_two_sentences(refused, words):
    assert MISTAKES[words] in refused(*words)


def test_a_module_that_raises_is_told_in_two_sentences(refused, folder):
    (folder / "raising.py").write_text("raise RuntimeError('\\x1b[31m no')\n")

    assert "Importing 'raising.py' raised RuntimeError at line 1: " in refused("check", "raising.py")


def test_a_disk_error_leaves_no_half_of_a_report(refused, folder, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)

    assert "(No space left on device)" in refused("check", TARGET, *CHECKS, "--output", "report.json")


def test_what_could_not_be_judged_alone_is_code_2(forge, folder):
    (folder / "refused.py").write_text(
        "from pydantic import BaseModel\nfrom forge_harness import forge_tool\n"
        "class Args(BaseModel):\n    text: str\n"
        "@forge_tool(args_schema=Args, name='bad name!')\ndef bad(args):\n    '''Say it.'''\n"
    )

    code, out, _ = forge("check", "refused.py", "--checks", "call_returns")

    assert code == 2
    assert "could not be judged" in out


# --- past findings ----------------------------------------------------------------------------------


def test_what_was_found_with_another_seed_is_found_again_until_it_is_fixed(forge, folder, no_check_is_left):
    def checked(*words: str) -> dict[str, object]:
        command = ("check", "mine.py", "--check-module", "rules.py", "--checks", "house_is_lucky")
        _, out, err = forge(*command, *words, "--store", "found.json", "--format", "json")
        assert err == ""
        return json.loads(out)["results"]

    lucky = [random.Random(f"{seed}/echo").random() for seed in (0, 5)]
    comparison = "<" if lucky[1] < lucky[0] else ">"
    rule = OWN_CHECK.replace("house_says_hello", "house_is_lucky")
    rule = rule.replace('!= "hello"', f'!= "hello" and subject.random.random() {comparison} {sum(lucky) / 2!r}')
    (folder / "rules.py").write_text(rule)
    (folder / "mine.py").write_text("def echo(text: str) -> str:\n    '''Return the text.'''\n    return text\n")

    statuses = [checked()[0]["status"], checked("--seed", "5")[0]["status"]]
    again = checked()
    (folder / "mine.py").write_text("def echo(text: str) -> str:\n    '''Return the text.'''\n    return 'hello'\n")
    statuses += [again[0]["status"], checked()[0]["status"]]

    assert statuses == ["passed", "failed", "failed", "passed"]
    assert again[0]["reproduce"].endswith("--seed 5")
    assert json.loads((folder / "found.json").read_text())["findings"] == []


def test_a_broken_store_is_a_warning(forge, folder):
    (folder / "found.json").write_text("nonsense")

    code, _, err = forge("check", TARGET, *CHECKS, "--store", "found.json")

    assert code == 1
    assert err.startswith("forge: The store of past findings ")


def test_tests_are_written_for_findings_and_calls_shown_as_python(forge, folder):
    (folder / "rows.py").write_text(
        "def rows(table: str) -> dict:\n    '''Return the rows.'''\n    return {'rows': {1}}\n"
    )
    words = ("check", "rows.py", "--checks", "results_are_json", "--write-tests", "test_found.py")

    code, out, err = forge(*words, "--verbose")
    again = forge(*words)

    assert (code, err) == (1, "forge: Wrote 1 test to 'test_found.py'.\n")
    assert again[2] == "forge: Wrote 0 tests to 'test_found.py'.\n"
    assert '"rows[results_are_json]"' in (folder / "test_found.py").read_text()
    assert "python     from rows import rows" in out
    assert "python " not in again[1]


# --- contract coverage ------------------------------------------------------------------------------


def test_the_coverage_of_contracts_is_written_and_may_fail_the_run(forge, folder):
    (folder / "say.py").write_text("def say(text: str = 'x') -> dict:\n    '''Say it.'''\n    return {'said': text}\n")
    words = ("check", "say.py", "--checks", "results_are_json")

    enough = forge(*words, "--cov-fail-under", "5", "--cov-report", "cov.json")
    too_little = forge(*words, "--cov-fail-under", "100", "--format", "json")

    assert (enough[0], enough[2]) == (0, "")
    assert "contract coverage  " in enough[1]
    report = json.loads((folder / "cov.json").read_text())
    assert report["tools"][0]["name"] == "say"
    assert "approval deferred" in report["tools"][0]["missing"]
    assert too_little[0] == 1
    assert too_little[2].startswith("forge: The contract coverage is ")
    assert set(json.loads(too_little[1])) == {"version", "tools", "results", "summary"}


# --- accepted findings ------------------------------------------------------------------------------


def test_a_baseline_is_written_filled_in_and_goes_stale(forge, refused, folder):
    written, _, told = forge("check", TARGET, *CHECKS, "--write-baseline", "accepted.json")
    assert written == 1
    assert "Wrote 'accepted.json'. Give 1 entry a reason, then run with --baseline accepted.json." in told
    assert "gives no reason for 'mute[description_is_present]#" in refused(
        "check", TARGET, *CHECKS, "--baseline", "accepted.json"
    )
    text = (folder / "accepted.json").read_text()
    (folder / "accepted.json").write_text(text.replace("FILL IN: why is this accepted?", "People know it."))

    code, out, err = forge("check", TARGET, *CHECKS, "--baseline", "accepted.json")
    assert (code, err) == (0, "")
    assert "as 'People know it.'" in out
    assert "1 accepted" in out.splitlines()[-1]

    fixed = (folder / "tools.json").read_text().replace('"description": ""', '"description": "Say nothing at all."')
    (folder / "tools.json").write_text(fixed)
    code, out, err = forge("check", TARGET, *CHECKS, "--baseline", "accepted.json")
    assert code == 1
    assert "which no longer shows. Remove the entry." in out
    # A run of other checks knows nothing of it.
    assert forge("check", TARGET, "--checks", "root_is_an_object", "--baseline", "accepted.json")[0] == 0


# --- on a terminal, and interrupted -----------------------------------------------------------------


def on_terminal(*words: str, **environment: str) -> str:
    """Return what a terminal is sent."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "forge_harness.cli.main", *words]
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    process = subprocess.Popen(command, stdout=follower, stderr=follower, env={**kept, "TERM": "xterm", **environment})
    os.close(follower)
    received = b""
    while True:
        try:
            chunk = os.read(leader, 65536)
        except OSError:
            break
        if not chunk:
            break
        received += chunk
    os.close(leader)
    process.wait()
    return received.decode()


def test_colours_and_progress_are_for_terminals(folder):
    shown = on_terminal("check", TARGET, *CHECKS)

    assert "\x1b[31mMUST" in shown
    assert "tool 1 of 2, check 1 of 2: told  description_is_present" in shown
    plain = on_terminal("check", TARGET, *CHECKS, NO_COLOR="1")
    assert "\x1b[31m" not in plain


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("times", [1, 12])
def test_an_interruption_ends_the_run_and_everything_it_started(folder, times):
    (folder / "tools.py").write_text(
        "import time\n"
        + "".join(f"def sleeps_{n}(text: str) -> str:\n    '''Wait.'''\n    time.sleep(60)\n" for n in range(4))
    )
    temporary = folder / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "forge_harness.cli.main",
            "check",
            "tools.py",
            "--checks",
            "call_returns",
            "--jobs",
            "2",
            # With variables of its own, a host is started with all of them, by which the test knows its processes.
            "--env",
            "MARK=1",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(temporary)},
        # A shell starts its background jobs, such as a run of these tests, with the interrupt ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not (opened := list(temporary.iterdir())) or not marked(str(opened[0])):
        assert not select.select([process.stdout], [], [], 0.05)[0]
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        # Someone who presses Ctrl-C until something happens.
        time.sleep(0.1)
    out, err = process.communicate(timeout=60)

    assert process.returncode == 2
    assert out == ""
    assert err == "forge: Interrupted. Nothing was written.\n"
    assert list(temporary.iterdir()) == []
    # A host that is starting up just then ends when it finds its pipe closed.
    until = time.monotonic() + 10
    while marked(str(temporary)) and time.monotonic() < until:
        time.sleep(0.02)
    assert marked(str(temporary)) == []


def marked(text: str) -> list[str]:
    """Return the processes whose environment holds *text* as the place of their home."""
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            environment = place.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if f"HOME={text}" in environment:
            found.append(place.parent.name)
    return found


SERVERS = {
    "files": {"command": "npx", "args": ["-y", "@scope/pkg", "/my files"], "env": {"TOKEN": "s3cret"}},
    "far": {"type": "http", "url": "https://example.org/mcp"},
}


@pytest.mark.parametrize("document", [{"mcpServers": SERVERS}, {"servers": SERVERS}, {"mcp": {"servers": SERVERS}}])
@pytest.mark.parametrize("ending", ["", "// the team's"])
def test_a_list_of_servers_is_refused_as_definitions_with_the_target_to_write(refused, folder, document, ending):
    (folder / "mcp.json").write_text(json.dumps(document) + ending)

    told = refused("check", "definitions:mcp.json")

    assert "'mcp.json' lists MCP servers, not tool definitions. Write 'mcp.json' instead" in told
    assert "or 'mcp.json:files' for one." in told
    assert "s3cret" not in told


@pytest.mark.parametrize(
    "entry", [{"mcpServers": {"a": {"command": 3}}}, {"retrieval": True}, {"type": "bash_script", "run": 1}]
)
def test_an_entry_that_is_no_definition_does_not_pass_as_a_providers_own_tool(refused, folder, entry):
    (folder / "given.json").write_text(json.dumps([entry]))

    assert "contains no tool definitions" in refused("check", "definitions:given.json")


def test_an_entry_that_is_no_definition_is_told_whichever_checks_are_made(forge, folder):
    tool = {"name": "look", "description": "Look up an article.", "input_schema": {"type": "object"}}
    (folder / "given.json").write_text(json.dumps([tool, {"command": "x"}]))

    narrow, out, _ = forge("check", "definitions:given.json", "--checks", "schema_is_valid")
    whole, _, _ = forge("check", "definitions:given.json", "--checks", "declaration_is_accepted")

    assert (narrow, whole) == (2, 1)
    assert "not read\n  <entry 2>" in out
    assert "Entry 2 is not a tool definition: it has neither a name nor a schema." in out


def test_a_first_call_needs_a_finding_to_replay(refused):
    assert "Add --replay ID." in refused("check", TARGET, "--call", "{}")
