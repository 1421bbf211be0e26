"""A full pipe that nobody reads is seen, and one that is read slowly, or holds little, is not."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from pytest_forge.oracles.full_pipes import full_pipes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")

_WRITES = [sys.executable, "-c", "import sys; sys.stdout.write('x' * int(sys.argv[1]))"]


def test_a_program_that_waits_for_a_reader_is_ended():
    with full_pipes() as found:
        process = subprocess.Popen([*_WRITES, "300000"], stdout=subprocess.PIPE)
        process.wait(timeout=20)
        process.communicate()

    assert found.name == "stdout"


def test_output_that_fits_is_nothing():
    with full_pipes() as found:
        process = subprocess.Popen([*_WRITES, "1000"], stdout=subprocess.PIPE)
        process.wait(timeout=20)
        assert len(process.communicate()[0]) == 1_000

    assert found.name == ""


def test_a_slow_reader_is_no_lack_of_one():
    with full_pipes() as found:
        process = subprocess.Popen([*_WRITES, "300000"], stdout=subprocess.PIPE)
        assert process.stdout is not None
        read = 0
        while part := process.stdout.read(50_000):
            time.sleep(0.4)
            read += len(part)
        process.communicate()

    assert (found.name, read) == ("", 300_000)
