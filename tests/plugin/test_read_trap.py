from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from pytest_forge.oracles.read_trap import ReadTrap


@pytest.fixture
def trap(tmp_path: Path) -> ReadTrap:
    if not ReadTrap.works_in(tmp_path):
        pytest.skip("this file system keeps no times of access")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/file.txt").write_text("content")
    (tmp_path / "link").symlink_to("folder/file.txt")
    trap = ReadTrap()
    trap.arm([tmp_path / "folder", tmp_path / "folder/file.txt"])
    return trap


def test_a_file_that_is_read_trips_the_trap(trap: ReadTrap, tmp_path: Path) -> None:
    (tmp_path / "folder/file.txt").read_text()

    assert trap.tripped() == [tmp_path / "folder/file.txt"]


def test_a_file_that_is_read_through_a_link_trips_the_trap(trap: ReadTrap, tmp_path: Path) -> None:
    (tmp_path / "link").read_text()

    assert trap.tripped() == [tmp_path / "folder/file.txt"]


def test_a_folder_that_is_listed_trips_the_trap(trap: ReadTrap, tmp_path: Path) -> None:
    os.listdir(tmp_path / "folder")

    assert trap.tripped() == [tmp_path / "folder"]


def test_a_child_process_trips_the_trap(trap: ReadTrap, tmp_path: Path) -> None:
    subprocess.run(["cat", tmp_path / "folder/file.txt"], stdout=subprocess.DEVNULL, check=True)

    assert trap.tripped() == [tmp_path / "folder/file.txt"]


def test_opening_and_looking_do_not_trip_the_trap(trap: ReadTrap, tmp_path: Path) -> None:
    path = tmp_path / "folder/file.txt"
    descriptor = os.open(path, os.O_RDONLY)
    os.readlink(f"/proc/self/fd/{descriptor}") if os.path.exists("/proc/self/fd") else None
    os.fstat(descriptor)
    os.close(descriptor)
    path.stat()
    path.resolve()

    assert trap.tripped() == []


def test_a_trap_that_is_armed_again_has_forgotten(trap: ReadTrap, tmp_path: Path) -> None:
    (tmp_path / "folder/file.txt").read_text()

    trap.arm([])

    assert trap.tripped() == []


def test_a_file_that_was_replaced_was_not_read(trap: ReadTrap, tmp_path: Path) -> None:
    (tmp_path / "new").write_text("new")
    (tmp_path / "new").replace(tmp_path / "folder/file.txt")

    assert trap.tripped() == []
