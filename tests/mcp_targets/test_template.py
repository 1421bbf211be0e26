"""A Python server is started again as a fork of an interpreter that has imported its libraries."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from pytest_forge.oracles.audit import AUDIT_EVENTS
from pytest_forge.targets.mcp.template import ForkedServer

from .conftest import SERVERS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="servers are forked on Linux only")


@pytest.fixture
def counting(reached):
    server = reached(f"mcp:python {SERVERS / 'counting.py'} word", inside=AUDIT_EVENTS, is_forked=True)
    server.start()
    yield server
    server.end()


def told(server) -> dict:
    return json.loads(server.call("count", {}).text)


def is_forked(server) -> bool:
    return isinstance(server._transport._process, ForkedServer)


def test_a_fork_is_as_new_as_a_first_server(counting, tmp_path):
    first = [told(counting), told(counting)]
    counting.start()
    second = told(counting)

    assert is_forked(counting)
    assert [one["calls"] for one in (*first, second)] == [1, 2, 1]
    assert first[0]["drawn"] != second["drawn"]
    assert (second["folder"], second["argv"]) == (str(tmp_path), ["word"])
    assert counting.inside.is_seeing
    assert dict(counting.inside.held)


@pytest.mark.parametrize(("how", "said"), [("exit", "exit code 7"), ("kill", "signal SIGKILL")])
def test_how_a_fork_ends_is_told(counting, how, said):
    counting.start()

    answer = counting.call("end", {"how": how})

    assert answer.kind == "lost"
    assert said in answer.how
    counting.start()
    assert told(counting)["calls"] == 1


def test_a_template_ends_with_its_server(counting):
    counting.start()
    pids = counting.processes

    counting.end()

    until = time.monotonic() + 5
    while any(_is_running(pid) for pid in pids) and time.monotonic() < until:
        time.sleep(0.02)
    assert len(pids) == 2
    assert not any(_is_running(pid) for pid in pids)


def test_a_fork_ends_when_the_process_that_asked_for_it_does(counting):
    read_end, write_end = os.pipe()
    asker = os.fork()
    if asker == 0:
        counting.start()
        os.write(write_end, str(counting.pid).encode())
        os._exit(0)
    os.waitpid(asker, 0)
    pid = int(os.read(read_end, 20))

    until = time.monotonic() + 5
    while _is_running(pid) and time.monotonic() < until:
        time.sleep(0.02)

    assert not _is_running(pid)


def test_a_server_whose_libraries_are_known_is_a_fork_from_the_start(counting, reached):
    word = f"mcp:python {SERVERS / 'counting.py'} word"
    second = reached(word, inside=AUDIT_EVENTS, is_forked=True, libraries=counting.libraries)
    second.start()

    assert counting.libraries
    assert is_forked(second)
    assert told(second)["calls"] == 1
    assert dict(second.inside.held)
    second.end()


def test_a_template_that_has_ended_is_no_hindrance(counting):
    os.kill(counting.launch.template_pid, 9)

    counting.start()

    assert not is_forked(counting)
    assert told(counting)["calls"] == 1


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
