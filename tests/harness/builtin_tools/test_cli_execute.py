"""cli_execute: programs of an allow list, and the rows that were recorded of it."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from forge_harness import CliSettings, GuardrailRules, dispatch_forge_tool
from forge_harness.deadline.deadline import run_with_deadline
from forge_harness.deadline.thread_pool import CallCancelledError, ThreadPool
from forge_harness.guardrails.guardrails import REDACTED
from forge_harness.kinds.typed_tool import ForgeTool
from forge_harness.programs.executable import read_executable
from forge_harness.programs.landlock import NETWORK_ABI, landlock_abi
from forge_harness.tools.builtin.cli_execute import cli_execute

from .deviations import outcomes

#: An interpreter that is a program itself, not a script that looks for one.
PYTHON = str(Path(sys.executable).resolve())
PYTHON_NAME = Path(PYTHON).name

CLI_CONFIG = [
    (
        {
            "allowed_binaries": ["curl", "jq", "yq"],
            "env_passthrough": ["GITHUB_TOKEN"],
            "timeout": 120,
            "max_output_bytes": 1048576,
        },
        {
            "allowed_binaries": ["curl", "jq", "yq"],
            "env_passthrough": ["GITHUB_TOKEN"],
            "timeout": 120,
            "max_output_bytes": 1048576,
        },
    ),
    (
        {"allowed_binaries": ["echo"], "timeout": 60.0, "max_output_bytes": 2097152.0},
        {"timeout": 60, "max_output_bytes": 2097152},
    ),
    ({}, {"timeout": 120, "max_output_bytes": 1048576, "allowed_binaries": ()}),
]
CLI_SCHEMA = {
    "required": ["binary"],
    "enum": ["cat", "echo"],
    "args": "array",
    "stdin": "string",
    "description without": ["cat", "echo"],
}
CLI_RESULT_KEYS = {"stdout", "stderr", "exit_code", "truncated"}
CLI_AVAILABILITY = [
    (
        ["nonexistent_binary_xyz_12345"],
        {"available": [], "missing": ["nonexistent_binary_xyz_12345"]},
    )
]
CLI_BINARY = [
    (["echo"], "rm", "not_allowed"),
    (["nonexistent_binary_xyz_12345"], "nonexistent_binary_xyz_12345", "not_found"),
    (["echo"], "", "not_allowed"),
    *[([name], name, "shell") for name in ("bash", "sh", "zsh", "dash", "ksh", "csh", "tcsh", "fish")],
]
CLI_BINARY_WANT = [
    (["/bin/bash"], ("/bin/bash", ["-c", "echo x"]), "shell"),
    (["env"], ("env", ["bash", "-c", "echo x"]), "not_allowed"),
    (["python3"], ("python3", ["-c", "print(1)"]), "not_allowed"),
    (["busybox"], ("busybox", ["sh", "-c", "id"]), "shell"),
    (["mytool -> /bin/bash symlink"], ("mytool", ["-c", "id"]), "shell"),
    (["rbash", "ash", "mksh", "pwsh", "nu", "xonsh"], ("rbash", ["-c", "id"]), "shell"),
    (["git"], ("git", ["-c", "core.pager=!sh -c id", "log"]), "not_allowed"),
]
CLI_ARG = [
    ("hello", "ok"),
    ("hello `whoami`", "bad_argument"),
    ("hello $(whoami)", "bad_argument"),
    ("hello\nworld", "bad_argument"),
    ("a\rb", "bad_argument"),
    ("file:///etc/passwd", "file_url"),
    ("FILE:///etc/shadow", "file_url"),
    ("File:///etc/hosts", "file_url"),
    ("xfile://y", "file_url"),
    ("FiLe://localhost/etc/passwd", "file_url"),
    ("http://example.com", "ok"),
    ("https://example.com", "ok"),
    ("get", "ok"),
    ("$HOME", "ok"),
    ("${IFS}", "ok"),
    ("a;b|c&&d>e", "ok"),
    ("$(id)", "bad_argument"),
    ("`id`", "bad_argument"),
    ("", "ok"),
]
CLI_ARG_BAD_TYPES = [
    ({"binary": "echo", "args": "hello"}, "ToolValidationError"),
    ({"binary": "echo", "args": [1]}, "ToolValidationError"),
]
CLI_ARG_WANT = [
    ("file:/etc/hostname", "file_url"),
    ("-d@/home/u/.ssh/id_rsa", "outside"),
    ("@/home/u/x", "outside"),
    ("if=/home/u/.ssh/id_rsa", "outside"),
    ("gopher://x/y", "bad_argument"),
    ("dict://x/y", "bad_argument"),
    ("scp://x/y", "bad_argument"),
    ("\\\\host\\share", "bad_argument"),
]
LOOKS_LIKE_PATH = [
    *((argument, True) for argument in ("/etc/passwd", "~/Library/Keychains/", "./data.txt", "../../../.ssh/id_rsa")),
    *((argument, True) for argument in ("~", ".", "..", "~/")),
    *((argument, False) for argument in ("get", "pods", "--namespace=default", "--kubeconfig=~/.kube/config", "-o")),
    *((argument, False) for argument in ("json", "", "x/y", "x/../y", "~x", "-I/usr", "@/x", "if=/x")),
    *((argument, False) for argument in (".hidden", "...", "C:\\x", "file.txt")),
]
PATH_ARG = [
    ("./data.txt", False),
    ("./subdir/file.yaml", False),
    ("/tmp/data.json", False),
    ("/etc/hosts", False),
    ("get", False),
    ("--namespace=default", False),
    ("--kubeconfig=~/.kube/config", False),
    ("~/Library/Keychains/", True),
    ("~/Downloads/", True),
    ("~/.ssh/id_rsa", True),
    ("~/", True),
    ("../../.ssh/id_rsa", True),
    ("../other_project/secret.key", True),
    ("<H>", True),
    ("<H>/.ssh/id_rsa", True),
    ("~", True),
    ("..", True),
    (".", False),
]
PATH_ARG_WANT = [
    ("sub/../../../.ssh/id_rsa", True),
    ("./lnk/id_rsa", True),
    ("/etc/hostname", True),
    ("../../../../../../../../../../etc/hostname", True),
    ("-f<H>/.ssh/id_rsa", True),
    ("@<H>/.ssh/id_rsa", True),
    ("~root/x", True),
    ("work directory not configured", True),
]
OWASP_ARGS = [
    ("echo", ["$(cat /etc/passwd)"], "reject"),
    ("echo", ["`id`"], "reject"),
    ("echo", ["a\nid"], "reject"),
    ("curl", ["file:///etc/passwd"], "reject"),
    ("bash", ["-c", "id"], "reject"),
    ("sh", ["-c", "eval x"], "reject"),
    ("nc", ["-e", "/bin/sh"], "reject"),
    ("cat", ["~/.ssh/id_rsa"], "reject"),
    ("cat", ["../../../../../../etc/passwd"], "reject"),
    ("cat", ["test.txt && rm -rf /tmp/x"], "reject or literal"),
    ("echo", ["x; nc -e /bin/sh h 1"], "reject or literal"),
    ("echo", ["x | bash"], "reject or literal"),
]
CLI_ENV = [
    ("binary gh: GH_CONFIG_DIR", "the real folder"),
    ("binary curl: GH_CONFIG_DIR", None),
    ("binary kubectl: KUBECONFIG", "the real file"),
    ("binary curl: KUBECONFIG", None),
    ("binary curl, proxy set: NO_PROXY", None),
    ("proxy set, task known: HTTP_PROXY", "http://dGFzaw:Y29ycg@127.0.0.1:54321"),
    ("proxy set, task id with a colon: HTTP_PROXY", "http://YTpi:Y29ycg@127.0.0.1:54321"),
    ("proxy set, task id alone: HTTP_PROXY", "http://dGFzaw:@127.0.0.1:54321"),
    ("proxy set, no ids: HTTP_PROXY", "http://127.0.0.1:54321"),
    ("own variable and passthrough: TOKEN", "own"),
]
CLI_RUN = [
    (("echo", ["hello"], ""), {"stdout": "hello\n", "exit_code": 0}),
    (("cat", [], "hello from stdin"), {"stdout": "hello from stdin"}),
    (("python", ["-c", "import sys;sys.exit(3)"], ""), {"exit_code": 3}),
    (("sleep", ["10"], "", {"timeout": 0.2}), {"error": "timeout"}),
    (("dd", ["if=zeros"], "", {"max_output_bytes": 100}), {"truncated": True}),
    (
        ("echo", ["x" * 200], "", {"max_output_bytes": 50}),
        {"stdout": "x" * 50, "truncated": True, "exit_code": 0},
    ),
    (
        ("python", ["-c", "import sys;sys.stderr.write('e'*60)"], "", {"max_output_bytes": 50}),
        {"stderr": "e" * 50, "truncated": True},
    ),
]
CLI_RUN_WANT = [
    ("a child outlives the program", "ended with its time"),
    ("the caller cancels", "cancelled"),
    ("the time is over", "partial\n"),
    ("stdin '' and missing are the same", True),
    ("much stdin is capped", "ToolValidationError"),
    ("a character across the limit is left out whole", "é" * 24),
]


def tool_of(*names: str, **others: Any) -> ForgeTool:
    return cli_execute(CliSettings(allowed_binaries=names, **others))


def answer(tool: ForgeTool, folder: Path, binary: str, *arguments: str, stdin: str = "") -> Any:
    """Return what the model reads of a call."""
    given = {"binary": binary, "args": list(arguments), "stdin": stdin}
    return dispatch_forge_tool(tool, given, workspace_root=folder).llm_payload()


def outcome(answered: dict[str, Any]) -> str:
    return str(answered.get("error", "ok"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace below a home folder with a key."""
    work = tmp_path / "home" / "projects" / "myagent"
    work.mkdir(parents=True)
    (tmp_path / "home" / ".ssh").mkdir()
    (tmp_path / "home" / ".ssh" / "id_rsa").write_text("the key")
    (work / "lnk").symlink_to(tmp_path / "home" / ".ssh")
    (work / "zeros").write_bytes(bytes(1024))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return work


