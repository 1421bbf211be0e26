import os
import socket
import stat
from pathlib import Path

import pytest

from pytest_forge.sandbox import temporary_sandbox


@pytest.fixture
def sandbox():
    with temporary_sandbox(seed=1) as made:
        yield made


def make_deep(folder: Path, levels: int) -> None:
    """Make so many folders inside one another; a path to the innermost would be too long for the system."""
    start = os.getcwd()
    try:
        os.chdir(folder)
        for _ in range(levels):
            os.mkdir("d")
            os.chdir("d")
        Path("leaf").write_text("x")
    finally:
        os.chdir(start)


def test_canaries_are_planted_outside_the_workspace_only(sandbox):
    planted = {path for path in sandbox.root.rglob("*") if path.is_file() and "canary" in path.read_text()}

    assert not any(path.is_relative_to(sandbox.workspace) for path in planted)
    assert sandbox.outside / "secret.txt" in planted
    assert sandbox.sibling / "secret.txt" in planted
    assert sandbox.home / ".ssh/id_rsa" in planted


def test_the_same_seed_plants_the_same_canaries():
    with temporary_sandbox(seed=7) as first, temporary_sandbox(seed=7) as second, temporary_sandbox(seed=8) as other:
        assert first.root != second.root
        assert first.canaries == second.canaries
        assert first.canaries != other.canaries
        assert len(set(first.canaries.values())) == len(first.canaries)


def test_the_environment_holds_canaries_and_nothing_of_the_user(sandbox, monkeypatch):
    monkeypatch.setenv("MY_PRIVATE_TOKEN", "private")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-private")

    environment = sandbox.environment({"GIVEN": "1"}, hash_seed=3)

    assert "MY_PRIVATE_TOKEN" not in environment
    assert "private" not in "".join(environment.values())
    assert environment["OPENAI_API_KEY"] == sandbox.canaries["OPENAI_API_KEY"]
    assert environment["GIVEN"] == "1"
    assert environment["HOME"] == str(sandbox.home)
    assert environment["TMPDIR"] == str(sandbox.temp)
    assert environment["PYTHONHASHSEED"] == "3"


def test_a_reset_undoes_whatever_was_made(sandbox):
    (sandbox.workspace / "a/b").mkdir(parents=True)
    (sandbox.workspace / "a/b/file").write_text("x")
    (sandbox.root / "left-over").write_text("x")
    (sandbox.home / ".ssh/id_rsa").unlink()
    (sandbox.outside / "secret.txt").write_text("changed")

    sandbox.reset()

    assert list(sandbox.workspace.iterdir()) == []
    assert not (sandbox.root / "left-over").exists()
    assert (sandbox.home / ".ssh/id_rsa").read_text().strip() == sandbox.canaries["home"]
    assert (sandbox.outside / "secret.txt").read_text().strip() == sandbox.canaries["outside"]


def test_a_reset_replaces_a_workspace_that_became_a_link_or_a_file(sandbox, tmp_path):
    (tmp_path / "kept").write_text("of the user")
    sandbox.workspace.rmdir()
    sandbox.workspace.symlink_to(tmp_path)
    sandbox.temp.rmdir()
    sandbox.temp.write_text("a file")

    sandbox.reset()

    assert sandbox.workspace.is_dir()
    assert not sandbox.workspace.is_symlink()
    assert sandbox.temp.is_dir()
    assert (tmp_path / "kept").read_text() == "of the user"


def test_a_reset_survives_more_levels_than_python_can_stack(sandbox):
    make_deep(sandbox.workspace, 3000)

    sandbox.reset()

    assert list(sandbox.workspace.iterdir()) == []


def test_a_reset_keeps_the_log_but_no_folder_of_its_name(sandbox):
    sandbox.output.write_text("printed")

    sandbox.reset()

    assert sandbox.output.read_text() == "printed"
    sandbox.output.unlink()
    sandbox.output.mkdir()
    sandbox.reset()
    assert not sandbox.output.exists()


def test_nothing_is_left_of_a_sandbox_whatever_was_made_in_it():
    with temporary_sandbox(seed=0) as sandbox:
        make_deep(sandbox.workspace, 1500)
        locked = sandbox.home / "locked"
        locked.mkdir()
        (locked / "inner").mkdir()
        (locked / "inner/file").write_text("x")
        (locked / "inner").chmod(0)
        locked.chmod(stat.S_IRUSR)
        os.mkfifo(sandbox.outside / "pipe")
        (sandbox.outside / "dangling").symlink_to("/nowhere")
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(sandbox.temp / "socket"))
        sandbox.output.mkdir()

    assert not sandbox.root.exists()


@pytest.mark.parametrize("name", ["outside/secret.txt", "home/.ssh/id_rsa"])
def test_a_reset_writes_a_planted_file_again_that_was_changed_to_the_same_size(name):
    with temporary_sandbox(seed=0) as sandbox:
        planted = (sandbox.root / name).read_bytes()
        (sandbox.root / name).write_bytes(b"x" * len(planted))
        (sandbox.home / "new" / "deep").mkdir(parents=True)

        sandbox.reset()

        assert (sandbox.root / name).read_bytes() == planted
        assert sorted(path.name for path in sandbox.home.iterdir()) == [".aws", ".config", ".ssh"]
