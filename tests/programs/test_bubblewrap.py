"""Bubblewrap as what confines programs: its command line, its refusals, and itself where it is installed."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from forge_harness import CliSettings, RegistrationError, dispatch_forge_tool
from forge_harness.kinds.typed_tool import ForgeTool
from forge_harness.programs.bubblewrap import bubblewrap_command, find_bubblewrap
from forge_harness.tools.builtin.cli_execute import cli_execute

PYTHON = str(Path(sys.executable).resolve())

#: It notes what it was told, and runs the program without confining it.
STAND_IN = f"""#!{PYTHON}
import os, sys
if "--version" in sys.argv[-1:]:
    sys.exit()
open(os.path.join(os.environ["HOME"], "told"), "w").write("\\n".join(sys.argv))
command = sys.argv[sys.argv.index("--") + 1:]
os.execv(command[0], command)
"""


def command(**given: Any) -> list[str]:
    places = {"folder": Path("/work"), "readable": [], "writable": []}
    return bubblewrap_command(Path("/usr/bin/bwrap"), ["/bin/cat", "-"], **{**places, **given})


def following(words: list[str], option: str) -> list[tuple[str, str]]:
    return [(words[at + 1], words[at + 2]) for at, word in enumerate(words) if word == option]


def answer(tool: ForgeTool, folder: Path, *words: str) -> dict[str, Any]:
    given = {"binary": words[0], "args": list(words[1:])}
    return dict(dispatch_forge_tool(tool, given, workspace_root=folder).llm_payload())


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands first in PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return folder


@pytest.fixture
def stand_in(programs: Path) -> Path:
    program = programs / "bwrap"
    program.write_text(STAND_IN)
    program.chmod(0o755)
    return program


def test_a_program_has_no_network_and_ends_with_its_parent_unless_it_may() -> None:
    assert {"--unshare-all", "--die-with-parent"} < set(command())
    assert ("--share-net" in command(), "--share-net" in command(with_network=True)) == (False, True)


def test_the_program_stands_last_with_its_arguments_as_they_are() -> None:
    assert command()[-5:] == ["--chdir", "/work", "--", "/bin/cat", "-"]


def test_a_place_is_mounted_after_the_place_that_it_is_in() -> None:
    words = command(readable=[Path("/a/b/c"), Path("/a")], writable=[Path("/a/b")])

    assert following(words, "--ro-bind-try") == [("/a", "/a")]
    assert following(words, "--bind-try") == [("/a/b", "/a/b")]
    assert words.index("--ro-bind-try") < words.index("--bind-try")


def test_the_processes_and_devices_are_its_own() -> None:
    words = command(readable=[Path("/proc/self"), Path("/sys")], writable=[Path("/dev/null")])

    assert following(words, "--ro-bind-try") == [("/sys", "/sys")]
    assert following(words, "--bind-try") == []


def test_a_link_stays_a_link_so_that_a_hidden_file_has_no_second_path(tmp_path: Path) -> None:
    (tmp_path / "usr").mkdir()
    (tmp_path / "usr/sh").touch()
    (tmp_path / "usr/inner").symlink_to("sh")
    (tmp_path / "bin").symlink_to("usr")
    readable = [tmp_path / "usr", tmp_path / "bin", tmp_path / "usr/inner"]

    words = command(readable=readable, hidden=[tmp_path / "usr/sh"])

    assert following(words, "--symlink") == [("usr", str(tmp_path / "bin"))]
    assert following(words, "--ro-bind") == [("/dev/null", str(tmp_path / "usr/sh"))]
    assert words.index("--symlink") < words.index("--ro-bind")


def test_without_bubblewrap_the_tool_is_not_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(RegistrationError) as refused:
        cli_execute(CliSettings(allowed_binaries=["echo"], confine_with="bwrap"))

    assert str(refused.value) == (
        "confine_with is 'bwrap', and bubblewrap was not found. Install it, or write 'landlock'."
    )


@pytest.mark.parametrize("text", [f"#!{PYTHON}\nraise SystemExit(1)", "not a program"])
def test_a_bubblewrap_that_cannot_confine_is_refused(text: str, stand_in: Path) -> None:
    stand_in.write_text(text)

    with pytest.raises(RegistrationError, match=r"cannot confine programs on this system\. Allow it"):
        find_bubblewrap()


def test_the_tool_runs_its_programs_by_it(stand_in: Path, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    tool = cli_execute(CliSettings(allowed_binaries=["echo"], confine_with="bwrap", allowed_paths=[str(stand_in)]))

    answered = answer(tool, tmp_path / "work", "echo", "/api/v1", "--share-net")

    told = (tmp_path / "work/told").read_text().splitlines()
    own = told[: told.index("--")]
    assert (answered["stdout"], answered["confined"]) == ("/api/v1 --share-net\n", True)
    assert (str(stand_in), str(stand_in)) in following(own, "--ro-bind-try")
    assert (str(tmp_path / "work"),) * 2 in following(own, "--bind-try")
    assert {"/dev/null"} == {source for source, _ in following(own, "--ro-bind")}
    assert "--share-net" not in own


def test_a_bubblewrap_that_was_replaced_confines_nothing(stand_in: Path, tmp_path: Path) -> None:
    tool = cli_execute(CliSettings(allowed_binaries=["echo"], confine_with="bwrap"))
    stand_in.write_text(STAND_IN + "# another one")

    assert answer(tool, tmp_path, "echo")["error"] == "not_found"


def test_code_under_it_sees_its_places_alone(tmp_path: Path) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed.")
    (tmp_path / "key").write_text("the key")
    (tmp_path / "work").mkdir()
    (tmp_path / "work/attack.py").write_text(f"""
import os, socket, tempfile
def told(what):
    try:
        return what()
    except OSError:
        return "refused"
print(told(lambda: open({str(tmp_path / "key")!r}).read()))
print(told(lambda: socket.create_connection(("1.1.1.1", 80), 1)))
print(told(lambda: os.execv("/bin/sh", ["sh"])))
print(told(lambda: os.mkdir("/api")))
print(told(lambda: open("made", "w").write("x")), tempfile.TemporaryFile().write(b"x"))
""")
    tool = cli_execute(CliSettings(allowed_binaries=[PYTHON], code_runners=[PYTHON], confine_with="bwrap"))

    answered = answer(tool, tmp_path / "work", Path(PYTHON).name, "attack.py")

    assert (answered["stdout"].split(), answered["confined"]) == ([*["refused"] * 4, "1", "1"], True)
