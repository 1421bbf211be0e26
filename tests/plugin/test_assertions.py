"""The assertions for hand-written tests: what they see, what they let pass, and that they leave nothing behind."""

from __future__ import annotations

import base64
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import pytest
from pydantic import BaseModel, Field

from forge_harness import Dispatcher, Workspace, forge_tool
from pytest_forge import assert_confined, assert_scrubbed, no_effects

# --- no_effects -----------------------------------------------------------------------------------


def test_a_block_without_effects_passes(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")

    with no_effects(tmp_path):
        text = (tmp_path / "notes.txt").read_text()
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "draft").write_text(text)
        logging.getLogger("x").info("read")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")

    assert text == "hello"


@pytest.mark.parametrize("given", [True, False])
def test_a_written_file_is_named(tmp_path: Path, given: bool) -> None:
    roots = [tmp_path] if given else []

    with pytest.raises(AssertionError, match=r"created the file '.*new\.txt'"), no_effects(*roots):
        (tmp_path / "new.txt").write_text("x")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda path: path.unlink(), "deleted the file"),
        (lambda path: path.write_text("other"), "changed the file"),
        (lambda path: path.chmod(0o600), "changed the file"),
        (lambda path: path.rename(path.with_suffix(".old")), "deleted the file"),
        (lambda path: path.with_suffix(".link").symlink_to(path), "created the link"),
        (lambda path: shutil.rmtree(path.parent), "deleted the folder"),
        (lambda path: (path.parent / "made").mkdir(), "created the folder"),
    ],
)
def test_every_change_of_a_file_is_seen_without_a_root(tmp_path: Path, change: object, told: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "notes.txt"
    path.write_text("hello")

    with pytest.raises(AssertionError, match=told), no_effects():
        change(path)  # type: ignore[operator]


def test_what_a_child_process_does_is_seen_below_a_root(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"created the file"), no_effects(tmp_path, allow=["processes"]):
        subprocess.run(["touch", str(tmp_path / "new")], check=True)


def test_a_started_process_is_named() -> None:
    with pytest.raises(AssertionError, match=r"started a process \('true true'\)"), no_effects():
        subprocess.run(["true"], check=True)


def test_a_connection_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        with pytest.raises(AssertionError, match=r"used the network"), no_effects():
            socket.create_connection(address).close()
        server.accept()[0].close()


def test_the_state_of_the_process_is_told_and_put_back(tmp_path: Path) -> None:
    before = (Path.cwd(), list(sys.path), signal.getsignal(signal.SIGUSR1), os.environ.get("FORGE_TEST"))

    def change() -> None:
        os.chdir(tmp_path)
        sys.path.insert(0, "/nowhere")
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        os.environ["FORGE_TEST"] = "a value"

    with pytest.raises(AssertionError) as failure, no_effects():
        change()

    assert (Path.cwd(), list(sys.path), signal.getsignal(signal.SIGUSR1), os.environ.get("FORGE_TEST")) == before
    for told in ("working directory", "sys.path", "SIGUSR1", "'FORGE_TEST'"):
        assert told in str(failure.value)
    assert "a value" not in str(failure.value)


def test_an_exception_of_the_block_passes_and_the_state_is_put_back(tmp_path: Path) -> None:
    before = Path.cwd()

    def fail() -> None:
        os.chdir(tmp_path)
        raise KeyError("x")

    with pytest.raises(KeyError), no_effects():
        fail()

    assert Path.cwd() == before


def test_an_allowed_effect_passes(tmp_path: Path) -> None:
    with no_effects(tmp_path, allow=["files"]):
        (tmp_path / "new.txt").write_text("x")

    assert (tmp_path / "new.txt").exists()


# --- assert_confined ------------------------------------------------------------------------------


class PathArgs(BaseModel):
    path: str = Field(description="File, relative to the workspace.")


def tool(function: object, tier: str = "read") -> object:
    return forge_tool(args_schema=PathArgs, name="file_tool", workspace_root_aware=True, tier=tier, register=False)(
        function
    )


def confined(args: PathArgs, *, workspace_root: Path) -> str:
    """Read a file."""
    with Workspace(workspace_root) as workspace:
        return workspace.read_text(args.path)


def unconfined(args: PathArgs, *, workspace_root: Path) -> str:
    """Read a file."""
    return (workspace_root / args.path).read_text()


def compares_beginnings(args: PathArgs, *, workspace_root: Path) -> str:
    """Read a file."""
    path = os.path.normpath(workspace_root / args.path)
    if not path.startswith(str(workspace_root)):
        raise ValueError("outside")
    return Path(path).read_text()


def follows_links(args: PathArgs, *, workspace_root: Path) -> str:
    """Read a file."""
    path = os.path.normpath(workspace_root / args.path)
    if not Path(path).is_relative_to(workspace_root):
        raise ValueError("outside")
    return Path(path).read_text()


def deletes_anywhere(args: PathArgs, *, workspace_root: Path) -> str:
    """Delete a file."""
    (workspace_root / args.path).unlink()
    return "gone"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "notes.txt").write_text("hello")
    return folder


