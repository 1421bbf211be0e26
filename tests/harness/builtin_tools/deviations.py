"""Where our tools answer otherwise than the recorded cases, on purpose.

Use: ``@pytest.mark.parametrize(("expression", "outcome"), outcomes(MATH=MATH))``; a row's last item is its outcome.
A row that we answer differently keeps the recorded outcome in its block; ours stands here, with the items before it
as `row`. A row that a ``*_WANT`` row overrides is not a deviation: write the wanted outcome in its block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class Deviation:
    """A row of the recorded cases that we answer differently.

    Args:
        block: The constant that holds the row.
        row: The row without its outcome; a single item may stand without its tuple.
        ours: The outcome of our tools.
        reason: Why it is better so, in one sentence.
    """

    block: str
    row: Any
    ours: Any
    reason: str


#: In the order of the blocks.
DEVIATIONS: tuple[Deviation, ...] = (
    Deviation(
        "REGISTRY",
        (["github__create_issue"], "list"),
        ["github__create_issue"],
        "Users have such names; what makes names of tools, such as a loader of scripts, refuses them.",
    ),
    Deviation(
        "REGISTRY",
        (["b", "a"], "list"),
        ["b", "a"],
        "A registry is a dict in the order of registration; register_builtins returns the sorted names.",
    ),
    Deviation(
        "REGISTRY",
        (["b", "a"], "definitions"),
        ["b", "a"],
        "A tool that is added stands last, so that a provider's cache of the definitions before it stays valid.",
    ),
    Deviation("FILE_CREATE", ("..txt", "x"), "bad_filename", "The seed refuses every name with '..'."),
    Deviation("MATH", "1E3", 1000, "Exponents are read, as wanted for 1e3."),
    Deviation("MATH", "1.5e-3", 0.0015, "Exponents are read, as wanted for 1e3."),
    Deviation("MATH", "pow(10,19)", 10**19, "Integers are exact; the recorded one has overflowed."),
    Deviation("MATH", "pow(10,400)", "overflow", "JSON has no infinity."),
    Deviation("MATH", "0-pow(10,400)", "overflow", "JSON has no infinity."),
    Deviation("MATH", "9007199254740993", 9007199254740993, "Integers are exact."),
    Deviation(
        "MATH_ARGS",
        ({"expression": "1", "extra": 1},),
        "ToolValidationError",
        "Unknown arguments are refused for every tool, as seed 000 wants it.",
    ),
    Deviation("JSON_PARSE", ("12345678901234567890", ""), 12345678901234567890, "Integers are exact."),
    Deviation(
        "DATETIME", ("%Y", None), "ToolValidationError", "An unknown format is refused, not taken for another one."
    ),
    Deviation(
        "FILE_CREATE_DIR",
        False,
        "WorkspaceRequiredError",
        "A tool that works on files never writes outside a workspace, not even into the temporary folder.",
    ),
    Deviation(
        "PATH_RESOLVE",
        ("myrepo", ["workspace/myrepo/"]),
        "<W>/myrepo",
        "A path means one place, whatever exists; a guess has overwritten files that nobody named.",
    ),
    Deviation("PATH_RESOLVE", ("a\x00b", []), None, "No file system has such a name."),
    Deviation(
        "FILE_READ",
        ({"path": "2500.txt", "relaxed": True},),
        "ToolValidationError",
        "One limit for all callers; what follows is read with another offset.",
    ),
    Deviation("TRUNCATE", ("x", 102_400, True), True, "One limit for all callers, so that a result stays short."),
    Deviation("TRUNCATE", ("line\n", 5_000, True), True, "One limit for all callers, so that a result stays short."),
    Deviation(
        "GREP",
        ({"pattern": "main", "include": "{*.go,*.md}"},),
        ".hidden.go:1:func main(){}\nREADME.md:2:main doc\nlib.go:1:package main\nmain.go:1:package main\n"
        "main.go:3:func main() {\n",
        "Braces are part of a glob, here as in glob_search.",
    ),
    Deviation(
        "GREP",
        ({"pattern": "match", "max_results": 10, "relaxed": True},),
        "ToolValidationError",
        "The seed knows no relaxed limits; max_results may be as large as those were.",
    ),
    Deviation(
        "GREP_ENGINE",
        ("rg is installed",),
        "google-re2",
        "A tool that reads starts no program, and the answer is the same everywhere.",
    ),
    Deviation(
        "GLOB", ({"pattern": "[bad"},), "bad_pattern", "A malformed pattern is told, and is not an empty answer."
    ),
    Deviation(
        "GLOB",
        ({"pattern": "src/**/*.go"},),
        ["src/pkg/deep.go"],
        "What stands before '**' counts, as in every other glob.",
    ),
    *(
        Deviation("TOOL_CATEGORY", name, "custom", "The category is that of the registered tool, whatever its name.")
        for name in (
            *("web-search", "code_interpreter", "text_generation", "slack_notify", "github_api", "sendgrid_email"),
            *("twilio_sms", "openai_completion", "anthropic_api", "huggingface_api", "google_vertex", "aws_bedrock"),
            "azure_openai",
        )
    ),
    Deviation(
        "LOCAL_SHELL",
        ("exit 3",),
        {"exit_code": 3, "stdout": "", "stderr": ""},
        "A code other than zero is a result; an error would tell the model that the call has failed.",
    ),
    Deviation(
        "CUSTOM_RUNTIME",
        "python",
        ["python", "-B", "<entrypoint>"],
        "The interpreter that runs us has the project's packages; a call leaves no bytecode beside the script.",
    ),
    Deviation(
        "CUSTOM_RUNTIME",
        "typescript",
        ["node", "tsx", "<entrypoint>"],
        "What the project has installed is started without npx, and tsx, which starts faster, before ts-node.",
    ),
    Deviation(
        "CUSTOM_IO",
        "non-zero exit",
        "script_failed",
        "Error output holds paths and secrets, so it goes to the log (S-013); a script may print an error instead.",
    ),
    Deviation("CUSTOM_DISCOVERY", "tool_a.b.py", None, "A name with a dot is refused by some providers."),
    Deviation("CUSTOM_DISCOVERY", "tool_dir.py/tool.js", None, "A name with a dot is refused by some providers."),
    Deviation("CUSTOM_DISCOVERY", "tool_foo__bar.py", None, "It is refused when it is found, with the reason."),
    Deviation("CUSTOM_DISCOVERY", "tool_http_request.py", None, "It is refused when it is found, with the reason."),
    Deviation(
        "CUSTOM_DISCOVERY", "foo.py", ("foo", "python"), "The seed has scripts of any name in the folder tools/."
    ),
    Deviation(
        "CUSTOM_DISCOVERY", "TOOL_x.py", ("TOOL_x", "python"), "The seed has scripts of any name in the folder tools/."
    ),
    Deviation("CUSTOM_ENTRYPOINT", "tools", "ok", "A folder stands for the scripts in it."),
    Deviation(
        "CUSTOM_DOCSTRING",
        "",
        "does not begin with a docstring",
        "A tool that takes anything and says nothing cannot be used; the file is told with what it lacks.",
    ),
    Deviation(
        "MCP_TOOL",
        ([{"type": "text", "text": "a" * 10_000}], "1000, relaxed"),
        "at most 1000",
        "A result has one limit, that of the dispatcher.",
    ),
    Deviation(
        "MCP_TOOL",
        ([{"type": "text", "text": "b" * 20_000}], "1000, relaxed"),
        "at most 1000",
        "A result has one limit, that of the dispatcher.",
    ),
    Deviation(
        "MCP_TOOL",
        (
            [
                {"type": "text", "text": "alpha"},
                {"type": "image", "mimeType": "image/png", "data": "AAAA"},
                {"type": "resource"},
                {"type": "exotic"},
            ],
            None,
        ),
        "alpha\n[image image/png]\n[resource]\n[exotic]",
        "The type of a part is its media type.",
    ),
    Deviation("MCP_ERROR_REASON", "cancelled", "Cancelled", "A cancelled call of any tool has this code."),
    Deviation("MCP_ERROR_REASON", "deadline", "ToolTimeoutError", "A call of any tool that is late has this class."),
    *(
        Deviation(
            "EGRESS_CONFIG",
            section,
            "refused",
            "A mode and lists say it all: no profile, bundle or name of a tool adds hosts.",
        )
        for section in (
            "{profile: strict, mode: deny-all, capabilities: [slack]}",
            "{profile: permissive, mode: dev-open}",
            "{mode: allowlist, allow: [api.example.com, data.example.com], tools: [web_search, github_api]}",
            "{mode: allowlist, capabilities: [slack]}",
            "{mode: allowlist, capabilities: [telegram]}",
            "{mode: allowlist, tools: [unknown]}",
        )
    ),
    Deviation(
        "TCP_RULES_INVALID", "db.internal", "read", "Without a port an entry is for the host, as every domain entry is."
    ),
    Deviation(
        "PATH_ARG",
        "/tmp/data.json",
        True,
        "Every place outside the workspace is refused unless it is among allowed_paths.",
    ),
    Deviation(
        "PATH_ARG",
        "/etc/hosts",
        True,
        "Every place outside the workspace is refused unless it is among allowed_paths.",
    ),
    Deviation(
        "PATH_ARG",
        "--kubeconfig=~/.kube/config",
        True,
        "The value of an option is a path like any other; a program's own files come with its variables.",
    ),
    Deviation(
        "CLI_ENV",
        "binary gh: GH_CONFIG_DIR",
        None,
        "No program is known by its name; an operator gives it variables and the files that they name.",
    ),
    Deviation(
        "CLI_ENV",
        "binary kubectl: KUBECONFIG",
        None,
        "No program is known by its name; an operator gives it variables and the files that they name.",
    ),
    *(
        Deviation(
            "CLI_ENV",
            f"proxy set, {situation}: HTTP_PROXY",
            "http://127.0.0.1:54321",
            "The seed promises the proxy variables, not ids of tasks in them.",
        )
        for situation in ("task known", "task id with a colon", "task id alone")
    ),
    *(
        Deviation(
            "LOOKS_LIKE_PATH",
            argument,
            True,
            "No program says which of its arguments are paths; what leads out of the workspace is refused in any form.",
        )
        for argument in (
            *("get", "pods", "--namespace=default", "--kubeconfig=~/.kube/config", "-o", "json"),
            *("x/y", "x/../y", "~x", "-I/usr", "@/x", "if=/x", ".hidden", "...", "C:\\x", "file.txt"),
        )
    ),
    Deviation(
        "TOOL_CLI",
        "tool list",
        ("cli_execute", True),
        "Every line is a tool, without a header that other programs would have to skip.",
    ),
    *(
        Deviation(
            "DECISION_ORDER",
            name,
            ours,
            "One handler decides a call, once: decisions have no order, and change no call.",
        )
        for name, ours in (
            *(("allow", "Granted"), ("modify", None), ("step_up", None)),
            *(("defer", "DeferredToHuman"), ("deny", "Rejected")),
        )
    ),
)


def outcomes(**block: Sequence[tuple[Any, ...]]) -> list[Any]:
    """The rows of a block as parameters, with our outcome where it deviates.

    Raises:
        ValueError: If a deviation of the block names none of its rows, or a row that another names.
    """
    [(name, rows)] = block.items()
    ours: dict[str, Any] = {}
    for deviation in DEVIATIONS:
        if deviation.block == name:
            given = deviation.row if isinstance(deviation.row, tuple) else (deviation.row,)
            if repr(given) in ours:
                raise ValueError(f"Two deviations of {name} are about {given!r}.")
            ours[repr(given)] = deviation.ours
    parameters = []
    for number, (*given, recorded) in enumerate(rows):
        key = repr(tuple(given))
        outcome = ours.pop(key, recorded)
        parameters.append(pytest.param(*given, outcome, id=f"{name}-{number}-{ascii(given)[1:-1][:40]}"))
    if ours:
        raise ValueError(f"No row of {name} begins with {', '.join(ours)}. Write a deviation's row as the block does.")
    return parameters
