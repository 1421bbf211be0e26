"""What a tool under test can reach, and that a run can be repeated."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from forge_harness.programs.landlock import landlock_abi
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.check import Check
from pytest_forge.engine.budget import BUDGETS, Budget
from pytest_forge.engine.session import open_session
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.verdict import CheckFailure

needs_landlock = pytest.mark.skipif(landlock_abi() < 1, reason="this kernel has no Landlock")

GREETS = '''
def greet(text: str) -> str:
    """Return a polite greeting for the given text."""
    return "Hello " + text
'''

READER = """
import os
PLACES = {places!r}
def look(text: str) -> dict:
    found = {{}}
    for place in PLACES:
        try:
            with open(os.path.expanduser(place), "rb") as file:
                found[place] = file.read().decode(errors="replace")[:2000]
        except OSError as error:
            found[place] = type(error).__name__
    found["environment"] = dict(os.environ)
    return found
"""


def spied(session, spy) -> dict:
    (result,) = session.run(0, spy)
    assert result.status == "failed", result
    assert result.arguments["raised"] == "None", result
    return result.arguments["returned"]


@needs_landlock
def test_the_users_files_and_keys_are_out_of_reach(opened, spy, tmp_path, monkeypatch):
    home = tmp_path / "home-of-the-user"
    (home / ".ssh").mkdir(parents=True)
    (home / ".ssh/id_rsa").write_text("the user's key")
    (home / "notes.txt").write_text("the user's notes")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("MY_API_TOKEN", "the user's token")
    places = ["~/.ssh/id_rsa", f"{home}/.ssh/id_rsa", f"{home}/notes.txt", f"/proc/{os.getpid()}/environ"]
    project = tmp_path / "project"

    with opened(READER.format(places=places), base=project) as session:
        seen = spied(session, spy)

    assert seen[places[0]].startswith("canary")
    assert [seen[place] for place in places[1:]] == ["PermissionError"] * 3
    assert "the user's" not in json.dumps(seen)
    assert "PYTHONPATH" not in seen["environment"]


@needs_landlock
def test_a_project_in_the_home_directory_leaves_hidden_folders_closed(opened, spy, tmp_path, monkeypatch):
    home = tmp_path / "home-of-the-user"
    (home / ".ssh").mkdir(parents=True)
    (home / ".ssh/id_rsa").write_text("the user's key")
    (home / "data.txt").write_text("visible")
    monkeypatch.setenv("HOME", str(home))
    places = [f"{home}/.ssh/id_rsa", f"{home}/data.txt"]

    with opened(READER.format(places=places), base=home) as session:
        seen = spied(session, spy)

    assert [seen[place] for place in places] == ["PermissionError", "visible"]


@needs_landlock
def test_a_tool_writes_beside_a_copy_of_its_source(opened, spy, tmp_path):
    text = """
import os
def write(text: str) -> str:
    try:
        with open(os.path.join(os.path.dirname(__file__), "written"), "w") as file:
            file.write("x")
    except OSError as error:
        return type(error).__name__
    return "written"
"""
    with opened(text) as session:
        seen = spied(session, spy)

    assert seen == "written"
    assert not (tmp_path / "written").exists()


def test_a_given_variable_is_seen_and_printed_unless_it_may_be_a_secret(opened, spy):
    with opened(READER.format(places=[]), environment={"GIVEN": "the value", "SHOP_TOKEN": "the key"}) as session:
        (result,) = session.run(0, spy)

    assert result.arguments["returned"]["environment"]["GIVEN"] == "the value"
    assert "--env 'GIVEN=the value' --env SHOP_TOKEN" in result.reproduce
    assert "the key" not in result.reproduce


def test_each_check_starts_in_an_empty_workspace(opened, spy):
    text = """
import os
def leave(text: str) -> list:
    before = os.listdir(".") + os.listdir(os.environ["HOME"])
    open("left", "w").close()
    os.makedirs(os.environ["HOME"] + "/left")
    return sorted(before)
