"""ServedTarget: the MCP server of a target, in the host that owns it, and checks of its tools.

Starting a server takes a second, and a check of one tool a tenth of that, so one server serves all checks. It is
restarted when it ends or no longer answers. Files are restored before each check, also among checks that share a child.
A finding on a server that other checks have called counts only if a fresh server shows it too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ..oracles.audit import AUDIT_EVENTS
from ..profile.repositories import is_for_git
from ..regex import regex
from ..sandbox import Sandbox
from ..strategies.workspace_repository import plant_repository
from ..targets.mcp.address import OUTSIDE_ONLY, is_mcp_target, read_address
from ..targets.mcp.launch import AUTHORIZATION
from ..targets.mcp.server import McpServer
from ..targets.own_clock import family
from ..targets.target_error import TargetError
from .kept_world import KeptWorld
from .messages import Loss, Reply, ServerLost, Verdict
from .requests import Introduction

__all__ = ["ServedTarget", "furnish", "make_server", "with_authorization"]

#: Seconds of the loading time reserved for the report of why a server does not answer.
_SPARE_S = 3.0
#: Shorter values of variables are not treated as secrets.
_MIN_SECRET = 6

#: How the system shows an open file that was removed, and files without a name: a temporary one, and one of SQLite.
_REMOVED, _MEANT = " (deleted)", regex(r"/(?:#\d+|etilqs_[^/]*) \(deleted\)$")
#: A date and a time of day in a log, with brackets.
_MOMENT = regex(r"[(\[]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?[)\]]?")


def make_server(first: Introduction, sandbox: Sandbox, base: Path) -> McpServer:
    """Return the server of an introduction; it is not started yet.

    Args:
        first: The introduction.
        sandbox: The world it lives in.
        base: Folder that relative paths start from.
    """
    outside_only = os.environ.get(OUTSIDE_ONLY) == "1"
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", OUTSIDE_ONLY)}
    given = (variables.get(name, "") for name in first.variables)
    secrets = [*first.secrets, *sandbox.canaries.values(), *given]
    return McpServer(
        first.target,
        read_address(first.address or first.target),
        base=base,
        workspace=sandbox.workspace,
        scratch=sandbox.root,
        # ``python -m module`` finds modules in the user's current folder.
        environment={**variables, "PYTHONPATH": variables.get("PYTHONPATH") or str(base)},
        headers=first.headers,
        secrets=tuple(secret for secret in secrets if len(secret) >= _MIN_SECRET),
        start_s=max(1.0, first.load_s - _SPARE_S),
        inside=() if outside_only else AUDIT_EVENTS,
        is_forked=not first.lists_only,
        libraries=first.libraries,
    )


def with_authorization(target: str, environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return *environment* with the authorization header of a remote server, if one is set.

    Args:
        target: The target, or the address of the server that it names.
        environment: Variables the tools may see.
    """
    value = os.environ.get(AUTHORIZATION)
    if value is None or not is_mcp_target(target) or not read_address(target).url:
        return environment
    return {AUTHORIZATION: value, **environment}


def furnish(server: McpServer, sandbox: Sandbox) -> None:
    """Set up the workspace for the server: one for Git repositories needs a repository to start."""
    if is_for_git(server.address.words) and server.address.names_workspace:
        plant_repository(sandbox.workspace)


class ServedTarget:
    """A server whose tools are judged, one check after another.

    Args:
        server: The server, started but not called yet.
        sandbox: The world it lives in.
    """

    def __init__(self, server: McpServer, sandbox: Sandbox) -> None:
        self._server = server
        self._sandbox = sandbox
        self._world = KeptWorld(sandbox)
        self._world.remember()
        self._is_unused = True

    @property
    def libraries(self) -> tuple[str, ...]:
        """The modules of libraries that the server has imported."""
        return self._server.libraries

    @property
    def processes(self) -> set[int]:
        """The ids of the server's processes, which run on between checks."""
        return self._server.processes

    def restorer(self) -> Callable[[int], bool]:
        """Return a function that restores the files after a check, for the process of several checks.

        It takes the number of calls that the check has made, and returns whether the server may serve another check.
        What files the server has open is seen by the host alone.
        """
        pid = self._server.pid

        def restored(calls: int) -> bool:
            self._world.restore()
            # A process that has lost the server or started its own leaves the next check to another one.
            is_kept = self._server.pid == pid and not self._world.has_removed_database
            return not calls or (is_kept and self._server.is_trusted)

        return restored

    def judge(self, serve: Callable[[], Reply], *, afresh: bool = False, is_shared: bool = False) -> Reply:
        """Return the reply to a request, with a running server.

        Args:
            serve: Makes the reply, in a process of its own.
            afresh: Whether the server must be new, without earlier calls.
            is_shared: Whether several checks are made, so that findings and losses do not count.
        """
        try:
            is_well = self._server.is_well()
            if is_well and not afresh and not self._is_unused:
                self._world.restore()
                is_well = not self._has_lost_files()
            is_fresh = afresh or self._is_unused or not is_well
            if not is_well or (afresh and not self._is_unused):
                self.begin()
            self._is_unused = False
            reply = self._named(serve())
            # A server that ended once, by chance, is judged again.
            if not is_shared and (_is_lost(reply) or (_is_finding(reply) and not is_fresh)):
                self.begin()
                reply = self._named(serve())
        except TargetError as error:
            message = f"Not judged: the server could not be started again. {error}"
            return Reply(0.0, Verdict("error", message))
        return reply

    def begin(self) -> None:
        """Start the server afresh, in the initial state of the sandbox."""
        self._server.close()
        self._sandbox.reset()
        furnish(self._server, self._sandbox)
        self._server.start()
        self._world.remember()

    def _has_lost_files(self) -> bool:
        """Tell whether the server has a file open that was removed, as when a check has started another server.

        A database refuses every change from then on, and no later check would find a call that works.
        """
        pid = self._server.pid
        return pid is not None and any(
            path.startswith(f"{self._sandbox.root}/") and path.endswith(_REMOVED) and not _MEANT.search(path)
            for one in family(pid)
            for path in _open_files(one)
        )

    def _named(self, reply: Reply) -> Reply:
        """Report a crashed server as a crashed call."""
        ending = reply.ending
        if not isinstance(ending, ServerLost):
            return reply
        how = ending.how if self._server.is_well() else self._server.how_it_ended()
        said = _MOMENT.sub("", ending.said).strip()
        if said:
            how = f"{how}, which said {_last_words(said)!r} at last"
        loss = Loss(how, ending.arguments, in_call=True, timed_out=False, tool=ending.tool)
        return replace(reply, ending=None, loss=loss)


def _open_files(pid: int) -> Iterator[str]:
    with suppress(OSError):
        for entry in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                yield os.readlink(entry)  # noqa: PTH115  # a removed file is no path


def _last_words(said: str) -> str:
    """Return the line that names the cause; behind it, some runtimes print the stack and their version."""
    lines = said.splitlines()
    return next((line for line in reversed(lines) if ": " in line and not line[0].isspace()), lines[-1]).strip()


def _is_lost(reply: Reply) -> bool:
    return reply.loss is not None and not reply.loss.timed_out


def _is_finding(reply: Reply) -> bool:
    ending = reply.ending
    return ending is None or (isinstance(ending, Verdict) and ending.status in ("failed", "error"))
