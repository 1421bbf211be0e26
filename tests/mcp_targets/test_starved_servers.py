"""A server that other processes keep from running has the time that it was waiting."""

from __future__ import annotations

import os
import sys
import time

import pytest

from forge_harness import McpPipe
from pytest_forge.targets import own_clock
from pytest_forge.targets.own_clock import own_time, passing_over

SLOW = "import time; time.sleep(0.4); print('{}', flush=True); time.sleep(9)"


@pytest.mark.parametrize("is_starved", [True, False])
def test_waiting_for_a_starved_server_takes_no_time_of_the_check(tmp_path, monkeypatch, is_starved):
    class Starvation:
        def __init__(self, pid):
            self.seconds = 0.0

        def look(self):
            self.seconds += is_starved * 9.0

    monkeypatch.setattr(own_clock, "Starvation", Starvation)
    words = [sys.executable, "-c", SLOW]
    server = McpPipe(words, folder=tmp_path, environment=os.environ, scratch=tmp_path, watch=passing_over)
    try:
        began, own = time.monotonic(), own_time()
        server.receive(until=began + 30)
        waited, counted = time.monotonic() - began, own_time() - own
    finally:
        server.close()

    assert counted < waited - 0.1 if is_starved else counted > 0.1
