"""Programs: what comes back, what they cannot reach, and that nothing of them is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
import uuid
from pathlib import Path

import pytest

from forge_harness import ToolError
from forge_harness.deadline.deadline import run_with_deadline
from forge_harness.deadline.thread_pool import CallCancelledError, DeadlineError, ThreadPool
from forge_harness.programs.confinement import confined_to
from forge_harness.programs.environment import program_environment
from forge_harness.programs.landlock import SCOPE_ABI, landlock_abi
from forge_harness.programs.program import ProgramResult, run_program

needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="processes are found through /proc")
needs_landlock = pytest.mark.skipif(landlock_abi() < 1, reason="this kernel has no Landlock")


def run(*argv: str, cwd: Path, **options) -> ProgramResult:
    given = {"timeout_s": 20, "max_output_bytes": 1 << 20, "environment": program_environment(cwd), **options}
    return run_program(argv, cwd=cwd, **given)


def run_python(code: str, *words: str, cwd: Path, **options) -> ProgramResult:
    return run(sys.executable, "-I", "-S", "-c", textwrap.dedent(code), *words, cwd=cwd, **options)


def still_there(mark: str) -> list[int]:
    """Return the processes that have *mark* among their arguments, and are no zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal() and mark in (entry / "cmdline").read_text():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def test_a_program_reads_its_input_and_returns_both_streams_and_its_code(tmp_path):
    done = run("sh", "-c", 'cat; echo "in $PWD" >&2; exit 3', cwd=tmp_path, stdin="grüße\x1b[0m\n")

    assert (done.stdout, done.stderr, done.exit_code) == ("grüße\x1b[0m\n", f"in {tmp_path}\n", 3)
    assert (done.timed_out, done.truncated, done.confined) == (False, False, False)


DAEMON = """
    import os, signal, sys, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setpgid(0, 0)
            print("daemon", flush=True)
            time.sleep(60)
        os._exit(0)
    time.sleep(0.1)
    print("begun", flush=True)
    if sys.argv[2] == "stays":
        time.sleep(60)
"""


@needs_proc
@pytest.mark.parametrize("then", ["stays", "ends"])
def test_nothing_of_a_program_is_left_after_its_time_or_its_end(then: str, tmp_path):
    mark = uuid.uuid4().hex
    started = time.monotonic()

    done = run_python(DAEMON, mark, then, cwd=tmp_path, timeout_s=1 if then == "stays" else 20)

    assert time.monotonic() - started < 3
    assert sorted(done.stdout.split()) == ["begun", "daemon"]
    assert (done.timed_out, done.exit_code) == ((True, None) if then == "stays" else (False, 0))
    assert still_there(mark) == []


@needs_proc
def test_a_program_ends_when_its_parent_is_killed(tmp_path):
    mark = uuid.uuid4().hex
    code = f"""
        import sys
        from pathlib import Path
        from forge_harness.programs.program import run_program
        words = [sys.executable, "-c", "import time; open('begun', 'w'); time.sleep(60)", {mark!r}]
        run_program(words, cwd=Path({str(tmp_path)!r}), timeout_s=60, max_output_bytes=9, environment={{}})
    """
    parent = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)])
    wait_until(lambda: (tmp_path / "begun").exists())

    parent.send_signal(signal.SIGKILL)
    parent.wait()

    wait_until(lambda: not still_there(mark))


def wait_until(holds) -> None:
    until = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


@needs_proc
def test_a_program_that_prints_without_end_costs_bounded_memory(tmp_path):
    code = f"""
        import resource
        from pathlib import Path
        from forge_harness.programs.program import run_program
        words = ["head", "-c", "300000000", "/dev/zero"]
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        done = run_program(words, cwd=Path("/"), timeout_s=60, max_output_bytes=9,
                           environment={dict(os.environ, PATH=os.defpath)!r})
        print(len(done.stdout), done.truncated, done.exit_code,
              resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000)
    """

    printed = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True)

    assert printed.stdout.split() == ["9", "True", "0", "True"]


@pytest.mark.parametrize(("limit", "kept"), [(3, "é"), (4, "éé"), (5, "éé!")])
def test_output_is_cut_between_characters(limit: int, kept: str, tmp_path):
    done = run("printf", "éé!", cwd=tmp_path, max_output_bytes=limit)

    assert (done.stdout, done.truncated, done.exit_code) == (kept, limit < 5, 0)


