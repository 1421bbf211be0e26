"""`cli_execute`: one program of an allow list, behind twelve layers. Source: seed 002, "12 security layers".

A call becomes a `Command`, and each layer takes it and returns it, refuses it, or narrows what it may do. What no layer
has narrowed is unlimited, so that each layer is there for something.
"""

from __future__ import annotations

import functools
import logging
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import Field

from ...errors import ToolError
from ...guardrails.guardrails import Guardrails
from ...guardrails.rules import GuardrailRules
from ...kinds.typed_tool import ForgeTool
from ...programs.argument_paths import outside_part
from ...programs.argument_text import foreign_scheme, is_file_url, shell_syntax
from ...programs.binaries import Binaries, Binary
from ...programs.bubblewrap import BUBBLEWRAP, find_bubblewrap
from ...programs.confinement import Confinement, confined_to
from ...programs.environment import program_environment
from ...programs.landlock import landlock_abi
from ...programs.private_folder import private_folder
from ...programs.program import ProgramResult, run_program
from ...project.cli_settings import CliSettings
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..program_answer import MARGIN_S, program_answer
from ..tool_arguments import ToolArguments

__all__ = ["LAYERS", "Command", "cli_execute"]

log = logging.getLogger(__name__)

_MAX_ARGUMENTS, _MAX_STDIN = 256, 1_000_000
_DESCRIPTION = "Run an allowed program in the workspace, without a shell, and return its output and exit code."
_CONFINED = (
    " Files elsewhere and the network are refused to it, unless the operator has opened them with the options "
    "allowed_paths, network_binaries and variables."
)
#: How much of what follows a cut is looked at for secrets that the cut would halve.
_BEYOND_BYTES = 64 * 1024


@dataclass(frozen=True, kw_only=True)
class Command:
    """A call on its way through the layers.

    Args:
        settings: What the operator allows.
        binaries: The programs that were found when the tool was made.
        guardrails: The operator's rules for commands and their output.
        name: The program, as the model wrote it.
        arguments: Its arguments.
        stdin: What it reads.
        workspace: The folder of the user's files.
        temporary: The folder of the program's temporary files.
        bubblewrap: What confines it if that is bubblewrap.
        program: The file to execute; None for what PATH leads to.
        cwd: Its working folder.
        environment: Its variables.
        timeout_s: Its time in seconds; None for the time of the call.
        max_output_bytes: How much of each stream is kept.
        beyond_bytes: How much more of it rules look at.
        confine: What it may touch; None for anything.
        shown: Makes of its output, and of what followed it where it was cut, what the model reads.
    """

    settings: CliSettings
    binaries: Binaries
    guardrails: Guardrails
    name: str
    arguments: tuple[str, ...]
    stdin: str
    workspace: Path
    temporary: Path
    bubblewrap: Binary | None = None
    program: Path | None = None
    cwd: Path = field(default_factory=Path.cwd)
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    timeout_s: float | None = None
    max_output_bytes: int = sys.maxsize
    beyond_bytes: int = 0
    confine: Confinement | None = None
    shown: Callable[[str, str], str] = lambda text, _: text


def refuse_shells(command: Command) -> Command:
    """1. Shells are left out of the allow list, and refused by name, path and link. They defeat the layers below."""
    binary = command.binaries.found.get(command.name)
    if command.binaries.is_shell(command.name) or (binary is not None and binary.is_shell):
        raise ToolError("Shells are never run here. Name the program that you need itself.", code="shell")
    return command


def refuse_unlisted(command: Command) -> Command:
    """2. Only programs of the allow list; those that run code only if they are named as such."""
    known = command.binaries
    if command.name not in known.found and command.name not in known.missing:
        listed = ", ".join(known.offered) or "none"
        raise ToolError(
            f"That program is not allowed. Use one of these: {listed}; the operator allows others with the option "
            "allowed_binaries.",
            code="not_allowed",
        )
    binary = known.found.get(command.name)
    if binary is not None and binary.executable.runs_code and not binary.is_trusted:
        raise ToolError(
            f"The program {binary.name!r} {binary.executable.runs_code}. "
            f"Use another one; the operator allows it with the option code_runners: [{binary.name}].",
            code="not_allowed",
        )
    return command


