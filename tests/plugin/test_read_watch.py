from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_forge.oracles import read_watch
from pytest_forge.oracles.read_watch import ReadWatch


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    found = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for path in found:
        path.write_text("content")
    (tmp_path / "link").symlink_to("one.txt")
    return found


@pytest.fixture
def watch(files: list[Path]) -> Iterator[ReadWatch]:
    with ReadWatch(files) as found:
        if not found.is_seeing:
            pytest.skip("this system reports no reads")
        yield found


def test_a_file_that_is_read_is_told_once(watch: ReadWatch, files: list[Path]) -> None:
    files[0].read_bytes()

    assert watch.read() == [files[0]]
    assert watch.read() == []


def test_files_are_told_in_the_order_they_were_given(watch: ReadWatch, files: list[Path]) -> None:
    for path in reversed(files):
        path.read_bytes()

    assert watch.read() == files


def test_a_file_that_is_read_through_a_link_is_told(watch: ReadWatch, files: list[Path], tmp_path: Path) -> None:
    (tmp_path / "link").read_bytes()

    assert watch.read() == [files[0]]


def test_a_file_that_a_child_process_reads_is_told(watch: ReadWatch, files: list[Path]) -> None:
    subprocess.run([sys.executable, "-c", f"open({str(files[1])!r}).read()"], check=True)

    assert watch.read() == [files[1]]


def test_opening_and_looking_are_not_told(watch: ReadWatch, files: list[Path], tmp_path: Path) -> None:
    for flags in (os.O_RDONLY, os.O_PATH):
        descriptor = os.open(files[0], flags)
        os.readlink(f"/proc/self/fd/{descriptor}")
        os.fstat(descriptor)
        os.close(descriptor)
    files[0].stat()
    (tmp_path / "link").resolve()
    os.listdir(tmp_path)

    assert watch.read() == []


def test_what_was_read_before_or_after_is_not_told(files: list[Path]) -> None:
    files[0].read_bytes()
    with ReadWatch(files) as watch:
        during = watch.read()
    files[0].read_bytes()

    assert during == []
    assert watch.read() == []


def test_a_missing_file_is_passed_over(files: list[Path], tmp_path: Path) -> None:
    with ReadWatch([tmp_path / "missing.txt", *files]) as watch:
        files[1].read_bytes()

        assert watch.read() == ([files[1]] if watch.is_seeing else [])


def test_many_reads_of_two_files_tell_both(watch: ReadWatch, files: list[Path]) -> None:
    for _ in range(6_000):
        files[0].read_bytes()
        files[1].read_bytes()

    assert watch.read() == files


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_elsewhere_nothing_is_seen(files: list[Path], monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    with ReadWatch(files) as watch:
        files[0].read_bytes()

        assert (watch.is_seeing, watch.read()) == (False, [])


def test_where_no_watch_is_to_be_had_nothing_is_seen(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def inotify_init1(self, _: int) -> int:
            return -1

    monkeypatch.setattr(read_watch, "_system", Full)
    with ReadWatch(files) as watch:
        files[0].read_bytes()

        assert (watch.is_seeing, watch.read()) == (False, [])


def test_no_descriptor_stays_open(files: list[Path]) -> None:
    before = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    for _ in range(3):
        with ReadWatch(files):
            pass

    assert (len(os.listdir("/proc/self/fd")) if before else 0) == before
