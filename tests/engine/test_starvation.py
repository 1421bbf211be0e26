import os
import signal
import subprocess
import sys

import pytest

from pytest_forge.targets import own_clock
from pytest_forge.targets.own_clock import Starvation, starved_s

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who was kept from running")


def test_children_count_and_go_on_counting_when_they_have_ended(monkeypatch):
    monkeypatch.setattr(own_clock, "starved_s", lambda path: 1.0)
    monkeypatch.setattr(own_clock, "_INTERVAL_S", 0.0)
    child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    seen = Starvation(os.getpid())
    seen.look()
    with_child = seen.seconds
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdin.close()
    seen.look()

    assert with_child >= 2.0
    assert seen.seconds == with_child


def test_a_thread_counts_while_the_main_thread_waits_for_it():
    # Three other processes have the same processor as the thread, which needs a tenth of a second of it.
    shared = f"import os, threading, time; os.sched_setaffinity(0, [{min(os.sched_getaffinity(0))}])\n"
    busy = shared + "print(flush=True)\nwhile True: pass"
    code = shared + (
        "def work():\n"
        "    while time.thread_time() < 0.1: pass\n"
        "    print(flush=True)\n"
        "    input()\n"
        "threading.Thread(target=work).start()\n"
    )
    others = [subprocess.Popen([sys.executable, "-c", busy], stdout=subprocess.PIPE) for _ in range(3)]
    for other in others:
        other.stdout.readline()
    child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    child.stdout.readline()
    seen = Starvation(child.pid)
    seen.look()
    of_main = starved_s(f"/proc/{child.pid}/task/{child.pid}/schedstat")
    for other in others:
        other.kill()
        other.communicate()
    child.communicate(b"\n")

    assert seen.seconds > of_main + 0.05


def test_a_process_that_is_gone_waits_for_nothing():
    seen = Starvation(2**22 + 1)
    seen.look()

    assert seen.seconds == 0.0
