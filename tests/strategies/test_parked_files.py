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

    unchanged = parked.unchanged(str(workspace), statuses_below(str(tmp_path)))
    parked.set_aside()
    between = list(workspace.iterdir())
    is_back = parked.put_back(str(workspace))

    assert unchanged == before.keys()
    assert between == []
    assert is_back
    assert statuses_below(str(workspace)) == before
    assert [path.name for path in tmp_path.iterdir()] == ["workspace"]


@pytest.mark.parametrize("content", [b"jello", b"hello, you"])
def test_a_file_that_a_call_has_changed_is_not_kept(parked, tmp_path, content):
    (tmp_path / "workspace" / "notes.txt").write_bytes(content)

    assert parked.unchanged(str(tmp_path / "workspace"), statuses_below(str(tmp_path))) == set()


def test_a_file_that_was_changed_while_set_aside_does_not_come_back(parked, tmp_path):
    workspace = tmp_path / "workspace"
    parked.unchanged(str(workspace), statuses_below(str(tmp_path)))
    parked.set_aside()
    (tmp_path / "workspace.parked" / "notes.txt").chmod(0o600)

    assert not parked.put_back(str(workspace))
    assert list(tmp_path.iterdir()) == [workspace]


def test_files_do_not_come_back_beside_those_of_a_check(parked, tmp_path):
    workspace = tmp_path / "workspace"
    parked.unchanged(str(workspace), statuses_below(str(tmp_path)))
    parked.set_aside()
    (workspace / "own.txt").write_text("own")

    assert not parked.put_back(str(workspace))
    assert [path.name for path in workspace.iterdir()] == ["own.txt"]