def test_a_program_sees_none_of_the_users_variables(monkeypatch, tmp_path):
    for name in ("OPENAI_API_KEY", "GIVEN", "HTTPS_PROXY", "PYTHONPATH"):
        monkeypatch.setenv(name, "value")
    monkeypatch.setenv("PATH", f".:{os.environ['PATH']}")

    names = {
        line.partition("=")[0]
        for line in run(
            "env", cwd=tmp_path, environment=program_environment(tmp_path, passthrough=["GIVEN", "MISSING", "HOME"])
        ).stdout.splitlines()
    }
    environment = program_environment(tmp_path, with_proxies=True)

    assert names == {"PATH", "HOME", "LANG", "GIVEN"}
    assert environment["HOME"] == str(tmp_path)
    assert not environment["PATH"].startswith(".")
    assert environment["HTTPS_PROXY"] == "value"


@needs_landlock
def test_a_confined_program_keeps_to_its_folder(tmp_path):
    (tmp_path / "outside").write_text("secret")
    (tmp_path / "work").mkdir()

    done = run_python(
        """
        import os
        open("inside", "w").close()
        for act in (
            lambda: open("../outside").read(),
            lambda: open(f"/proc/{os.getppid()}/environ").read(),
            lambda: open("/etc/passwd").read(),
            lambda: open("../new", "w"),
        ):
            try:
                print(act())
            except PermissionError:
                print("refused")
        """,
        cwd=tmp_path / "work",
        confine=confined_to(tmp_path / "work"),
    )

    assert done.stdout.split() == ["refused"] * 4, done.stderr
    assert done.confined
    assert (tmp_path / "work/inside").exists()


@pytest.mark.skipif(landlock_abi() < SCOPE_ABI, reason="this kernel's Landlock knows no signals")
def test_a_confined_program_cannot_end_its_supervisor(tmp_path):
    done = run("sh", "-c", "kill -9 $PPID; echo here", cwd=tmp_path, confine=confined_to(tmp_path))

    assert (done.stdout, done.exit_code) == ("here\n", 0)


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["no_such_program"], "not_found"),
        (["./no_such_program"], "not_found"),
        (["./text"], "not_executable"),
        (["./broken"], "not_executable"),
        (["echo", "a\0b"], "bad_argument"),
        (["echo", "\ud800"], "bad_argument"),
        (["echo", "x" * 200_000], "bad_argument"),
        ([], "bad_argument"),
    ],
)
def test_a_program_that_cannot_start_is_refused_without_a_path(argv: list[str], code: str, tmp_path):
    (tmp_path / "text").write_text("text")
    (tmp_path / "broken").write_text("not a program")
    (tmp_path / "broken").chmod(0o755)

    with pytest.raises(ToolError) as refused:
        run(*argv, cwd=tmp_path)

    assert refused.value.code == code
    assert str(tmp_path) not in str(refused.value)
    assert str(refused.value).count(". ") == 1


@needs_proc
def test_a_program_ends_with_the_call_that_it_runs_in(tmp_path):
    mark = uuid.uuid4().hex
    found: dict[str, ProgramResult | BaseException] = {}

    code = "import sys, time; open(sys.argv[2], 'w'); print('begun', flush=True); time.sleep(60)"

    def wait_long(name: str) -> None:
        try:
            found[name] = run_python(code, mark, name, cwd=tmp_path)
        except ToolError as error:
            found[name] = error
            raise

    started = time.monotonic()
    with pytest.raises(DeadlineError):
        run_with_deadline(lambda: wait_long("deadline") or time.sleep(0.3), 0.6)
    with ThreadPool(is_cancelled=(tmp_path / "cancelled").exists), pytest.raises(CallCancelledError):
        run_with_deadline(lambda: wait_long("cancelled"), 60)
    wait_until(lambda: len(found) == 2)

    assert time.monotonic() - started < 5
    assert found["deadline"].timed_out
    assert found["deadline"].stdout == "begun\n"
    assert isinstance(found["cancelled"], CallCancelledError)
    assert still_there(mark) == []