@pytest.mark.parametrize(("config", "parsed"), outcomes(CLI_CONFIG=CLI_CONFIG))
def test_the_settings_are_read_as_recorded(config: dict[str, Any], parsed: dict[str, Any]) -> None:
    settings = CliSettings(**config)

    assert {key: getattr(settings, key) for key in parsed} == parsed


def test_the_schema_offers_what_can_be_called() -> None:
    definition = tool_of("cat", "bash", "echo").definition()
    schema = definition.input_schema

    assert schema["required"] == CLI_SCHEMA["required"]
    assert schema["properties"]["binary"]["enum"] == CLI_SCHEMA["enum"]
    assert {name: schema["properties"][name]["type"] for name in ("args", "stdin")} == {
        name: CLI_SCHEMA[name] for name in ("args", "stdin")
    }
    assert not set(CLI_SCHEMA["description without"]) & set(definition.description.split())


def test_every_key_is_always_there(folder: Path) -> None:
    tool = tool_of("echo", "sleep", timeout=0.1)

    assert answer(tool, folder, "echo", "hello").keys() == {*CLI_RESULT_KEYS, "confined"}
    assert answer(tool, folder, "sleep", "5").keys() == {*CLI_RESULT_KEYS, "confined", "error", "message"}


@pytest.mark.parametrize(("allowed", "told"), outcomes(CLI_AVAILABILITY=CLI_AVAILABILITY))
def test_a_missing_program_is_told_when_the_tool_is_made(
    allowed: list[str], told: dict[str, list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        tool_of(*allowed)

    assert all(f"did not find: {name}" in caplog.text for name in told["missing"])


@pytest.mark.parametrize(("allowed", "binary", "code"), outcomes(CLI_BINARY=CLI_BINARY))
def test_a_program_is_refused(allowed: list[str], binary: str, code: str, folder: Path) -> None:
    assert outcome(answer(tool_of(*allowed), folder, binary, "-c", "id")) == code


@pytest.mark.parametrize(("allowed", "call", "code"), outcomes(CLI_BINARY_WANT=CLI_BINARY_WANT))
def test_what_leads_to_a_shell_is_refused(
    allowed: list[str], call: tuple[str, list[str]], code: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = folder.parent / "programs"
    programs.mkdir()
    (programs / "mytool").symlink_to("/bin/bash")
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    tool = tool_of(*(name.partition(" ->")[0] for name in allowed))
    binary, arguments = call

    assert outcome(answer(tool, folder, binary, *arguments)) in {code, "not_found"}


#: Programs that start what they are told to, in each way that a file shows it.
@pytest.mark.parametrize(
    "name",
    [
        *("env", "xargs", "find", "nice", "timeout", "setsid", "nohup", "watch", "stdbuf", "script"),
        *("tar", "sed", "awk", "ssh", "git", "perl", "python3", "node"),
    ],
)
def test_a_launcher_is_refused_with_the_option_that_allows_it(name: str, folder: Path) -> None:
    answered = answer(tool_of(name), folder, name)

    if answered["error"] == "not_found":
        pytest.skip(f"{name} is not installed.")
    assert answered["error"] == "not_allowed"
    assert f"code_runners: [{name}]" in answered["message"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("of_python", f"#!{PYTHON}\nprint(1)\n"),
        ("through_env", "#!/usr/bin/env -S python3 -u\nprint(1)\n"),
        ("of_nothing", "not a program"),
        ("empty", ""),
    ],
)
def test_a_program_that_does_not_show_what_it_starts_is_refused(name: str, text: str, folder: Path) -> None:
    program = folder / name
    program.write_text(text)
    program.chmod(0o755)

    answered = answer(tool_of(str(program)), folder, name)

    assert answered["error"] == "not_allowed"
    assert str(folder) not in str(answered)


@pytest.mark.parametrize("text", ["#!/bin/sh\necho hi\n", "#!/usr/bin/env bash\necho hi\n"])
def test_a_script_of_a_shell_is_a_shell(text: str, folder: Path) -> None:
    program = folder / "script"
    program.write_text(text)
    program.chmod(0o755)

    tool = tool_of(str(program), code_runners=[str(program)])

    assert answer(tool, folder, "script")["error"] == "shell"


@pytest.mark.parametrize("words", [("bash", "-c", "exit"), ("/bin/sh", "-c", "exit"), ("./tool", "-c", "exit")])
@pytest.mark.parametrize("confiner", ["landlock", "none"])
def test_a_launcher_that_is_allowed_starts_no_shell(words: tuple[str, ...], confiner: Any, folder: Path) -> None:
    (folder / "tool").symlink_to("/bin/sh")
    tool = tool_of("env", code_runners=["env"], confine_with=confiner)

    answered = answer(tool, folder, "env", *words)

    assert answered.get("error") in {"shell", "outside"} or answered["exit_code"] == 126


@pytest.mark.skipif(not landlock_abi(), reason="This kernel has no Landlock.")
def test_the_name_of_a_shell_is_a_word_like_any_other(folder: Path) -> None:
    assert (
        answer(python_of(), folder, PYTHON_NAME, "-c", "import sys; print(sys.argv[1])", "fish")["stdout"] == "fish\n"
    )


@pytest.mark.parametrize(("argument", "expected"), outcomes(CLI_ARG=CLI_ARG))
def test_an_argument_is_passed_as_it_is_or_refused(argument: str, expected: str, folder: Path) -> None:
    answered = answer(tool_of("echo"), folder, "echo", argument)

    assert outcome(answered) == expected
    assert expected != "ok" or answered["stdout"] == f"{argument}\n"


@pytest.mark.parametrize(("given", "error"), outcomes(CLI_ARG_BAD_TYPES=CLI_ARG_BAD_TYPES))
def test_arguments_of_another_type_are_refused(given: dict[str, Any], error: str, folder: Path) -> None:
    assert dispatch_forge_tool(tool_of("echo"), given, workspace_root=folder).llm_payload()["error"] == error


@pytest.mark.parametrize(("argument", "expected"), outcomes(CLI_ARG_WANT=CLI_ARG_WANT))
def test_an_argument_that_hides_an_address_or_a_path_is_refused(argument: str, expected: str, folder: Path) -> None:
    assert outcome(answer(tool_of("echo"), folder, "echo", argument)) == expected


@pytest.mark.parametrize(
    ("argument", "is_refused"), [*outcomes(PATH_ARG=PATH_ARG), *outcomes(PATH_ARG_WANT=PATH_ARG_WANT)]
)
def test_an_argument_leads_nowhere_outside(argument: str, is_refused: bool, folder: Path) -> None:
    if argument == "work directory not configured":
        refusal = dispatch_forge_tool(tool_of("echo"), {"binary": "echo"}).llm_payload()
        assert (refusal["error"] == "WorkspaceRequiredError") is is_refused
        return
    argument = argument.replace("<H>", str(folder.parents[1]))

    assert outcome(answer(tool_of("echo"), folder, "echo", argument)) == ("outside" if is_refused else "ok")


@pytest.mark.parametrize(("argument", "is_path"), outcomes(LOOKS_LIKE_PATH=LOOKS_LIKE_PATH))
def test_an_argument_is_a_path_if_it_can_lead_out(argument: str, is_path: bool, folder: Path) -> None:
    if argument == ".":
        argument = "./lnk"
    elif argument and not argument.startswith(("/", "~/", "../")) and argument not in ("~", ".."):
        place = Path(os.path.normpath(folder / argument))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(folder.parents[1] / ".ssh")

    assert outcome(answer(tool_of("echo"), folder, "echo", argument)) == ("outside" if is_path else "ok")


def test_an_allowed_path_may_be_named_and_read(folder: Path) -> None:
    tool = tool_of("cat", allowed_paths=["~/.ssh"])

    assert answer(tool, folder, "cat", str(folder.parents[1] / ".ssh" / "id_rsa"))["stdout"] == "the key"
    assert answer(tool, folder, "cat", str(folder.parents[1] / "other"))["error"] == "outside"


@pytest.mark.parametrize(("binary", "arguments", "expected"), outcomes(OWASP_ARGS=OWASP_ARGS))
def test_known_attacks_are_refused(binary: str, arguments: list[str], expected: str, folder: Path) -> None:
    answered = answer(tool_of("echo", "cat", "curl", "bash", "sh"), folder, binary, *arguments)

    assert "error" in answered or expected == "reject or literal"
    assert "root:" not in str(answered)


@pytest.mark.parametrize(("situation", "expected"), outcomes(CLI_ENV=CLI_ENV))
def test_a_program_sees_its_variables_and_no_others(
    situation: str, expected: str | None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "passed")
    monkeypatch.delenv("HTTP_PROXY", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    if "proxy set" in situation:
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:54321")
    own = {"printenv": {"TOKEN": "own"}} if "own variable" in situation else {}
    tool = tool_of("printenv", env_passthrough=["TOKEN"], variables=own)

    printed = answer(tool, folder, "printenv", situation.rpartition(" ")[2])["stdout"].removesuffix("\n")

    assert printed == (expected or "")


def test_a_variable_of_one_program_is_not_seen_by_another(folder: Path) -> None:
    tool = tool_of("printenv", "/usr/bin/whoami", variables={"whoami": {"GH_CONFIG_DIR": "/srv/gh"}})

    assert answer(tool, folder, "printenv", "GH_CONFIG_DIR")["exit_code"] == 1


@pytest.mark.parametrize(("call", "expected"), outcomes(CLI_RUN=CLI_RUN))
def test_a_call_ends_as_recorded(call: tuple[Any, ...], expected: dict[str, Any], folder: Path) -> None:
    binary, arguments, stdin, *settings = call
    name = PYTHON if binary == "python" else binary
    tool = tool_of(name, code_runners=[name], **(settings[0] if settings else {}))

    answered = answer(tool, folder, Path(name).name, *arguments, stdin=stdin)

    assert {key: answered.get(key) for key in expected} == expected


def python_of(**others: Any) -> ForgeTool:
    return tool_of(PYTHON, code_runners=[PYTHON], **others)


def processes_with(mark: str) -> list[str]:
    """Return the processes of this system whose command line holds *mark*."""
    found = []
    for place in Path("/proc").iterdir():
        with suppress(OSError):
            if place.name.isdecimal() and mark.encode() in (place / "cmdline").read_bytes():
                found.append(place.name)
    return found


#: It forks, leaves the session, ignores the polite signal, and holds the pipe.
CLINGING = """
import os, signal, time
print("partial", flush=True)
if os.fork() == 0:
    os.setsid()
signal.signal(signal.SIGTERM, signal.SIG_IGN)
"""


def clinging(folder: Path, then: str) -> str:
    (folder / "clinging.py").write_text(CLINGING + then)
    return str(folder / "clinging.py")


def output_until_its_time(folder: Path) -> Any:
    return answer(python_of(timeout=0.5), folder, PYTHON_NAME, clinging(folder, "time.sleep(600)"))["stdout"]


def ended_with_its_time(folder: Path) -> str:
    mark = clinging(folder, "time.sleep(600)")
    answered = answer(python_of(timeout=0.5), folder, PYTHON_NAME, mark)
    assert (answered["error"], answered["exit_code"]) == ("timeout", None)
    return "ended with its time" if processes_with(mark) == [] else "left behind"


def cancelled_by_its_caller(folder: Path) -> str:
    mark = clinging(folder, "open('begun', 'w')\ntime.sleep(600)\n")
    tool = python_of(timeout=60)
    ended = threading.Event()

    def call() -> None:
        try:
            tool.run(tool.validate({"binary": PYTHON_NAME, "args": [mark]}), workspace_root=folder)
        finally:
            ended.set()

    with ThreadPool(is_cancelled=(folder / "begun").exists), pytest.raises(CallCancelledError):
        run_with_deadline(call, 60)
    assert ended.wait(30)
    return "cancelled" if processes_with(mark) == [] else "left behind"


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux tells who the children of a process are.")
@pytest.mark.parametrize(("what", "expected"), outcomes(CLI_RUN_WANT=CLI_RUN_WANT))
def test_the_limits_hold(what: str, expected: Any, folder: Path) -> None:
    tool = tool_of("cat", max_output_bytes=49)
    shown = {
        "a child outlives the program": lambda: ended_with_its_time(folder),
        "the caller cancels": lambda: cancelled_by_its_caller(folder),
        "the time is over": lambda: output_until_its_time(folder),
        "stdin '' and missing are the same": lambda: (
            dispatch_forge_tool(tool, {"binary": "cat"}, workspace_root=folder).llm_payload()
            == answer(tool, folder, "cat", stdin="")
        ),
        "much stdin is capped": lambda: answer(tool, folder, "cat", stdin="x" * 1_000_001)["error"],
        "a character across the limit is left out whole": lambda: answer(tool, folder, "cat", stdin="é" * 99)["stdout"],
    }

    assert shown[what]() == expected


def test_output_before_the_end_of_the_time_is_kept_without_private_text(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("API_TOKEN", "tok-0123456789")
    code = f"import time; print('step 1 of 3: tok-0123456789 in {folder}', flush=True); time.sleep(60)"

    answered = answer(python_of(timeout=1), folder, PYTHON_NAME, "-c", code)

    assert answered["stdout"].startswith("step 1 of 3: [redacted]")
    assert "tok-0123456789" not in str(answered)
    assert str(folder) not in str(answered)


@pytest.mark.skipif(landlock_abi() < 4, reason="This kernel's Landlock does not close the network.")
def test_the_kernel_confines_an_interpreter(folder: Path) -> None:
    key = folder.parents[1] / ".ssh" / "id_rsa"
    code = f"""
import os, socket
def told(what):
    try:
        return what()
    except OSError as error:
        return type(error).__name__
print(told(lambda: open({str(key)!r}).read()))
for family, kind in ((socket.AF_INET, socket.SOCK_STREAM), (socket.AF_INET, socket.SOCK_DGRAM), (socket.AF_UNIX, 1)):
    print(told(lambda: socket.socket(family, kind)))
print(told(lambda: os.execv("/bin/sh", ["sh"])))
print(told(lambda: open("made", "w").write("x")))
"""
    (folder / "attack.py").write_text(code)

    answered = answer(python_of(), folder, PYTHON_NAME, "attack.py")

    assert answered["confined"] is True
    assert answered["stdout"].split() == [*["PermissionError"] * 5, "1"]


@pytest.mark.skipif(not landlock_abi(), reason="This kernel has no Landlock.")
def test_a_shell_that_code_loads_into_its_own_process_is_confined_as_well(folder: Path) -> None:
    loader = str(read_executable(Path(PYTHON)).loader)
    key = folder.parents[1] / ".ssh" / "id_rsa"
    line = f"echo begun; read x < {key}; echo $x; /bin/id"
    code = f"import os; os.execv({loader!r}, [{loader!r}, '/bin/sh', '-c', {line!r}])"

    answered = answer(python_of(), folder, PYTHON_NAME, "-c", code)

    # The kernel maps a file that may be read; it refuses to execute it, and all else that it refuses to the code.
    assert (answered["stdout"].split(), answered["exit_code"]) == (["begun"], 126)


@pytest.mark.parametrize("confiner", ["landlock", "none"])
def test_a_program_has_a_folder_for_temporary_files_that_is_removed(confiner: Any, folder: Path) -> None:
    code = "import os, tempfile; os.makedirs(tempfile.mkdtemp() + '/deep'); print(tempfile.gettempdir())"

    answered = answer(python_of(confine_with=confiner), folder, PYTHON_NAME, "-c", code)

    assert answered["exit_code"] == 0, answered["stderr"]
    place = Path(answered["stdout"].strip())
    assert place.is_absolute()
    assert not place.is_relative_to(folder)
    assert not place.parent.exists()


KEY = "sk-abcdefghij0123456789xyz"
LINES = "-----BEGIN KEY-----" + "abcd" * 100 + "-----END KEY-----"


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ({"pattern": "sk-[A-Za-z0-9]{20,}", "action": "redact"}, f"{'x' * 40} {KEY} end", "x" * 40 + f" {REDACTED}"),
        ({"pattern": "(?s)BEGIN.*END", "action": "redact"}, LINES, f"-----{REDACTED}"),
        ({"pattern": "(?s)BEGIN.*END", "action": "block"}, LINES, None),
        ({"pattern": "sk-[A-Za-z0-9]{20,}", "action": "redact"}, "x" * 50 + KEY, "x" * 50),
    ],
)
def test_half_of_what_rules_take_out_is_not_left_where_the_output_is_cut(
    rule: Any, text: str, expected: str | None, folder: Path
) -> None:
    tool = cli_execute(CliSettings(allowed_binaries=["cat"], max_output_bytes=50), GuardrailRules(deny_output=[rule]))

    answered = answer(tool, folder, "cat", stdin=text)

    if expected is None:
        assert answered["error"] == "denied"
    else:
        assert (answered["stdout"], answered["truncated"]) == (expected, True)


def test_an_argument_that_begins_like_a_path_is_text_where_the_kernel_keeps_the_program(folder: Path) -> None:
    expected = "ok" if landlock_abi() else "outside"

    assert outcome(answer(tool_of("echo"), folder, "echo", "/no-such/v1")) == expected
    assert outcome(answer(tool_of("echo", confine_with="none"), folder, "echo", "/no-such/v1")) == "outside"


#: As seed 002 prints it.
SEED_CONFIG: dict[str, Any] = {
    "allowed_binaries": ["git", "curl", "jq", "python3"],
    "env_passthrough": ["GITHUB_TOKEN"],
    "timeout": 120,
    "max_output_bytes": 1048576,
}


@pytest.mark.skipif(not all(map(shutil.which, SEED_CONFIG["allowed_binaries"])), reason="They are not all installed.")
def test_the_configuration_of_the_seed_works_with_the_options_that_refusals_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "of-the-user")
    (folder / "a.json").write_text('{"a": [1, 2]}')
    asked = cli_execute(CliSettings(**SEED_CONFIG))
    opened = cli_execute(
        CliSettings(
            **SEED_CONFIG,
            code_runners=["git", "python3"],
            network_binaries=["curl"],
            variables={"git": {"GIT_CONFIG_NOSYSTEM": "1"}},
        )
    )

    assert "code_runners: [git]" in answer(asked, folder, "git", "init")["message"]
    assert "code_runners: [python3]" in answer(asked, folder, "python3", "-V")["message"]
    assert "allowed_binaries" in answer(asked, folder, "rm", "a.json")["message"]
    assert "allowed_paths" in answer(asked, folder, "jq", ".", "/etc/passwd")["message"]
    assert ("network_binaries" in asked.definition().description) is (landlock_abi() > 0)
    assert "network_binaries" not in tool_of("jq", confine_with="none").definition().description
    for tool in (asked, opened):
        assert answer(tool, folder, "jq", "-c", ".a", "a.json")["stdout"] == "[1,2]\n"
    assert answer(opened, folder, "git", "init", "-q", "repo")["exit_code"] == 0
    assert answer(opened, folder, "git", "-C", "repo", "status", "--short") | {"confined": True} == {
        "stdout": "",
        "stderr": "",
        "exit_code": 0,
        "truncated": False,
        "confined": True,
    }
    code = "import os; print(os.environ['GITHUB_TOKEN'])"
    assert answer(opened, folder, "python3", "-c", code)["stdout"] == "of-the-user\n"
    with http_server() as url:
        assert answer(opened, folder, "curl", "-sS", url)["stdout"] == "hello"
        if landlock_abi() >= NETWORK_ABI:
            assert answer(asked, folder, "curl", "-sS", url)["exit_code"] != 0


@contextmanager
def http_server() -> Iterator[str]:
    """Answer one request after the other with the word hello."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    with connection:
                        connection.recv(1 << 16)
                        connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello")

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        server.shutdown(socket.SHUT_RDWR)


def test_a_program_that_is_not_confined_is_said_to_be_so(folder: Path) -> None:
    answered = answer(tool_of("echo", confine_with="none"), folder, "echo", "hello")

    assert (answered["stdout"], answered["confined"]) == ("hello\n", False)


def test_long_streams_stay_an_object(folder: Path) -> None:
    code = "import sys; sys.stdout.write('x' * 5_000_000); sys.stderr.write('\\\\' * 5_000_000)"

    answered = answer(python_of(), folder, PYTHON_NAME, "-c", code)

    assert answered.keys() == {"stdout", "stderr", "exit_code", "truncated", "confined"}
    assert answered["truncated"] is True
    assert len(answered["stdout"]) > 300_000 < 2 * len(answered["stderr"])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"allowed_binaries": "echo"}, "'allowed_binaries' is not a list of texts."),
        ({"allowed_binaries": ["bin/echo"]}, "The binary 'bin/echo' is not a name."),
        ({"allowed_binaries": ["echo", "/bin/echo"]}, "Two allowed binaries are called 'echo'."),
        ({"code_runners": ["git"]}, "'git' in 'code_runners' is not an allowed binary."),
        ({"allowed_paths": ["data"]}, "The allowed path 'data' is relative."),
        ({"timeout": 0}, "The timeout is 0."),
        ({"max_output_bytes": 1.5}, "max_output_bytes is 1.5."),
        ({"confine_with": "bubble"}, "confine_with is 'bubble'."),
        ({"env_passthrough": ["A=B"]}, "'A=B' is not the name of a variable."),
        ({"allowed_binaries": ["gh"], "variables": {"gh": "x"}}, "The variables of 'gh' are not texts."),
    ],
)
def test_settings_that_cannot_be_used_are_told(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace("(", r"\(")) as told:
        CliSettings(**settings)

    assert str(told.value).count(". ") == 1


def test_a_program_with_the_network_connects(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = f"import socket; socket.create_connection({server.getsockname()!r}); print('connected')"
        tool = python_of(network_binaries=[PYTHON])

        assert answer(tool, folder, PYTHON_NAME, "-c", code)["stdout"] == "connected\n"


def test_a_program_that_is_allowed_by_its_path_is_called_by_path_or_name(folder: Path) -> None:
    echo = str(shutil.which("echo"))
    tool = tool_of(echo)

    assert answer(tool, folder, "echo", "x")["stdout"] == answer(tool, folder, echo, "x")["stdout"] == "x\n"
    assert echo not in str(tool.definition())


def test_scripts_that_name_each_other_end(folder: Path) -> None:
    for name, other in (("one", "two"), ("two", "one")):
        (folder / name).write_text(f"#!{folder / other}\n")
        (folder / name).chmod(0o755)

    assert answer(tool_of(str(folder / "one")), folder, "one")["error"] == "not_allowed"


def test_a_name_of_the_model_is_not_opened(folder: Path) -> None:
    os.mkfifo(folder / "pipe")

    assert answer(tool_of("echo"), folder, str(folder / "pipe"))["error"] == "not_allowed"
