"""ScriptTool: a script of a project as a tool, one process a call. Source: seed 002, "Custom tools"."""

from __future__ import annotations

import dataclasses
import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...deadline.thread_pool import DeadlineError
from ...errors import ToolError
from ...kinds.described_tool import DescribedTool
from ...kinds.result_schema import ResultSchema
from ...programs.confinement import confined_to
from ...programs.environment import program_environment
from ...programs.private_folder import private_folder
from ...programs.program import ProgramResult, run_program
from ...programs.script_runtime import Language, script_runtime
from ...schema.json_schema import copied
from ...scrub import escaped
from ...tool import ToolDefinition, ToolTier
from ...workspace.workspace import Workspace

__all__ = ["SCRIPT_MAX_OUTPUT_BYTES", "SCRIPT_TIMEOUT_S", "ScriptTool"]

log = logging.getLogger(__name__)

#: The limit of one call in seconds, unless another is given.
SCRIPT_TIMEOUT_S = 30.0
#: Below the cap of the dispatcher, which would cut a result and leave text that is not JSON.
SCRIPT_MAX_OUTPUT_BYTES = 768 << 10
#: How much of a failed script's error output the log gets.
_LOGGED = 10_000


class ScriptTool(DescribedTool):
    """A script of a project as a tool.

    Each call is one process: the arguments are JSON on its standard input, and what it prints is the result, JSON or
    plain text. It gets an isolated environment, the workspace as its working folder, and where the kernel has Landlock,
    no other file of the user. Without a workspace it works in an empty folder that is removed after the call.

    Args:
        definition: The tool's definition.
        language: The script's language.
        project: The folder of the project.
        entrypoint: The script, relative to *project*.
        output_schema: JSON Schema of the result, which must fit it; None for any result.
        tier_declared: Whether the author chose the definition's tier. A script with the tier ``read`` cannot change
            the workspace where the kernel has Landlock.
        passthrough: Names of variables that it may see besides PATH, HOME and LANG.
        timeout_s: The limit of one call in seconds.
        max_output_bytes: The most that it may print.

    Raises:
        RegistrationError: If the language cannot be run here.
        WorkspaceError: If the entry point is not a file of the project.
    """

    def __init__(
        self,
        definition: ToolDefinition,
        *,
        language: Language,
        project: Path,
        entrypoint: str,
        output_schema: Mapping[str, Any] | None = None,
        tier_declared: bool = False,
        passthrough: Iterable[str] = (),
        timeout_s: float = SCRIPT_TIMEOUT_S,
        max_output_bytes: int = SCRIPT_MAX_OUTPUT_BYTES,
    ) -> None:
        super().__init__(definition)
        self.language = language
        self.project = project.resolve()
        self.entrypoint = entrypoint
        self.output_schema = output_schema
        self.tier_declared = tier_declared
        self._results = None if output_schema is None else ResultSchema(output_schema)
        self._passthrough = tuple(passthrough)
        self._script_timeout_s = timeout_s
        self._max_output_bytes = max_output_bytes
        # It works in the workspace, but can do without.
        self._passes_root = True
        self._runtime = script_runtime(language, self.project)
        self._script()

    @property
    def origin(self) -> str:
        return self.entrypoint

    def definition(self) -> ToolDefinition:
        return dataclasses.replace(self._definition, input_schema=copied(self._schema()))

    def validate(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        validated = self._arguments.own(arguments) if self._is_open() else self._arguments.check(arguments)
        declared = self._schema().get("properties", {}).items()
        defaults = {name: part["default"] for name, part in declared if isinstance(part, dict) and "default" in part}
        return {**copied(defaults), **validated}

    def run(self, validated: dict[str, Any], *, workspace_root: Path | None) -> Any:
        with _working_folder(workspace_root) as folder, self._temporary_folder() as temporary:
            done = self._call(json.dumps(validated), folder, temporary)
        if done.timed_out:
            # The dispatcher does not log the cause of a timeout.
            log.warning("The script of tool '%s' did not finish in time: %s", self.name, escaped(str(_told(done))))
            raise DeadlineError(self._script_timeout_s)
        if done.truncated:
            raise ToolError(
                f"The script of {self.name!r} printed more than {self._max_output_bytes} bytes. Ask for less.",
                code="output_too_long",
            )
        result = _result(done.stdout)
        # A failure that it tells on purpose is a result; the dispatcher looks for private text in it.
        if isinstance(result, dict) and {"error", "message"} <= result.keys():
            return result
        if done.exit_code != 0:
            raise ToolError(
                f"The script of {self.name!r} failed with exit code {done.exit_code}. "
                "Change the arguments, or use another tool.",
                code="script_failed",
            ) from _told(done)
        problem = "" if self._results is None else self._results.problem(result)
        if problem:
            raise ToolError(
                f"The script of {self.name!r} printed a result that does not fit its declared output: {problem}. "
                "Use another tool.",
                code="invalid_output",
            ) from _told(done)
        return result

    def _call(self, given: str, folder: Path, temporary: Path | None) -> ProgramResult:
        script = self._script()
        readable = [*self._runtime.readable, *_visible(script.parent, self.project)]
        if self.tier is ToolTier.READ:
            confinement = confined_to(temporary, readable=[*readable, folder])
        else:
            confinement = confined_to(folder, temporary, readable=readable)
        environment = program_environment(folder, passthrough=self._passthrough)
        if temporary is not None:
            environment["TMPDIR"] = str(temporary)
        return run_program(
            (*self._runtime.command, str(script)),
            cwd=folder,
            stdin=given,
            timeout_s=self._script_timeout_s,
            max_output_bytes=self._max_output_bytes,
            environment=environment,
            confine=confinement,
            ends_when_full=True,
        )

    def _script(self) -> Path:
        """Return the script's path, which is a file of the project also now."""
        with Workspace(self.project) as files, files.open_read(self.entrypoint):
            return self.project / files.relative(self.entrypoint)

    def _schema(self) -> dict[str, Any]:
        return self._definition.input_schema if self._is_open() else self._arguments.schema

    def _is_open(self) -> bool:
        schema = self._definition.input_schema
        return not schema.get("properties") and schema.get("additionalProperties") is True

    @contextmanager
    def _temporary_folder(self) -> Iterator[Path | None]:
        if not self._runtime.needs_temporary_folder:
            yield None
            return
        with private_folder() as folder:
            yield folder


def _told(done: ProgramResult) -> RuntimeError:
    """Return the end of a script's error output as the cause of a failure, which goes to the log and no further."""
    return RuntimeError(done.stderr[-_LOGGED:] or "The script wrote nothing to its error output.")


@contextmanager
def _working_folder(workspace_root: Path | None) -> Iterator[Path]:
    if workspace_root is not None:
        yield workspace_root
        return
    with private_folder() as folder:
        yield folder


def _visible(folder: Path, project: Path) -> list[Path]:
    """Return what a script may read beside itself: its folder, or of the project's own what is not hidden."""
    if folder != project:
        return [folder]
    return [child for child in folder.iterdir() if not child.name.startswith(".")]


def _result(text: str) -> Any:
    """Return what a script has printed: the JSON value, or the text if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
