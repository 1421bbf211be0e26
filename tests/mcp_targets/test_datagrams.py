"""No datagram of a server leaves the sandbox, neither in Python nor in another language."""

from __future__ import annotations

import socket
import sys

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, silent_target, target


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux filters system calls")
@pytest.mark.parametrize("made", [target, silent_target])
def test_no_datagram_leaves_the_sandbox(made):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.settimeout(0.1)
        place = made("asking.py", str(listening.getsockname()[1]))
        with open_session(place, budget=BUDGET, allow_destructive=True) as session:
            [result] = session.run(0, all_checks()["results_are_json"])

        assert "Network is unreachable" in result.message
        with pytest.raises(TimeoutError):
            listening.recv(100)
