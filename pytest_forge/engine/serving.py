"""Serving: requests about the tools of a host, each answered by a child that the host forks and watches."""

from __future__ import annotations

import fcntl
import os
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import BinaryIO

from msgspec import Struct

from forge_harness import child_processes, contain_process, end_children, end_with_parent

from ..checks.calls.own_failure import told_failure
from ..sandbox import Sandbox
from ..strategies.workspace_files import parked_files, plant_files
from ..targets.found_tool import FoundTool
from .account import Account, say
from .call_sequence import run_calls
from .child import run_check, run_checks
from .child_watch import PIPE_BYTES, watch_child
from .lines import MessageError, line_of, read_line
from .messages import Reply, Sealed, Verdict
from .preparation import prepare_host, prepare_tool
from .requests import CallsRequest, CheckRequest, FuzzRequest, Request, SharedRequest
from .served import ServedTarget
from .signals import guard_signals

__all__ = ["Serving"]


class Serving(Struct, frozen=True):
    """The requests about the tools of a host.

    Attributes:
        tools: The tools of the target.
        served: Their server; None if they are functions of this process.
        sandbox: Where they run.
    """

    tools: Sequence[FoundTool]
    served: ServedTarget | None
    sandbox: Sandbox

    def serve(self, requests: BinaryIO, replies: BinaryIO, reply: Callable[[Reply], None]) -> None:
        """Answer requests until the session closes the pipe.

        Args:
            requests: The pipe from the session.
            replies: The pipe to it, which children must not have.
            reply: Sends a reply.
        """
        prepare_host(is_served=self.served is not None)
        # Processes that the module has started are kept; those that a check leaves running are ended.
        helpers = child_processes()
        ours = (requests.fileno(), replies.fileno())
        prepared: set[int] = set()
        last: int | None = None
        for line in requests:
            request = read_line(line)
            if not isinstance(request, FuzzRequest | CallsRequest):
                raise MessageError("The line is not a request.")
            if isinstance(request, FuzzRequest) and request.tool not in prepared:
                prepared.add(request.tool)
                facts, tool = self.tools[request.tool]
                prepare_tool(facts.input_schema, tool if self.served is None else None)
            if self.served is None:
                self._make_fresh()
                reply(self._in_child(request, ours))
                end_children(keep=helpers)
            else:
                answer = partial(self._in_child, request, ours)
                # What the checks of another tool have changed in the server's memory is not put back.
                afresh = isinstance(request, CallsRequest) or request.tool != last
                afresh = afresh or (isinstance(request, CheckRequest) and request.afresh)
                last = None if isinstance(request, CallsRequest) else request.tool
                reply(self.served.judge(answer, afresh=afresh, is_shared=isinstance(request, SharedRequest)))
                end_children(keep=self.served.processes)

    def _make_fresh(self) -> None:
        """Restore the sandbox, with the ordinary files set aside for the check that plants them."""
        workspace, parked = str(self.sandbox.workspace), parked_files()
        parked.spare(workspace)
        self.sandbox.reset()
        # A module may have created files there at import.
        if not os.listdir(workspace) and not parked.are_set_aside(workspace):  # noqa: PTH208  # before each check
            plant_files(self.sandbox.workspace)
            parked.set_aside()

    def _in_child(self, request: Request, ours: Iterable[int]) -> Reply:
        # The output of earlier checks would count towards the largest file that this one may write.
        os.ftruncate(1, 0)
        read_end, write_end = os.pipe()
        # Not every system can change it.
        with suppress(AttributeError, OSError):
            fcntl.fcntl(read_end, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        started = time.monotonic()
        pid = os.fork()
        if pid == 0:
            try:
                for descriptor in (read_end, *ours):
                    os.close(descriptor)
                os.setsid()
                end_with_parent()
                if not contain_process():
                    guard_signals()
                if isinstance(request, CallsRequest):
                    run_calls(request, self.tools, self.sandbox, write_end)
                elif isinstance(request, SharedRequest):
                    run_checks(request, self.tools, self.sandbox, write_end, served=self.served)
                else:
                    run_check(request, self.tools, self.sandbox, write_end, served=self.served)
            except Exception as error:  # noqa: BLE001  # a defect of ours, which must not look like the tool's
                traceback.print_exc()
                if isinstance(request, CheckRequest | SharedRequest):
                    with suppress(OSError):
                        say(write_end, line_of(Sealed(request.nonce, Verdict("error", told_failure(error)))))
            except BaseException:  # noqa: BLE001  # reported by the missing verdict; the detail goes to the log
                traceback.print_exc()
            finally:
                os._exit(0)
        os.close(write_end)
        account = Account(request.nonce)
        try:
            loss = watch_child(pid, read_end, account, request.limits.check_s)
        finally:
            os.close(read_end)
        return Reply(time.monotonic() - started, account.ending, loss, account.made, tuple(account.judged))
