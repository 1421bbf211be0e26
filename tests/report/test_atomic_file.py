import os
import stat

import pytest

from pytest_forge.report.atomic_file import write_atomically


def test_a_file_is_replaced_whole_and_keeps_the_usual_permissions(tmp_path):
    place = tmp_path / "report.json"
    place.write_text("old and longer")

    write_atomically(place, b"new")

    mask = os.umask(0)
    os.umask(mask)
    assert place.read_bytes() == b"new"
    assert stat.S_IMODE(place.stat().st_mode) == 0o666 & ~mask
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    place = tmp_path / "report.json"
    place.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(place, b"new")

    assert place.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]


def test_a_folder_is_not_replaced(tmp_path):
    (tmp_path / "folder").mkdir()

    with pytest.raises(OSError, match="directory"):
        write_atomically(tmp_path / "folder", b"x")

    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "missing/report.json", b"x")


def test_a_link_stays_and_its_file_is_replaced(tmp_path):
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")

    write_atomically(tmp_path / "link.json", b"new")

    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"new"


def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    place = tmp_path / "pipe"
    os.mkfifo(place)
    reader = os.open(place, os.O_RDONLY | os.O_NONBLOCK)

    write_atomically(place, b"new")

    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert place.is_fifo()
