"""Files that are looked at while a tool is at work: some are gone before they are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_forge.oracles.file_tree import contents_below, files_below


def test_what_vanishes_while_it_is_read_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("gone.txt", "folder/stays.txt", "large.txt"):
        (tmp_path / name).write_text(name)
    (tmp_path / "link").symlink_to("gone.txt")
    opened = Path.open

    def open_late(path: Path, *words: str):
        (tmp_path / "gone.txt").unlink(missing_ok=True)
        return opened(path, *words)

    monkeypatch.setattr(Path, "open", open_late)

    assert files_below(tmp_path) == [tmp_path / name for name in ("folder/stays.txt", "gone.txt", "large.txt")]
    assert contents_below(tmp_path, max_bytes=16, most=9) == {
        tmp_path / "folder/stays.txt": b"folder/stays.txt",
        tmp_path / "large.txt": b"large.txt",
    }
    assert contents_below(tmp_path, max_bytes=9, most=9) == {tmp_path / "large.txt": b"large.txt"}
    assert files_below(tmp_path / "nowhere") == []
