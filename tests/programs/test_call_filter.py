"""Calls that the kernel answers itself, tried in processes of their own, since a filter is for good."""

import os
import subprocess
import sys
import textwrap

import pytest

from forge_harness.programs import call_filter

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux filters system calls")


def run(code: str) -> str:
    program = "import os, socket\nfrom forge_harness.programs.closed_sockets import close_datagrams, close_sockets\n"
    program += "from forge_harness.programs.skipped_syncs import skip_syncs\n" + textwrap.dedent(code)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_skipped_sync_succeeds_without_being_made_and_other_calls_are_as_before():
    # The system refuses to write a pipe to the disk.
    said = run(
        """
        end, _ = os.pipe()
        for number in range(2):
            for sync in (os.fsync, os.fdatasync):
                try:
                    print(sync(end))
                except OSError as error:
                    print(error.strerror)
            if number == 0:
                assert skip_syncs()
        socket.socket().close()
        print(os.write(1, b"") , len(os.listdir(".")) > 0)
        """
    )

    assert said.split("\n") == ["Invalid argument"] * 2 + ["None"] * 2 + ["0 True", ""]


def test_two_filters_hold_at_the_same_time():
    said = run(
        """
        assert skip_syncs() and close_sockets()
        print(os.fsync(os.pipe()[0]))
        try:
            socket.socket()
        except PermissionError:
            print("refused")
        """
    )

    assert said == "None\nrefused\n"


def test_datagrams_are_closed_while_other_sockets_are_as_before():
    said = run(
        """
        assert close_datagrams()
        for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):
            for kind in (socket.SOCK_DGRAM, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK, socket.SOCK_STREAM):
                try:
                    socket.socket(family, kind).close()
                    print("made", end=" ")
                except OSError as error:
                    print(error.errno == 101, end=" ")
        print(socket.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM)[0][4][0])
        try:
            socket.getaddrinfo("example.com", 80)
        except socket.gaierror:
            print("unknown")
        """
    )

    assert said == "True True made " * 2 + "made made made 127.0.0.1\nunknown\n"


def test_an_unknown_machine_is_left_alone(monkeypatch):
    monkeypatch.setattr(os, "uname", lambda: os.uname_result(("Linux", "", "", "", "s390x")))

    assert call_filter.answer_calls({"x86_64": (74,)}, 0) is False
    assert call_filter.answer_datagrams(101) is False
