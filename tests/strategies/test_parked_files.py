from __future__ import annotations

import pytest

from pytest_forge.strategies.parked_files import ParkedFiles, statuses_below


@pytest.fixture
def parked(tmp_path):
    (tmp_path / "workspace" / "data").mkdir(parents=True)
    contents = {"notes.txt": b"hello", "data/items.csv": b"a,b"}
    for name, content in contents.items():
        (tmp_path / "workspace" / name).write_bytes(content)
    found = ParkedFiles(contents)
    found.note_written(str(tmp_path / "workspace"))
    return found


def test_unchanged_files_come_back_as_they_were(parked, tmp_path):
    workspace = tmp_path / "workspace"
    before = statuses_below(str(workspace))

    kept = parked.kept(str(workspace), statuses_below(str(tmp_path)))
    parked.set_aside()
    between = list(workspace.iterdir())
    is_back = parked.put_back(str(workspace))

    assert kept == before.keys()
    assert between == []
    assert is_back
    assert statuses_below(str(workspace)) == before
    assert [path.name for path in tmp_path.iterdir()] == ["workspace"]


@pytest.mark.parametrize("content", [b"jello", b"hello, you"])
def test_a_file_that_a_call_has_changed_is_written_again(parked, tmp_path, content):
    workspace = tmp_path / "workspace"
    (workspace / "notes.txt").write_bytes(content)
    (workspace / "data" / "items.csv").unlink()

    kept = parked.kept(str(workspace), statuses_below(str(tmp_path)))

    assert kept == statuses_below(str(workspace)).keys()
    assert (workspace / "notes.txt").read_bytes() == b"hello"
    assert (workspace / "data" / "items.csv").read_bytes() == b"a,b"


def test_files_of_which_one_is_another_kind_of_file_are_not_kept(parked, tmp_path):
    (tmp_path / "workspace" / "notes.txt").unlink()
    (tmp_path / "workspace" / "notes.txt").symlink_to(tmp_path / "elsewhere.txt")

    assert parked.kept(str(tmp_path / "workspace"), statuses_below(str(tmp_path))) == set()
    assert not (tmp_path / "elsewhere.txt").exists()


def test_a_file_that_another_process_has_written_while_set_aside_comes_back(parked, tmp_path):
    workspace = tmp_path / "workspace"
    parked.kept(str(workspace), statuses_below(str(tmp_path)))
    parked.set_aside()
    (tmp_path / "workspace.parked" / "notes.txt").write_text("jello")

    assert parked.put_back(str(workspace))
    assert (workspace / "notes.txt").read_text() == "hello"


def test_a_file_that_was_changed_while_set_aside_does_not_come_back(parked, tmp_path):
    workspace = tmp_path / "workspace"
    parked.kept(str(workspace), statuses_below(str(tmp_path)))
    parked.set_aside()
    (tmp_path / "workspace.parked" / "notes.txt").chmod(0o600)

    assert not parked.put_back(str(workspace))
    assert list(tmp_path.iterdir()) == [workspace]


def test_files_do_not_come_back_beside_those_of_a_check(parked, tmp_path):
    workspace = tmp_path / "workspace"
    parked.kept(str(workspace), statuses_below(str(tmp_path)))
    parked.set_aside()
    (workspace / "own.txt").write_text("own")

    assert not parked.put_back(str(workspace))
    assert [path.name for path in workspace.iterdir()] == ["own.txt"]
