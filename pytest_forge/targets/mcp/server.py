"""McpServer: an MCP server that is started when it is needed, and restarted when it was lost.

Many checks share one server, since its first start takes about a second; later ones are forks of a `Template` where
that is possible. Forked processes share it too; a process that loses it starts its own.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from forge_harness import McpAnswer, McpClient, McpHttpTransport, McpPipe, McpRefusalError, ServerLostError

from ..target_error import TargetError
from .address import McpAddress
from .inside import InsideView
from .launch import Launch
from .probe import Trouble, protocol_troubles
from .unusable import UnusableServer

__all__ = ["McpServer"]

#: Longer than any check waits: the time limit of the call ends it first.
_CALL_S = 600.0
_PING_S = 1.0


class McpServer:
    """An MCP server, started or connected to when it is needed.

    Args:
        target: The user's word, for messages.
        address: Its command or URL.
        base: Folder that relative paths of its command start from.
        workspace: Its working directory, and the value of ``{workspace}``.
        scratch: A folder for its standard error.
        environment: Its complete environment.
        headers: HTTP headers, for a server with a URL.
        secrets: Values of the environment that messages must not show.
        start_s: Seconds until its first answer.
        file_bytes: Size limit of the files it writes.
        memory_bytes: Its memory limit.
        inside: Names of the audit events that its interpreter reports, if it runs Python; empty to see it from outside
            only.
        is_forked: Whether a Python server is started again by a fork of a `Template`.
        libraries: What an earlier server of this command has imported; it lets the first start be such a fork.

    Attributes:
        libraries: The modules of libraries that a Python server has imported, once it is started.
        inside: The report of its interpreter; None if there is none.
        startup_noise: Lines on standard output, before its tools were listed, that are not messages.
        vocabulary: Words of the protocol, from the messages before the first call.
        launch: How it is started again.
        skips_pauses: Whether pauses of a Python server take no time in the next calls, for those that are not judged by
            the time that they take.
        keeps_pauses: Whether a check judges by time.
        follows_salt: Whether a Python server, once it is started, may answer by the hash of a text, which has another
            salt in each process.
    """

    def __init__(
        self,
        target: str,
        address: McpAddress,
        *,
        base: Path,
        workspace: Path,
        scratch: Path,
        environment: Mapping[str, str],
        headers: Mapping[str, str] | None = None,
        secrets: tuple[str, ...] = (),
        start_s: float = 30.0,
        file_bytes: int = 1 << 27,
        memory_bytes: int = 1 << 33,
        inside: Collection[str] = (),
        is_forked: bool = False,
        libraries: Sequence[str] = (),
    ) -> None:
        self.libraries = tuple(libraries)
        self.address = address
        self.startup_noise: tuple[str, ...] = ()
        self.vocabulary: set[str] = set()
        self.inside: InsideView | None = None
        self.skips_pauses = self.keeps_pauses = False
        self.follows_salt = False
        self._target = target
        self._workspace = workspace
        self._unusable = UnusableServer(target, secrets, start_s)
        self._start_s = start_s
        self.launch = Launch(
            address,
            base=base,
            workspace=workspace,
            scratch=scratch,
            environment=environment,
            headers=headers or {},
            file_bytes=file_bytes,
            memory_bytes=memory_bytes,
            inside=inside,
            is_forked=is_forked,
        )
        self._is_doubtful = False
        self._client: McpClient | None = None
        self._transport: McpPipe | McpHttpTransport | None = None

    def start(self) -> None:
        """Start or connect to the server and negotiate the protocol; a previous server is ended.

        Raises:
            TargetError: If it cannot be started or reached, ends, or does not answer.
        """
        self.close()
        self._is_doubtful = False
        until = _deadline(self._start_s)
        self.launch.make_template(self.libraries)
        transport, self.inside = self.launch.open()
        self._transport = transport
        client = McpClient(transport, roots=[] if self.address.url else [self._workspace.as_uri()])
        try:
            client.open(until=until)
        except (ServerLostError, TimeoutError, McpRefusalError) as error:
            problem = self._unusable.error(error, transport)
            self.close()
            raise problem from None
        self._client = client
        if self.inside is not None:
            ask = transport.send_signal if isinstance(transport, McpPipe) else None
            self.inside.settle(self.pid, ask=ask, has_told=self.launch.is_forking)
            self.libraries = self.libraries or self.inside.libraries
            self.follows_salt = self.follows_salt or self.inside.follows_salt
            self.launch.make_template(self.libraries)
        self.startup_noise = transport.noise.since(0)

    def tools(self) -> list[Any]:
        """Return the definitions of its tools, as listed.

        Raises:
            TargetError: If it lists no tools, or cannot be started.
        """
        client = self._ready()
        try:
            found = client.list_tools(until=_deadline(self._start_s))
        except (ServerLostError, TimeoutError, McpRefusalError) as error:
            raise self._unusable.error(error, client.transport, doing="listing its tools") from None
        self.startup_noise = client.transport.noise.since(0)
        self.vocabulary |= client.vocabulary
        if not found:
            raise TargetError(f"The MCP server {self._target!r} lists no tools. Check the arguments of its command.")
        return found

    def tools_again(self) -> list[Any] | None:
        """Return the tools of a second listing; None if the server has announced that its list changed."""
        found = self.tools()
        # The announcement may come after the list.
        return found if self._client is not None and self.is_well() and not self._client.has_told_of_changes else None

    def troubles(self) -> list[Trouble]:
        """Return how its answers to wrong requests break the protocol; a server that they end is started again.

        Raises:
            TargetError: If it cannot be started again.
        """
        client = self._ready()
        found = protocol_troubles(client, is_local=not self.address.url)
        client.strays.clear()
        self.ensure()
        return found

    @property
    def answered(self) -> list[tuple[str, dict[str, Any]]]:
        """The method and the answer of each request that introduced it or listed its tools."""
        return [] if self._client is None else list(self._client.answered)

    @property
    def version(self) -> str:
        """The version of the protocol that it speaks; empty if it is not running."""
        return "" if self._client is None else self._client.version

    @property
    def is_stateless(self) -> bool:
        """Whether that version has no handshake."""
        return self._client is not None and self._client.is_stateless

    @property
    def has_pages(self) -> bool:
        """Whether it has listed its tools by pages."""
        return self._client is not None and self._client.has_pages

    @property
    def strays(self) -> list[str]:
        """Ids of answers to requests that were never made, as JSON."""
        return [] if self._client is None else self._client.strays

    def call(self, name: str, arguments: Mapping[str, Any]) -> McpAnswer:
        """Call a tool; a lost server is restarted first.

        Raises:
            TargetError: If it cannot be restarted.
        """
        client = self._ready()
        if self.inside is not None:
            self.inside.forget()
            self.inside.skip_pauses(is_asked=self.skips_pauses and not self.keeps_pauses)
        answer = client.call(name, arguments, until=_deadline(_CALL_S))
        if answer.kind == "lost":
            self.close()
        return answer

    def offers(self, capability: str) -> bool:
        """Tell whether the server has said, when it introduced itself, that it has resources, prompts or the like."""
        told = self._ready().introduction.get("capabilities")
        return isinstance(told, dict) and isinstance(told.get(capability), dict)

    def asked(self, method: str, params: dict[str, Any], *, call_s: float) -> dict[str, Any] | None:
        """Return the result of a request that calls no tool; None if it is refused or not answered in time."""
        try:
            result = self._ready().ask(method, params, until=_deadline(call_s)).get("result")
        except TimeoutError:
            self.distrust()
            return None
        except ServerLostError:
            self.close()
            return None
        return result if isinstance(result, dict) else None

    @contextmanager
    def letters_in_pieces(self) -> Iterator[None]:
        """Let the bytes of a letter reach a server that we have started in two pieces, as in a long message."""
        self._ready()
        pipe = self._transport
        if not isinstance(pipe, McpPipe):
            yield
            return
        pipe.letters_in_pieces = True
        try:
            yield
        finally:
            pipe.letters_in_pieces = False

    @contextmanager
    def slow_disk(self) -> Iterator[None]:
        """Let threads of a Python server wait for its files, once it is started again: see `Launch`."""
        self.launch.delays_writing = True
        try:
            yield
        finally:
            self.launch.delays_writing = False

    @contextmanager
    def other_salt(self, number: int) -> Iterator[None]:
        """Let a Python server hash texts with another salt, once it is started again.

        Args:
            number: Which of the other ones, from 1.
        """
        self.launch.salt = number
        try:
            yield
        finally:
            self.launch.salt = 0
            # What runs now has the other salt.
            self.close()

    def call_together(self, name: str, calls: Sequence[Mapping[str, Any]], *, call_s: float) -> list[list[McpAnswer]]:
        """Send calls of a tool without waiting; return the answers with each id, none if the server was lost.

        Args:
            name: The tool.
            calls: The arguments of each call.
            call_s: Seconds for all of them together.
        """
        client = self._ready()
        self._keep_pauses()
        try:
            found = client.call_together(name, calls, until=_deadline(call_s))
        except (ServerLostError, TimeoutError):
            self.distrust()
            return [[] for _ in calls]
        if not all(found):
            self.distrust()
        return found

    def call_and_cancel(
        self, name: str, arguments: Mapping[str, Any], *, call_s: float, after_s: float = 0.0
    ) -> int | None:
        """Call a tool and cancel the call; return how often it was answered, None if nothing was afterwards.

        Args:
            name: The tool.
            arguments: Of the call.
            call_s: Seconds for all of it.
            after_s: Seconds between the call and its cancellation.

        Raises:
            ServerLostError: If that ended the server.
        """
        client = self._ready()
        self._keep_pauses()
        try:
            return client.call_and_cancel(name, arguments, until=_deadline(call_s), after_s=after_s)
        except TimeoutError:
            self.distrust()
            return None
        except ServerLostError:
            self.close()
            raise

    def ensure(self) -> None:
        """Restart the server if it does not answer.

        Raises:
            TargetError: If it cannot be restarted.
        """
        if not self.is_well():
            self.start()
        self._is_doubtful = False

    def distrust(self) -> None:
        """Note that a call did not return: the server may be stuck in it."""
        self._is_doubtful = True

    @property
    def is_trusted(self) -> bool:
        """Whether it is running, as far as its last calls show."""
        return self._client is not None and not self._is_doubtful

    def recover(self) -> None:
        """Restart the server before the next call, if it is lost or stuck.

        Raises:
            TargetError: If it cannot be restarted.
        """
        if self._is_doubtful or self._client is None:
            self.ensure()

    def is_well(self) -> bool:
        """Tell whether the server is running and answers."""
        return self._client is not None and self._client.answers(until=_deadline(_PING_S))

    @property
    def pid(self) -> int | None:
        """Its process id; None if it is not running, or was not started by us."""
        return self._transport.pid if isinstance(self._transport, McpPipe) else None

    def how_it_ended(self) -> str:
        """Return how the server ended, for a sentence that begins with "A call"."""
        return self._transport.how_it_ended() if isinstance(self._transport, McpPipe) else "lost the server"

    def close(self) -> None:
        """End the server if we started it, or close the connection."""
        if self._transport is not None:
            self._transport.close()
        if self.inside is not None:
            self.inside.close()
        self._transport = self._client = self.inside = None

    def end(self) -> None:
        """End the server for good, with the process of which later starts would be forks."""
        self.close()
        self.launch.end()

    def _keep_pauses(self) -> None:
        if self.inside is not None:
            self.inside.skip_pauses(is_asked=False)

    def _ready(self) -> McpClient:
        if self._client is None:
            self.start()
        if self._client is None:
            raise TargetError(f"The MCP server {self._target!r} has ended. Start it again.")
        return self._client

    @property
    def processes(self) -> set[int]:
        """The ids of the processes that run on between calls: the server, and the one of which it is a fork."""
        found = {self.pid, self.launch.template_pid}
        return {pid for pid in found if pid is not None}


def _deadline(seconds: float) -> float:
    return time.monotonic() + seconds