def pin_program(command: Command) -> Command:
    """3. A program is the file that was found when the tool was made, and no other."""
    if command.name in command.binaries.missing:
        raise ToolError(
            f"The program {command.name!r} was not found when the tool was made. Use another one.", code="not_found"
        )
    binary = command.binaries.found.get(command.name)
    if binary is None:
        return command
    replaced = next((one.name for one in (binary, command.bubblewrap) if one and not one.is_unchanged()), None)
    if replaced is not None:
        raise ToolError(
            f"The program {replaced!r} was replaced since the tool was made. Use another one, or ask the operator "
            "to start again.",
            code="not_found",
        )
    return replace(command, program=binary.path)


def refuse_shell_syntax(command: Command) -> Command:
    """4. No argument holds ``$(``, a backtick, a line break or a NUL, or the URL of an unknown scheme."""
    for argument in command.arguments:
        found = shell_syntax(argument)
        if found:
            raise ToolError(
                f"An argument holds {found}, which is not passed on. Write the value itself.", code="bad_argument"
            )
        if foreign_scheme(argument):
            raise ToolError(
                "An argument is an address that is neither http nor https. Use one of these.", code="bad_argument"
            )
    return command


def refuse_file_urls(command: Command) -> Command:
    """5. No argument holds a ``file:`` URL."""
    if any(map(is_file_url, command.arguments)):
        raise ToolError("An argument holds a file: URL. Name the file by its path in the workspace.", code="file_url")
    return command


def confine_paths(command: Command) -> Command:
    """6. No argument names a place outside the workspace, and the kernel keeps the program to it where it can."""
    settings = command.settings
    is_confined = _is_confined(settings)
    for argument in command.arguments:
        # A confined program cannot create a folder at the top of the system.
        if outside_part(argument, command.workspace, settings.places, takes_absent=is_confined):
            raise ToolError(
                "An argument names a place outside the workspace. Use a path in it; the operator allows others with "
                "the option allowed_paths.",
                code="outside",
            )
    if settings.confine_with == "none":
        return command
    own = (Path(value) for value in settings.variables_of(command.name).values() if value.startswith("/"))
    confine = confined_to(
        command.workspace,
        command.temporary,
        readable=(*settings.places, *own),
        with_network=settings.has_network(command.name),
    )
    return replace(
        command, confine=replace(confine, bubblewrap=None if command.bubblewrap is None else command.bubblewrap.path)
    )


def limit_time(command: Command) -> Command:
    """7. A program has the operator's time."""
    return replace(command, timeout_s=command.settings.timeout)


def start_no_shell(command: Command) -> Command:
    """8. Arguments are a list that no shell reads, and a program that starts others starts no shell either."""
    known = command.binaries
    binary = known.found.get(command.name)
    if binary is None:
        return command
    startable = binary.files()
    is_kept = command.confine is not None and command.confine.bubblewrap is None and landlock_abi() > 0
    if binary.executable.runs_code:
        # Where the kernel keeps it to allowed programs, a word such as "fish" may be an argument like any other.
        if not is_kept and any(known.leads_to_shell(word, command.workspace) for word in command.arguments):
            raise ToolError(
                f"An argument names a shell, which {command.name!r} might start. Name the program that you need.",
                code="shell",
            )
        startable += tuple(file for name in known.offered if name in known.found for file in known.found[name].files())
    if command.confine is None:
        return command
    return replace(command, confine=replace(command.confine, executable=startable, hidden=known.shells))


def work_in_the_workspace(command: Command) -> Command:
    """9. The working folder is the workspace."""
    return replace(command, cwd=command.workspace)


def isolate_environment(command: Command) -> Command:
    """10. PATH, HOME (the workspace), TMPDIR, LANG, the proxies, what is passed through, and what is its own."""
    settings = command.settings
    isolated = program_environment(command.workspace, passthrough=settings.env_passthrough, with_proxies=True)
    own = {"TMPDIR": str(command.temporary), **settings.variables_of(command.name)}
    return replace(command, environment={**isolated, **own})


def limit_output(command: Command) -> Command:
    """11. Each stream is kept up to the operator's limit."""
    return replace(command, max_output_bytes=int(command.settings.max_output_bytes))


def apply_guardrails(command: Command) -> Command:
    """12. What guardrails deny is not run, standard input included, and what they deny of the output is not shown."""
    rules = command.guardrails
    refusal = rules.command_refusal((command.name, *command.arguments), command.stdin)
    if refusal is not None:
        raise ToolError(refusal, code="denied")

    def shown(text: str, beyond: str) -> str:
        withheld = rules.output_refusal(text + beyond)
        if withheld is not None:
            raise ToolError(withheld, code="denied")
        return rules.redacted(text, beyond)

    return replace(command, shown=shown, beyond_bytes=_BEYOND_BYTES if rules.has_output_rules else 0)