"""
    with opened(text) as session:
        first, second = spied(session, spy), spied(session, spy)

    assert first == second
    assert "left" not in first


def test_nothing_is_left_of_a_session(opened, spy, monkeypatch, tmp_path):
    private = tmp_path / "temporary"
    private.mkdir()
    monkeypatch.setenv("TMPDIR", str(private))
    monkeypatch.setattr(tempfile, "tempdir", str(private))

    with opened(GREETS) as session:
        spied(session, spy)
        process = session._loaded._host._process
        assert len(list(private.iterdir())) == 1

    assert list(private.iterdir()) == []
    assert process.wait(0) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nothing_is_left_running_when_the_run_is_killed(tmp_path):
    (tmp_path / "tools.py").write_text("import time\ndef sleeps(text: str) -> str:\n    time.sleep(3600)\n")
    program = (
        "import sys\nfrom pathlib import Path\nfrom pytest_forge.engine.session import open_session\n"
        "from pytest_forge.engine.budget import BUDGETS\n"
        f"with open_session('tools.py', base=Path({str(tmp_path)!r}), budget=BUDGETS['quick']) as session:\n"
        "    loaded = session._loaded\n    print(loaded._host._process.pid, loaded.sandbox.root, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    run = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    pid, root = run.stdout.readline().split()
    warden = os.pidfd_open(int(pid))
    try:
        run.kill()
        run.communicate()
        import select

        ended, _, _ = select.select([warden], [], [], 20)
    finally:
        os.close(warden)

    assert ended
    assert [place for place in Path("/proc").glob("[0-9]*/environ") if root in _read(place)] == []
    subprocess.run(["rm", "-rf", root], check=True)


def _read(place: Path) -> str:
    try:
        return place.read_bytes().decode(errors="replace")
    except OSError:
        return ""


def test_two_runs_with_one_seed_give_one_report(opened, spy):
    text = """
import random, os
def draw(text: str) -> dict:
    return {"number": random.random(), "order": list({"a", "b", "c", "d", "e"}), "key": os.environ["OPENAI_API_KEY"]}
