from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_forge.oracles.audit import AuditLog
from pytest_forge.oracles.look_ups import LookUps

ACTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "reads": (lambda folder: (folder / "a.txt").read_text(), "read"),
    "writes": (lambda folder: (folder / "a.txt").write_text("x"), "write"),
    "appends": (lambda folder: open(folder / "a.txt", "a").close(), "write"),
    "updates": (lambda folder: open(folder / "a.txt", "r+").close(), "write"),
    "creates by flags": (lambda folder: os.close(os.open(folder / "a.txt", os.O_WRONLY | os.O_CREAT)), "write"),
    "reads by flags": (lambda folder: os.close(os.open(folder / "a.txt", os.O_RDONLY)), "read"),
    "lists": (lambda folder: os.listdir(folder / "a.d"), "list"),
    "scans": (lambda folder: os.scandir(folder / "a.d").close(), "list"),
    "deletes": (lambda folder: os.remove(folder / "a.txt"), "delete"),
    "moves": (lambda folder: os.rename(folder / "a.txt", folder / "b.txt"), "move"),
    "moves by shutil": (lambda folder: shutil.move(folder / "a.txt", folder / "b.txt"), "move"),
    "copies": (lambda folder: shutil.copyfile(folder / "a.txt", folder / "b.txt"), "write"),
    "makes a folder": (lambda folder: os.mkdir(folder / "a.new"), "create"),
    "removes a folder": (lambda folder: os.rmdir(folder / "a.d"), "delete"),
    "removes a tree": (lambda folder: shutil.rmtree(folder / "a.d"), "delete"),
    "links": (lambda folder: os.link(folder / "a.txt", folder / "b.txt"), "link"),
    "links softly": (lambda folder: os.symlink("a.txt", folder / "b.txt"), "link"),
    "truncates": (lambda folder: os.truncate(folder / "a.txt", 0), "write"),
    "changes the mode": (lambda folder: os.chmod(folder / "a.txt", 0o600), "change"),
    "changes the time": (lambda folder: os.utime(folder / "a.txt"), "change"),
    "opens a database": (lambda folder: sqlite3.connect(folder / "a.db").close(), "write"),
}


@pytest.mark.parametrize("name", ACTS)
def test_what_is_done_to_a_file_is_heard(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("content")
    (tmp_path / "a.d").mkdir()
    act, action = ACTS[name]

    with AuditLog() as log:
        act(tmp_path)

    heard = [event for event in log.events if any("a." in Path(path).name for path in event.paths)]
    assert action in {event.action for event in heard}
    assert all(event.touches_files for event in heard)


def test_nothing_is_heard_before_and_after(tmp_path: Path) -> None:
    log = AuditLog()
    (tmp_path / "before.txt").write_text("x")
    with log:
        (tmp_path / "during.txt").write_text("x")
    (tmp_path / "after.txt").write_text("x")

    assert [event.mode for event in log.naming(str(tmp_path))] == ["w"]
    assert log.naming("during.txt")


def test_two_logs_hear_the_same_and_end_apart(tmp_path: Path) -> None:
    with AuditLog() as outer:
        with AuditLog() as inner:
            (tmp_path / "one.txt").write_text("x")
        (tmp_path / "two.txt").write_text("x")

    assert len(outer.naming(str(tmp_path))) == 2
    assert len(inner.naming(str(tmp_path))) == 1


def test_another_thread_is_heard(tmp_path: Path) -> None:
    thread = threading.Thread(target=(tmp_path / "file.txt").write_text, args=("x",))

    with AuditLog() as log:
        thread.start()
        thread.join()

    assert log.naming("file.txt")


def test_a_process_and_a_socket_are_no_files() -> None:
    with AuditLog() as log:
        subprocess.run([sys.executable, "-c", ""], check=True)
        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))

    found = {event.event: event for event in log.events if not event.touches_files}
    assert sys.executable in found["subprocess.Popen"].paths
    assert found["socket.bind"].paths == ("127.0.0.1",)


def test_look_ups_are_noted_and_end(tmp_path: Path) -> None:
    original = os.stat
    with LookUps() as look_ups:
        (tmp_path / "asked").exists()
        os.path.isfile(tmp_path / "asked-too")

    assert {Path(name).name for name in look_ups.names} >= {"asked", "asked-too"}
    assert os.stat is original