#: In the order of the seed.
LAYERS: tuple[Callable[[Command], Command], ...] = (
    refuse_shells,
    refuse_unlisted,
    pin_program,
    refuse_shell_syntax,
    refuse_file_urls,
    confine_paths,
    limit_time,
    start_no_shell,
    work_in_the_workspace,
    isolate_environment,
    limit_output,
    apply_guardrails,
)


def cli_execute(settings: CliSettings, rules: GuardrailRules | None = None) -> ForgeTool:
    """Return the tool that runs the programs of *settings*, which are looked up now.

    Args:
        settings: Which programs, and with what.
        rules: What they may not be given, and what may not be read of their output.

    Raises:
        RegistrationError: If a rule cannot be used, or bubblewrap is wanted and does not work here.
    """
    bubblewrap = find_bubblewrap() if settings.confine_with == BUBBLEWRAP else None
    guardrails = Guardrails(rules or GuardrailRules())
    binaries = Binaries(settings.allowed_binaries, code_runners=settings.code_runners)
    _tell(binaries)
    offered = binaries.offered
    # An operator may have written a path, and a model may know it.
    called = {entry: entry.rpartition("/")[2] for entry in settings.allowed_binaries}

    class CliExecuteArguments(ToolArguments):
        """A program and its arguments."""

        binary: str = Field(
            description="The program, by its name.", json_schema_extra={"enum": [*offered]} if offered else None
        )
        args: list[str] = Field(
            default_factory=list,
            description=f"Its arguments, each as it is; no shell reads them. At most {_MAX_ARGUMENTS}.",
            max_length=_MAX_ARGUMENTS,
        )
        stdin: str = Field(
            default="",
            description=f"What it reads, as text, at most {_MAX_STDIN:,} characters. Default: nothing.",
            max_length=_MAX_STDIN,
        )

    @forge_tool(
        name="cli_execute",
        description=_DESCRIPTION + (_CONFINED if _is_confined(settings) else ""),
        args_schema=CliExecuteArguments,
        workspace_root_aware=True,
        tier=ToolTier.EXECUTE,
        category=ToolCategory.BUILTIN,
        timeout_s=settings.timeout + MARGIN_S,
        register=False,
    )
    def execute(arguments: CliExecuteArguments, *, workspace_root: Path) -> dict[str, Any]:
        """Run the program."""
        with private_folder() as temporary:
            command = Command(
                settings=settings,
                binaries=binaries,
                guardrails=guardrails,
                name=called.get(arguments.binary, arguments.binary),
                arguments=tuple(arguments.args),
                stdin=arguments.stdin,
                workspace=workspace_root.resolve(),
                temporary=temporary,
                bubblewrap=bubblewrap,
            )
            command = functools.reduce(lambda passed, layer: layer(passed), LAYERS, command)
            return _answer(command, _run(command))

    return execute


def _is_confined(settings: CliSettings) -> bool:
    """Tell whether the kernel keeps programs to their places."""
    return settings.confine_with == BUBBLEWRAP or (settings.confine_with == "landlock" and landlock_abi() > 0)


def _run(command: Command) -> ProgramResult:
    return run_program(
        (command.name, *command.arguments),
        cwd=command.cwd,
        program=command.program,
        stdin=command.stdin or None,
        timeout_s=command.timeout_s,
        max_output_bytes=command.max_output_bytes,
        beyond_bytes=command.beyond_bytes,
        environment=command.environment,
        confine=command.confine,
    )


def _answer(command: Command, done: ProgramResult) -> dict[str, Any]:
    """Return what the model reads of a program that has ended, or was ended."""
    streams = {
        "stdout": command.shown(done.stdout, done.stdout_beyond),
        "stderr": command.shown(done.stderr, done.stderr_beyond),
    }
    return program_answer(done, timeout_s=command.timeout_s, texts=streams)


def _tell(binaries: Binaries) -> None:
    """Tell the operator which of the allowed programs are not run, and why."""
    for name, binary in binaries.found.items():
        if binary.is_shell:
            log.warning("cli_execute runs no shells: %r. Leave it out of allowed_binaries.", name)
        elif binary.executable.runs_code and not binary.is_trusted:
            reason = binary.executable.runs_code
            log.warning("cli_execute refuses %r, which %s. Add it to code_runners to allow that.", name, reason)
    if binaries.missing:
        log.warning("cli_execute did not find: %s. Install them, or leave them out.", ", ".join(binaries.missing))
