"""The twelve layers of cli_execute: for each, a call that only this layer refuses or narrows."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forge_harness import CliSettings, GuardrailRules, dispatch_forge_tool
from forge_harness.programs.landlock import landlock_abi
from forge_harness.tools.builtin.cli_execute import LAYERS, cli_execute

MODULE = sys.modules["forge_harness.tools.builtin.cli_execute"]

Answer = dict[str, Any]


class Call:
    """A tool, a call of it, and what tells that the call was refused or narrowed."""

    def __init__(
        self,
        settings: CliSettings,
        binary: str,
        *arguments: str,
        stdin: str = "",
        rules: GuardrailRules | None = None,
        before: Callable[[], object] = lambda: None,
        held: Callable[[Answer], bool],
    ) -> None:
        self.tool = cli_execute(settings, rules)
        self.given = {"binary": binary, "args": list(arguments), "stdin": stdin}
        self.before = before
        self.held = held

    def answer(self, folder: Path) -> Answer:
        """Return what the model reads."""
        self.before()
        return dict(dispatch_forge_tool(self.tool, self.given, workspace_root=folder).llm_payload())


def refused(code: str) -> Callable[[Answer], bool]:
    return lambda answer: answer.get("error") == code


def printed(text: str) -> Callable[[Answer], bool]:
    return lambda answer: answer.get("stdout") == text


def allowing(*names: str, **others: Any) -> CliSettings:
    return CliSettings(allowed_binaries=names, **others)


def shells(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    return Call(allowing("bash", code_runners=["bash"]), "bash", "-c", "exit", held=refused("shell"))


def unlisted(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    return Call(allowing("echo"), "true", held=refused("not_allowed"))


def replaced(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    programs = folder.parent / "programs"
    programs.mkdir()
    patched.setenv("PATH", str(programs), prepend=":")
    echo = Path(str(shutil.which("echo")))
    shutil.copy(echo, programs / "answer")
    return Call(
        allowing("answer"),
        "answer",
        before=lambda: (programs / "answer").unlink() or shutil.copy(echo, programs / "answer"),  # type: ignore[func-returns-value]  # one after the other
        held=refused("not_found"),
    )


def substitution(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    return Call(allowing("echo"), "echo", "$(id)", held=refused("bad_argument"))


def file_url(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    return Call(allowing("echo"), "echo", "FiLe:data.txt", held=refused("file_url"))


def outside(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    (folder.parent / "key").write_text("the key")
    return Call(allowing("cat"), "cat", "../key", held=refused("outside"))


def too_long(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    return Call(allowing("sleep", timeout=0.1), "sleep", "0.4", held=refused("timeout"))


def started_shell(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    settings = allowing("env", code_runners=["env"])
    # The kernel refuses it where it can, and we do elsewhere.
    return Call(
        settings, "env", "sh", "-c", "exit", held=lambda answer: 126 == answer.get("exit_code") or "error" in answer
    )


def folder_of_work(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    return Call(allowing("pwd"), "pwd", held=printed(f"{folder}\n"))


def environment(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    patched.setenv("PLANTED", "a secret")
    settings = allowing("printenv")
    return Call(settings, "printenv", "PLANTED", held=lambda answer: answer.get("exit_code") == 1)


def long_output(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    settings = allowing("echo", max_output_bytes=50)
    return Call(settings, "echo", "x" * 200, held=lambda answer: answer["truncated"] and answer["stdout"] == "x" * 50)


def denied(folder: Path, patched: pytest.MonkeyPatch) -> Call:
    rules = GuardrailRules.read({"deny_commands": [{"pattern": r"get\s+secrets"}]}, source="a test")
    return Call(allowing("cat"), "cat", stdin="get secrets", rules=rules, held=refused("denied"))


ONLY = (
    *(shells, unlisted, replaced, substitution, file_url, outside),
    *(too_long, started_shell, folder_of_work, environment, long_output, denied),
)


@pytest.mark.requirement("cli_execute:twelve-layers")
@pytest.mark.parametrize(
    ("layer", "made"), [pytest.param(*pair, id=pair[0].__name__) for pair in zip(LAYERS, ONLY, strict=True)]
)
def test_only_this_layer_holds_the_call(
    layer: Any, made: Callable[[Path, pytest.MonkeyPatch], Call], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    call = made(folder, monkeypatch)

    assert call.held(call.answer(folder))

    monkeypatch.setattr(MODULE, "LAYERS", tuple(other for other in LAYERS if other is not layer))

    without = call.answer(folder)
    assert not call.held(without)
    assert "exit_code" in without, "another layer has refused it"


def test_the_layers_stand_in_the_order_of_the_seed() -> None:
    numbers = [int((layer.__doc__ or "").partition(".")[0]) for layer in LAYERS]

    assert numbers == list(range(1, 13))


@pytest.mark.skipif(not landlock_abi(), reason="This kernel has no Landlock.")
def test_the_kernel_lets_a_program_start_allowed_programs_only(tmp_path: Path) -> None:
    tool = cli_execute(allowing("env", "echo", code_runners=["env"]))

    def answer(*arguments: str) -> Answer:
        return dict(
            dispatch_forge_tool(tool, {"binary": "env", "args": list(arguments)}, workspace_root=tmp_path).llm_payload()
        )

    assert answer("echo", "hello")["stdout"] == "hello\n"
    assert answer("id")["exit_code"] == 126
