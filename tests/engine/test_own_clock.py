import os
import sys
import time

import pytest

from pytest_forge.targets import own_clock
from pytest_forge.targets.own_clock import own_time, pass_over, starved_s

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who was kept from running")


def test_time_that_others_had_the_processor_does_not_count(monkeypatch):
    monkeypatch.setattr(own_clock, "_latest_s", 0.0)
    monkeypatch.setattr(own_clock, "_starved_here", lambda: 5.0)
    early = own_time()
    monkeypatch.setattr(own_clock, "_starved_here", lambda: 25.0)

    assert own_time() == early


def test_the_clock_never_goes_back(monkeypatch):
    monkeypatch.setattr(own_clock, "_latest_s", time.monotonic() + 9.0)

    assert own_time() == own_time() == own_clock._latest_s


@linux
def test_a_pause_counts():
    # The wall's moments lie around the own ones.
    started_wall, started = time.monotonic(), own_time()
    os.waitstatus_to_exitcode(os.system("sleep 0.05"))

    assert 0.04 < own_time() - started <= time.monotonic() - started_wall


@linux
def test_the_clock_of_a_copy_goes_on_where_it_was_copied():
    read_end, write_end = os.pipe()
    before = own_time()
    pid = os.fork()
    if pid == 0:
        own_wait = own_clock._starved_here() - own_clock._inherited_s
        # The system counts waits and hours by different clocks.
        waited = starved_s("/proc/self/schedstat")
        told = own_wait <= waited + 1e-6 and before - 0.05 <= own_time() < before + 60
        os.write(write_end, b"1" if told else b"0")
        os._exit(0)
    os.waitpid(pid, 0)

    assert os.read(read_end, 1) == b"1"
    os.close(read_end)
    os.close(write_end)


def test_time_that_is_passed_over_does_not_count():
    early = own_time()
    pass_over(5.0)
    late = own_time()
    pass_over(-5.0)

    assert late == early < own_time()


def test_of_a_thread_that_is_gone_nothing_is_known():
    assert starved_s(f"/proc/{2**22 + 1}/schedstat") == 0.0