def test_a_confined_tool_passes_and_nothing_is_left_changed(root: Path) -> None:
    before = (Path.cwd(), os.environ.get("HOME"), signal.getitimer(signal.ITIMER_REAL))

    assert_confined(tool(confined), root, path="notes.txt")

    assert (Path.cwd(), os.environ.get("HOME"), signal.getitimer(signal.ITIMER_REAL)) == before
    assert [path.name for path in root.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (unconfined, "climbs out"),
        (compares_beginnings, "begins like the workspace's"),
        (follows_links, "link"),
        (deletes_anywhere, "deleted a file outside"),
    ],
)
def test_a_tool_that_gets_out_fails(root: Path, function: object, told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        assert_confined(tool(function), root, path="notes.txt")

    assert (root / "notes.txt").read_text() == "hello"


def test_a_plain_function_is_judged_by_the_folder_it_stands_in(root: Path) -> None:
    def read(name: str) -> str:
        return Path(name).read_text()

    with pytest.raises(AssertionError, match="'read' returned the content of a file outside its workspace"):
        assert_confined(read, root, name="notes.txt")


def test_an_absolute_argument_leads_into_the_copy(root: Path) -> None:
    assert_confined(tool(confined), root, path=str(root / "notes.txt"))


def test_a_call_that_does_not_work_proves_nothing(root: Path) -> None:
    with pytest.raises(AssertionError, match="should work failed"):
        assert_confined(tool(confined), root, path="missing.txt")


def test_a_tool_without_a_path_is_a_mistake(root: Path) -> None:
    def shout(text: str) -> str:
        return text.upper()

    with pytest.raises(ValueError, match="No argument of 'shout' names"):
        assert_confined(shout, root, text="hello")


@pytest.mark.parametrize(
    ("given", "told"), [("no_such_tool", "No tool named 'no_such_tool'"), (None, "is not a folder")]
)
def test_what_cannot_be_judged_is_said(root: Path, given: str | None, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        assert_confined(given or tool(confined), root if given else root / "missing", path="notes.txt")


# --- assert_scrubbed ------------------------------------------------------------------------------

SECRET = "s3cr3t-Passw0rd/x"


@pytest.mark.parametrize(
    "value",
    [
        f"it is {SECRET}!",
        {"deep": [{"key": (SECRET,)}]},
        {SECRET: 1},
        base64.b64encode(SECRET.encode()).decode(),
        SECRET.encode().hex(),
        SECRET.encode(),
        ValueError(f"cannot use {SECRET}"),
        [ord(character) for character in SECRET],
        SECRET[::-1],
        type("Odd", (), {"__str__": lambda self: SECRET})(),
    ],
)
def test_a_secret_is_found_and_not_shown(value: object) -> None:
    with pytest.raises(AssertionError, match="secret 2 is") as failure:
        assert_scrubbed(value, "another one", SECRET)

    assert SECRET not in str(failure.value)


def test_a_scrubbed_value_passes() -> None:
    assert_scrubbed({"error": "KeyError", "message": "Tool 'x' failed"}, SECRET)


def test_a_result_is_searched_as_a_model_would_see_it() -> None:
    def fail(args: PathArgs, *, workspace_root: Path) -> str:
        """Fail."""
        raise ValueError(SECRET)

    result = Dispatcher(workspace_root=Path.cwd()).dispatch(tool(fail), {"path": "x"})  # type: ignore[arg-type]

    assert_scrubbed(result, SECRET)


@pytest.mark.parametrize(("secrets", "told"), [((), "no secret"), (("abc",), "3 characters")])
def test_a_search_that_proves_nothing_is_refused(secrets: tuple[str, ...], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        assert_scrubbed("text", *secrets)
