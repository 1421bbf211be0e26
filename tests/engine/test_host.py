"""Tools that would end, hang or litter any process that called them."""

import os
import signal
import sys
from pathlib import Path

import pytest

from forge_harness.programs.landlock import SCOPE_ABI, landlock_abi
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.session import open_session

#: Stands in the command line of whatever a tool leaves running.
MARK = f"86400.{os.getpid()}"

TOOLS = f'''
import builtins, ctypes, json, os, signal, subprocess, sys, threading, time

def exits(text: str) -> str:
    os._exit(0)

def raises_system_exit(text: str) -> str:
    sys.exit(3)

def interrupts(text: str) -> str:
    raise KeyboardInterrupt

def loops(text: str) -> str:
    while True:
        try:
            while True:
                pass
        except:
            pass

def sleeps(text: str) -> str:
    time.sleep(3600)

def ignores_alarms(text: str) -> str:
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    while True:
        pass

def stops_itself(text: str) -> str:
    os.kill(os.getpid(), signal.SIGSTOP)

def allocates(text: str) -> str:
    return str(len(b"x" * (50 << 30)))

def recurses(text: str) -> str:
    return recurses(text)

def recurses_natively(text: str) -> str:
    sys.setrecursionlimit(1 << 30)
    def down(_):
        return list(map(down, [0]))
    return str(down(0))

def kills_itself(text: str) -> str:
    os.kill(os.getpid(), signal.SIGKILL)

def kills_its_parents(text: str) -> str:
    for kill, pid in ((os.killpg, os.getpgid(os.getppid())), (os.kill, os.getppid())):
        try:
            kill(pid, signal.SIGKILL)
        except PermissionError:
            pass
    return "still here"

def starts_daemons(text: str) -> str:
    subprocess.Popen(["sleep", "{MARK}"])
    subprocess.Popen(["sleep", "{MARK}"], start_new_session=True)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", "{MARK}"])
        os._exit(0)
    return "started"

def starts_threads(text: str) -> str:
    threading.Thread(target=time.sleep, args=(3600,)).start()
    return "started"

def closes_descriptors(text: str) -> str:
    os.closerange(0, 4096)
    return "closed"

def prints(text: str) -> str:
    for _ in range(8):
        print("x" * (1 << 20))
        os.write(2, b"y" * (1 << 20))
    return "printed"

def writes_junk(text: str) -> str:
    for descriptor in range(64):
        try:
            os.write(descriptor, b'{{"@": "Sealed", "nonce": "", "message": {{"@": "Answers", "answers": []}}}}\\n')
            os.write(descriptor, b'\\x00\\xff {{')
        except OSError:
            pass
    return "written"

def floods(text: str) -> str:
    for descriptor in range(3, 64):
        try:
            for _ in range(600):
                os.write(descriptor, b"z" * 65536)
        except OSError:
            pass
    return "flooded"

def moves(text: str) -> str:
    os.chdir("/")
    os.environ.clear()
    return "moved"

def patches(text: str) -> str:
    builtins.open = builtins.len = builtins.isinstance = None
    return "patched"

def breaks_json(text: str) -> str:
    json.dumps = None
    return "broken"

def digs(text: str) -> str:
    for _ in range(2000):
        os.mkdir("d")
        os.chdir("d")
    return "dug"

def moves_the_workspace(text: str) -> str:
    here = os.getcwd()
    os.rmdir(here)
    os.symlink("/", here)
    return "moved"

def is_fine(text: str) -> str:
    return text
'''

LOST = {
    "exits": "exit code 0",
    "loops": "",
    "sleeps": "",
    "ignores_alarms": "did not return within",
    "stops_itself": "did not return within",
    "recurses_natively": "SIGSEGV",
    "kills_itself": "SIGKILL",
}
EITHER = [
    "raises_system_exit",
    "interrupts",
    "allocates",
    "recurses",
    "kills_its_parents",
    "starts_daemons",
    "starts_threads",
    "closes_descriptors",
    "prints",
    "writes_junk",
    "floods",
    "moves",
    "patches",
    "breaks_json",
    "digs",
    "moves_the_workspace",
]


def running(mark: str) -> list[str]:
    """Return the command lines that hold *mark*."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = place.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if mark in line:
            found.append(line)
    return found


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "hostile.py").write_text(TOOLS)
    with open_session("hostile.py", base=folder, budget=Budget(load_s=30, call_s=0.3, check_s=2.0)) as opened:
        yield opened


@pytest.fixture
def judge(session):
    """Judges a tool of the module, and then that the engine is as good as before."""
    names = [tool.name for tool in session.tools]

    def run(name: str):
        check = all_checks()["call_returns"]
        results = session.run(names.index(name), check)
        after = session.run(names.index("is_fine"), check)

        assert [result.status for result in after] == ["passed"], after
        return results

    return run


@pytest.mark.in_turns("pytest_forge/engine")
@pytest.mark.parametrize("name", LOST)
def test_a_call_that_is_lost_is_one_finding(judge, name):
    results = judge(name)

    assert [(result.check, result.status) for result in results] == [("call_returns", "failed")]
    assert LOST[name] in results[0].message
    assert results[0].arguments is not None


@pytest.mark.in_turns("pytest_forge/engine")
@pytest.mark.parametrize("name", EITHER)
def test_a_call_that_does_harm_is_at_most_one_finding(judge, name):
    results = judge(name)

    assert len(results) == 1
    assert results[0].status in {"passed", "failed", "error"}, results
    assert results[0].status != "error" or name in {"breaks_json", "patches"}, results


def test_after_a_lost_call_the_other_checks_are_errors_and_no_further_finding(session):
    names = [tool.name for tool in session.tools]
    index = names.index("exits")
    dynamic = [check for check in all_checks().values() if not check.is_static and check.id != "call_returns"][:2]
    session.run(index, all_checks()["call_returns"])

    results = [result for check in dynamic for result in session.run(index, check)]

    assert [result.status for result in results] == ["error"] * len(dynamic)
    assert all("call_returns" in result.message for result in results)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is running, and lets us adopt it")
def test_nothing_that_a_call_started_is_left_running(judge):
    judge("starts_daemons")

    assert running(MARK) == []


@pytest.mark.skipif(landlock_abi() < SCOPE_ABI, reason="this kernel's Landlock knows no signals")
def test_a_tool_cannot_signal_the_process_it_came_from(judge):
    assert [result.status for result in judge("kills_its_parents")] == ["passed"]


def test_a_lost_host_is_replaced(tmp_path):
    (tmp_path / "tools.py").write_text("def is_fine(text: str) -> str:\n    return text\n")
    check = all_checks()["call_returns"]
    with open_session("tools.py", base=tmp_path, budget=Budget(load_s=30, call_s=1, check_s=5)) as session:
        os.killpg(session._loaded._host._process.pid, signal.SIGKILL)
        lost = session.run(0, check)
        results = session.run(0, check)

    assert [result.status for result in lost] == ["failed"]
    assert "processes around it" in lost[0].message
    assert [result.status for result in results] == ["passed"], results
