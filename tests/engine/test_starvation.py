import os
import signal
import subprocess
import sys

import pytest

from pytest_forge.engine import starvation
from pytest_forge.engine.starvation import Starvation

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who was kept from running")


def test_children_count_and_go_on_counting_when_they_have_ended(monkeypatch):
    monkeypatch.setattr(starvation, "starved_s", lambda pid: 1.0)
    monkeypatch.setattr(starvation, "_INTERVAL_S", 0.0)
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


def test_a_process_that_is_gone_waits_for_nothing():
    seen = Starvation(2**22 + 1)
    seen.look()

    assert seen.seconds == 0.0
