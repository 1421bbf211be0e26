"""LoadedTarget: a target in the host that holds it, which is started again after a loss."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from ..sandbox import Sandbox
from ..targets.facts import ToolFacts
from ..targets.prepare_file import PREPARE
from ..targets.server_files.listed_server import ListedServer
from ..targets.target_error import TargetError
from .budget import STARVED, Budget
from .connection import HostConnection
from .host_server import take_host
from .known_target import KnownTarget
from .lines import MessageError
from .messages import Loaded, LoadFailed, Reply
from .requests import Introduction, Request, SharedRequest

__all__ = ["LoadedTarget"]

#: Seconds that our own process may take to start, on a busy machine too; the limit of a load is the target's.
_START_S = 60.0
#: Seconds beyond its own limit after which a check that the host does not report is given up.
_REPLY_TIMEOUT_S = 10.0


class LoadedTarget(Struct):
    """A target in the host that holds it.

    Attributes:
        target: As the user wrote it.
        budget: Time and memory that loading and a check may take.
        seed: Decides the hash seed.
        base: Folder that relative paths and imports start from.
        environment: Variables the tools may see.
        sandbox: Where the host lives.
        cancelled: Set when the run is given up; None if it cannot be.
        server: The server that *target* names in a file; None for any other target.
        known: What the sessions of one target share.
    """

    target: str
    budget: Budget
    seed: int
    base: Path
    environment: Mapping[str, str]
    sandbox: Sandbox
    cancelled: threading.Event | None = None
    server: ListedServer | None = None
    known: KnownTarget = field(default_factory=KnownTarget)
    _host: HostConnection | None = None

    def load(self) -> list[ToolFacts]:
        """Start the host, and return the target's tools.

        Raises:
            TargetError: If the target cannot be loaded.
        """
        self._host = self._start(hash_seed=self.seed)
        return self._tools_of(self._host)

    def load_again(self) -> Sequence[ToolFacts]:
        """Return the tools as a second process, with another hash seed, loads them; it does so once for all sessions.

        Raises:
            TargetError: If the target cannot be loaded a second time.
        """
        return self.known.listed_again(self._list_again, self.sandbox.root)

    def ask(self, request: Request) -> Reply | None:
        """Return the host's reply; None if the processes around the check were ended.

        Raises:
            TargetError: If a host that was lost cannot be replaced.
        """
        if self._host is None:
            # The last host may have been lost while it emptied the folders.
            self.sandbox.reset()
            self.load()
        host = self._host
        assert host is not None  # noqa: S101  # for the type checker
        host.send(request)
        number = len(request.checks) if isinstance(request, SharedRequest) else 1
        reply = host.receive(number * (1 + STARVED) * request.limits.check_s + _REPLY_TIMEOUT_S)
        if reply is None:
            self.close()
        elif not isinstance(reply, Reply):
            raise MessageError(f"The host has sent {reply!r} instead of a reply.")
        return reply

    def close(self) -> None:
        """End the host; may be called twice."""
        if self._host is not None:
            self._host.close()
            self._host = None

    def _list_again(self) -> list[ToolFacts]:
        # Files of the first process must not be in the way of the second one, which creates the same.
        with self.sandbox.set_aside():
            second = self._start(hash_seed=self.seed + 1, lists_only=True)
            try:
                return self._tools_of(second)
            finally:
                second.close()

    def _start(self, *, hash_seed: int, lists_only: bool = False) -> HostConnection:
        sandbox = self.sandbox
        variables, server = self.environment, self.server
        base = self.base
        if server is not None:
            # What is given for this run goes before the file.
            variables, base = {**server.environment, **variables}, server.folder
        prepare = variables.get(PREPARE, "")
        variables = {name: value for name, value in variables.items() if name != PREPARE}
        environment = sandbox.environment(variables, hash_seed=hash_seed)
        # Some variables, such as LD_LIBRARY_PATH, only count when a process starts.
        forked = None if variables else take_host(hash_seed, lists_only=lists_only)
        return HostConnection(
            sandbox,
            environment=environment,
            introduce=lambda nonce: Introduction(
                target=self.target,
                root=str(sandbox.root),
                canaries=dict(sandbox.canaries),
                base=str(base),
                user_home=str(Path.home()),
                sys_path=tuple(dict.fromkeys([str(base), *(str(Path(entry or base)) for entry in sys.path)])),
                editable=tuple(_editable_folders()),
                variables=tuple(variables),
                memory_bytes=self.budget.memory_bytes,
                load_s=self.budget.load_s,
                nonce=nonce,
                lists_only=lists_only,
                environment={} if forked is None else environment,
                address="" if server is None else server.address,
                headers={} if server is None else dict(server.headers),
                secrets=() if server is None else server.secrets,
                prepare=prepare and os.path.relpath(self.base / prepare, base),
                libraries=self.known.libraries,
            ),
            cancelled=self.cancelled,
            forked=forked,
        )

    def _tools_of(self, host: HostConnection) -> list[ToolFacts]:
        limit_s = self.budget.load_s
        if host.receive(max(limit_s, _START_S)) is None:
            raise TargetError(
                f"The process that is to import {self.target!r} could not start (exit code {host.ended()}). "
                f"Check that {sys.executable!r} can import pytest_forge."
            )
        reply = host.receive(limit_s, starved_s=STARVED * limit_s)
        if reply is None:
            code = host.ended()
            how = f"did not finish within {limit_s:g} s" if code is None else f"ended the process (exit code {code})"
            prepare = self.environment.get(PREPARE)
            if prepare:
                raise TargetError(f"Preparing with {prepare!r} and importing {self.target!r} {how}. Let both do less.")
            longer = ", or allow more time with a larger budget" if code is None else ""
            raise TargetError(f"Importing {self.target!r} {how}. Keep work out of the module's top level{longer}.")
        if isinstance(reply, LoadFailed):
            raise TargetError(reply.reason)
        if not isinstance(reply, Loaded):
            raise MessageError(f"The host has sent {reply!r} instead of the tools.")
        self.known.libraries = reply.libraries or self.known.libraries
        return [ToolFacts.from_json(facts) for facts in reply.tools]


def _editable_folders() -> list[str]:
    """Return the folders of editable installations, which a finder of setuptools imports from."""
    found: dict[str, None] = {}
    for name, module in list(sys.modules.items()):
        mapping = getattr(module, "MAPPING", None) if name.startswith("__editable__") else None
        if isinstance(mapping, dict):
            for place in mapping.values():
                if isinstance(place, str):
                    found[str(Path(place))] = None
    return list(found)