"""
    reports = []
    for seed in (5, 5, 6):
        with opened(text, seed=seed) as session:
            reports.append([replace(result, seconds=0, reproduce="") for result in session.run(0, spy)])

    assert reports[0] == reports[1]
    assert reports[0] != reports[2]


def test_the_line_that_reproduces_is_a_shell_line(opened):
    with opened(GREETS, seed=4, budget=BUDGETS["standard"], name="my tools.py") as session:
        broken = Check("spoiled", "definition", "MUST", "test", "It fails.", "", _fails)
        (result,) = session.run(0, broken)

    words = ["forge", "check", "my tools.py:greet", "--replay", result.id, "--check-module", __name__]
    assert shlex.split(result.reproduce) == [*words, "--seed", "4", "--budget", "standard"]


def _fails(_: ToolFacts) -> None:
    raise CheckFailure("It does.")


def test_a_check_that_crashes_is_an_error_and_no_pass(opened, spy, tmp_path):
    (tmp_path / "project-checks/forge_crash.py").write_text(
        "from pytest_forge import check\n"
        '@check(family="results", level="MUST", source="x")\n'
        'def crashes(subject):\n    """It crashes."""\n    1 / 0\n'
        '@check(family="results", level="MUST", source="x")\n'
        'def exits(subject):\n    """It exits."""\n    import os\n    os._exit(0)\n'
        '@check(family="definition", level="MUST", source="x")\n'
        'def crashes_here(facts):\n    """It crashes."""\n    1 / 0\n'
    )
    import forge_crash

    checks = all_checks()
    with opened(GREETS) as session:
        results = [result for name in ("crashes", "exits", "crashes_here") for result in session.run(0, checks[name])]
    del sys.modules[forge_crash.__name__]

    assert [result.status for result in results] == ["error"] * 3
    assert "ZeroDivisionError at forge_crash.py:5" in results[0].message
    assert "outside any call" in results[1].message
    assert "ZeroDivisionError" in results[2].message


def test_a_check_that_makes_many_slow_calls_is_no_finding_on_the_tool(opened, spy, tmp_path):
    (tmp_path / "project-checks/forge_patient.py").write_text(
        "from pytest_forge import check\n"
        '@check(family="results", level="MUST", source="x")\n'
        'def patient(subject):\n    """It comes back."""\n'
        '    for _ in range(1000):\n        subject.call({"text": "hello"})\n'
    )
    import forge_patient

    slow = "import time\ndef greet(text: str) -> str:\n    time.sleep(0.2)\n    return text\n"
    with opened(slow, budget=Budget(load_s=20, call_s=5.0, check_s=2.0)) as session:
        results = session.run(0, all_checks()["patient"])
    del sys.modules[forge_patient.__name__]

    assert [(result.check, result.status) for result in results] == [("patient", "error")]
    assert results[0].message.startswith("Not judged: the time of the check was over after ")


def test_a_check_whose_module_the_sandbox_cannot_import_is_an_error(opened):
    def judge(_: object) -> None:
        raise AssertionError

    judge.__module__ = "no_such_module"
    with opened(GREETS) as session:
        (result,) = session.run(0, Check("far_away", "results", "MUST", "test", "It is.", "", judge))

    assert result.status == "error"
    assert "no_such_module" in result.message


def test_a_run_that_is_given_up_stops_at_once(opened, spy):
    import threading

    from pytest_forge.engine.connection import RunCancelledError

    cancelled = threading.Event()
    with opened("import time\ndef sleeps(text: str) -> str:\n    time.sleep(60)\n", cancelled=cancelled) as session:
        cancelled.set()
        with pytest.raises(RunCancelledError):
            session.run(0, spy)


def test_definitions_are_judged_without_a_process(tmp_path, spy):
    (tmp_path / "tools.json").write_text('[{"name": "x", "description": "d", "input_schema": {"type": "object"}}]')

    with open_session("definitions:tools.json", base=tmp_path, budget=BUDGETS["quick"]) as session:
        (result,) = session.run(0, spy)

        assert session._loaded is None
    assert result.status == "not_applicable"


UNSTABLE = """
from pydantic import BaseModel, create_model
from forge_harness import forge_tool
fields = {name: (str, ...) for name in {"alpha", "beta", "gamma", "delta", "epsilon", "zeta"}}
@forge_tool(args_schema=create_model("Args", **fields), tier="read")
def unstable(args):
    '''Return nothing of what it is given.'''
    return None
"""


def test_a_schema_is_built_twice_for_the_check_that_compares(opened):
    with opened(UNSTABLE) as session:
        (result,) = session.run(0, all_checks()["schema_is_stable"])
    with opened(GREETS) as session:
        (stable,) = session.run(0, all_checks()["schema_is_stable"])

    assert result.status == "failed"
    assert stable.status == "passed"


def test_a_module_that_can_be_imported_only_once_is_not_judged_stable(opened):
    text = "import os\nassert os.environ['PYTHONHASHSEED'] == '0'\n" + GREETS
    with opened(text) as session:
        (result,) = session.run(0, all_checks()["schema_is_stable"])

    assert result.status == "error"
    assert "could not be imported twice" in result.message


def test_an_async_tool_that_waits_for_ever_is_interrupted_at_the_limit_of_a_call(tmp_path):
    (tmp_path / "waiting.py").write_text(
        "import asyncio\n"
        "from pydantic import BaseModel\n"
        "from forge_harness import forge_tool\n"
        "class Args(BaseModel):\n"
        "    pass\n"
        "@forge_tool(args_schema=Args, tier='read')\n"
        "async def waits(args):\n"
        "    await asyncio.Event().wait()\n"
    )
    budget = Budget(load_s=30.0, call_s=0.5, check_s=20.0)

    with open_session("waiting.py", budget=budget, base=tmp_path) as session:
        (result,) = session.run(0, all_checks()["call_returns"])
        (next_result,) = session.run(0, all_checks()["results_are_json"])

    assert result.status == "failed"
    assert "within 1.5 s" in result.message
    # Nothing else waits for such a tool.
    assert next_result.status == "error"
    assert next_result.message == "Not judged: a call did not return, see call_returns."
    assert next_result.seconds == 0
