"""Served: the MCP server of a target, in the host that keeps it, and checks of its tools.

Starting a server takes a second, and a check of one tool a tenth of that, so one server serves all checks, and is
started anew when it is lost or no longer answers. Files go back to what they were before each check. What a check finds
on a server that others have called before is only believed when it shows on a fresh one as well.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from ..sandbox import Sandbox
from ..strategies.workspace_repository import plant_repository
from ..targets.mcp.address import is_mcp_target, read_address
from ..targets.mcp.server import AUTHORIZATION, McpServer
from ..targets.target_error import TargetError
from .kept_world import KeptWorld
from .messages import Loss, Reply, ServerLost, Verdict
from .requests import Introduction

__all__ = ["ServedTarget", "furnish", "make_server", "with_authorization"]

#: Of the time that loading may take, what is left for us to say why a server does not answer.
_SPARE_S = 3.0
#: Names of variables of the sandbox whose values are no secrets.
_MIN_SECRET = 6

#: A date and a time of day, as logs have them, with what encloses it.
_MOMENT = re.compile(r"[(\[]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?[)\]]?")


def make_server(first: Introduction, sandbox: Sandbox, base: Path) -> McpServer:
    """Return the server that a host was told of; it is not started yet.

    Args:
        first: What the session told the host first.
        sandbox: The world it lives in.
        base: Folder that relative paths start from.
    """
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    secrets = [*sandbox.canaries.values(), *(variables.get(name, "") for name in first.variables)]
    return McpServer(
        first.target,
        read_address(first.target),
        base=base,
        workspace=sandbox.workspace,
        scratch=sandbox.root,
        # ``python -m module`` finds what lies where the user is.
        environment={**variables, "PYTHONPATH": variables.get("PYTHONPATH") or str(base)},
        secrets=tuple(secret for secret in secrets if len(secret) >= _MIN_SECRET),
        start_s=max(1.0, first.load_s - _SPARE_S),
    )


def with_authorization(target: str, environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return *environment* with the header by which a server that is reached knows its user, where one is set."""
    value = os.environ.get(AUTHORIZATION)
    if value is None or not is_mcp_target(target) or not read_address(target).url:
        return environment
    return {AUTHORIZATION: value, **environment}


def furnish(server: McpServer, sandbox: Sandbox) -> None:
    """Make the workspace what the server's command says that it is: a server of repositories starts in no other."""
    if any("git" in word for word in server.address.words) and server.address.names_workspace:
        plant_repository(sandbox.workspace)


class ServedTarget:
    """A server whose tools are judged, one check after another.

    Args:
        server: The server.
        sandbox: The world it lives in.
    """

    def __init__(self, server: McpServer, sandbox: Sandbox) -> None:
        self._server = server
        self._sandbox = sandbox
        self._world = KeptWorld(sandbox)
        self._is_begun = False

    @property
    def processes(self) -> set[int]:
        """The id of the server's process, which outlives a check."""
        return set() if self._server.pid is None else {self._server.pid}

    def judge(self, serve: Callable[[], Reply], *, afresh: bool = False) -> Reply:
        """Return the reply to a request, with a server there for it.

        Args:
            serve: Makes the reply, in a process of its own.
            afresh: Whether no call may have been made of the server before.
        """
        try:
            is_fresh = afresh or not self._is_begun or not self._server.is_well()
            if is_fresh:
                self._begin()
            else:
                self._world.restore()
            reply = self._named(serve())
            # What has ended a server once, by chance, is no reason to leave the rest of it unjudged.
            if _is_lost(reply) or (_is_finding(reply) and not is_fresh):
                self._begin()
                reply = self._named(serve())
        except TargetError as error:
            message = f"Not judged: the server could not be started again. {error}"
            return Reply(0.0, Verdict("error", message))
        return reply

    def _begin(self) -> None:
        self._server.close()
        self._sandbox.reset()
        furnish(self._server, self._sandbox)
        self._server.start()
        self._world.remember()
        self._is_begun = True

    def _named(self, reply: Reply) -> Reply:
        """Turn the loss of the server into that of the process a call was made in, which is what it is to a check."""
        ending = reply.ending
        if not isinstance(ending, ServerLost):
            return reply
        how = ending.how if self._server.is_well() else self._server.how_it_ended()
        said = _MOMENT.sub("", ending.said).strip()
        if said:
            how = f"{how}, which said {said.splitlines()[-1].strip()!r} at last"
        return replace(reply, ending=None, loss=Loss(how, ending.arguments, in_call=True, timed_out=False))


def _is_lost(reply: Reply) -> bool:
    return reply.loss is not None and not reply.loss.timed_out


def _is_finding(reply: Reply) -> bool:
    ending = reply.ending
    return ending is None or (isinstance(ending, Verdict) and ending.status in ("failed", "error"))
