"""Launch: how a server is started or connected to, and started again by a fork."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from forge_harness import McpHttpTransport, McpPipe

from ..own_clock import passing_over
from ..target_error import TargetError
from .address import McpAddress
from .inside import DELAYS, HANDLED, PAUSES, InsideView, runs_python, with_startup
from .template import Template

__all__ = ["AUTHORIZATION", "Launch"]

#: The environment variable with the value of the Authorization header.
AUTHORIZATION = "FORGE_MCP_AUTHORIZATION"
#: The variable with the salt of hashes in Python, and how many others there are for each.
_SALT, _SALTS = "PYTHONHASHSEED", 1 << 31


class Launch:
    """Starts a server, or connects to it.

    Args:
        address: Its command or URL.
        base: Folder that relative paths of its command start from.
        workspace: Its working directory, and the value of ``{workspace}``.
        scratch: A folder for its standard error.
        environment: Its complete environment.
        headers: HTTP headers, for a server with a URL.
        file_bytes: Size limit of the files it writes.
        memory_bytes: Its memory limit.
        inside: Names of the audit events that its interpreter reports, if it runs Python; empty to see it from outside
            only.
        is_forked: Whether a Python server is started again by a fork of a `Template`.

    Attributes:
        salt: Which other salt of hashes a Python server gets; 0 for the usual one.
        tells_handled: Whether its interpreter reports the exceptions that its code handles.
        delays_writing: Whether threads of a Python server wait before they open a file or a database.
    """

    def __init__(
        self,
        address: McpAddress,
        *,
        base: Path,
        workspace: Path,
        scratch: Path,
        environment: Mapping[str, str],
        headers: Mapping[str, str],
        file_bytes: int,
        memory_bytes: int,
        inside: Collection[str],
        is_forked: bool,
    ) -> None:
        self.salt = 0
        self.tells_handled = self.delays_writing = False
        self._address = address
        self._base = base
        self._workspace = workspace
        self._scratch = scratch
        self._environment = environment
        self._headers = headers
        self._limits = {resource.RLIMIT_FSIZE: file_bytes, resource.RLIMIT_DATA: memory_bytes, resource.RLIMIT_CORE: 0}
        self._inside_events = inside
        self._is_forked = is_forked and sys.platform == "linux"
        self._template: Template | None = None
        self._owner = os.getpid()

    def open(self) -> tuple[McpPipe | McpHttpTransport, InsideView | None]:
        """Start or connect to the server; return the connection, and the report of its interpreter if there is one.

        Raises:
            TargetError: If its command cannot be started.
        """
        if self._address.url:
            given = self._environment.get(AUTHORIZATION)
            return McpHttpTransport(
                self._address.url, headers={**({"authorization": given} if given else {}), **self._headers}
            ), None
        command = self._address.command(base=self._base, workspace=self._workspace)
        environment, inherited, fork = self._environment, list[int](), None
        view: InsideView | None = None
        if self.salt:
            usual = environment.get(_SALT, "")
            environment = {**environment, _SALT: str((int(usual) if usual.isdigit() else 0) % _SALTS + self.salt)}
        if self._inside_events and runs_python(command):
            asked = {HANDLED: self.tells_handled, DELAYS: self.delays_writing}
            events = (*self._inside_events, PAUSES, *(name for name, is_asked in asked.items() if is_asked))
            view = InsideView(self._scratch, events)
            environment, inherited = view.environment(environment), [view.descriptor]
            if self._template is not None and not self.salt:
                fork = partial(self._template.start, folder=self._workspace, told=view.told, report=view.descriptor)
        try:
            pipe = McpPipe(
                command,
                environment=environment,
                folder=self._workspace,
                scratch=self._scratch,
                prepare=self._limit,
                inherited=inherited,
                watch=passing_over,
                fork=fork,
            )
        except OSError as error:
            if view is not None:
                view.close()
            raise TargetError(
                f"{self._address.words[0]!r} cannot be started ({error.strerror or type(error).__name__}). "
                "Check that it is a program; the first line of a script must name an installed interpreter."
            ) from None
        return pipe, view

    def make_template(self, libraries: Sequence[str]) -> None:
        """Start the interpreter of which later starts are forks; processes that inherit the server use it as well.

        Args:
            libraries: The modules that it imports first; without any, there is no such interpreter.
        """
        if not self._is_forked or self._template is not None or not libraries or os.getpid() != self._owner:
            return
        with suppress(OSError):
            self._template = Template(
                self._address.command(base=self._base, workspace=self._workspace),
                environment=with_startup(self._environment),
                folder=self._workspace,
                modules=libraries,
                prepare=self._limit,
            )

    @property
    def is_forking(self) -> bool:
        """Whether the next start is a fork of such an interpreter."""
        return self._template is not None

    @property
    def template_pid(self) -> int | None:
        """The process id of that interpreter; None if there is none."""
        return None if self._template is None else self._template.pid

    def end(self) -> None:
        """End that interpreter."""
        if self._template is not None:
            self._template.close()
            self._template = None

    def _limit(self) -> None:
        # The process that starts it may have a limit of addresses, of which Node reserves far more than it uses.
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        for kind, value in self._limits.items():
            _, hard = resource.getrlimit(kind)
            wanted = value if hard == resource.RLIM_INFINITY else min(value, hard)
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, (wanted, hard))
