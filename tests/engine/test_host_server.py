"""Host servers: their hosts are the same as any other once they are introduced, and end as they should."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from pytest_forge.engine import host_server
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.host_server import ForkedHost, start_host_server, take_host
from pytest_forge.engine.session import open_session

TOOL = '''
import os, sys

def world(prefix: str) -> list[str]:
    """Return the variables, the arguments, the path, the flags, the main module and the callers of this process."""
    kept = sorted(f"{name}={value}" for name, value in os.environ.items())
    frame, callers = sys._getframe(), {}
    while frame is not None:
        callers[frame.f_code.co_filename] = None
        frame = frame.f_back
    files = [name for name in callers if not name.startswith("<")]
    main = sys.modules["__main__"].__spec__.name
    return [*kept, *sys.argv, str(len(sys.path)), str(hash("x")), str(sys.flags), main, *files]
'''


def seen(folder: Path) -> list[str]:
    with open_session("tools.py", budget=BUDGETS["quick"], base=folder) as session:
        [answer] = session.dispatch([(0, {"prefix": ""})])
        root = str(session._loaded.sandbox.root)
        assert answer.kind == "returned"
        return [text.replace(root, "ROOT") for text in answer.payload]


def close(host: ForkedHost) -> None:
    host.stdin.close()
    host.stdout.close()


def test_a_tool_sees_the_same_in_a_forked_host(tmp_path, request):
    (tmp_path / "tools.py").write_text(TOOL)
    forked = seen(tmp_path)

    request.getfixturevalue("started_hosts")
    started = seen(tmp_path)

    assert forked == started


def test_a_forked_host_that_is_not_needed_ends():
    host = take_host(0)
    close(host)

    assert host.wait(30) == 0


def test_a_killed_host_is_told_by_its_signal():
    host = take_host(0)
    below = Path(f"/proc/{host.pid}/task/{host.pid}/children")
    until = time.monotonic() + 30
    while not below.read_text() and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(int(below.read_text()), signal.SIGKILL)

    assert host.wait(30) == 128 + signal.SIGKILL
    close(host)


def test_a_host_whose_warden_is_killed_has_ended():
    host = take_host(0)
    os.kill(host.pid, signal.SIGKILL)

    assert host.wait(30) == -9
    close(host)


def test_a_session_starts_its_host_where_the_server_was_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(host_server, "_servers", {})
    (tmp_path / "tools.py").write_text(TOOL)
    start_host_server(0)
    [(process, _)] = host_server._servers.values()
    process.kill()
    process.wait()

    assert seen(tmp_path)
    host_server.end_host_servers()


def test_the_servers_end_with_the_run(monkeypatch):
    monkeypatch.setattr(host_server, "_servers", {})
    start_host_server(0, lists_only=True)
    [(process, _)] = host_server._servers.values()

    host_server.end_host_servers()

    assert process.returncode == 0


def test_the_processor_time_of_hosts_counts_as_that_of_the_command(tmp_path, monkeypatch):
    monkeypatch.setattr(host_server, "_servers", {})
    busy = "import time\nwhile time.process_time() < 0.3:\n    pass\n"
    (tmp_path / "tools.py").write_text(busy + TOOL)
    start_host_server(0)
    [(process, _)] = host_server._servers.values()

    seen(tmp_path)
    counted, until = 0.0, time.monotonic() + 30
    while not counted and time.monotonic() < until:
        # The times of children that have been waited for, in ticks of the clock.
        counted = sum(map(int, Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[13:15]))

    assert counted / os.sysconf("SC_CLK_TCK") >= 0.3
    host_server.end_host_servers()


def test_there_is_a_limit_of_servers(monkeypatch):
    monkeypatch.setattr(host_server, "_servers", {})
    monkeypatch.setattr(host_server, "_MOST_SERVERS", 1)
    start_host_server(0, lists_only=True)

    assert take_host(5) is None
    host_server.end_host_servers()
