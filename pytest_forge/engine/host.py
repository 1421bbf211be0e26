"""The host: a process that loads one target and forks a child for each check of a tool or sequence of calls.

    session (the user's process)  ──requests──>  warden
                                                   └── host (sandboxed, holds the target)
                                  <──replies──           └── child (one check; may hang, exit, or eat memory)

A reply carries a nonce, since a target may write into any descriptor while it is imported. What the tools print goes
to the sandbox's output.log.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from typing import BinaryIO

from ..oracles.audit import AuditLog
from ..sandbox import Sandbox
from ..targets.module_tools import FoundTool
from ..targets.target_error import TargetError
from .account import Account
from .call_sequence import run_calls
from .certificates import load_certificates_late
from .child import run_check
from .child_watch import watch_child
from .kept_world import KeptWorld
from .landlock import contain
from .lines import MessageError, line_of, read_line
from .loading import load
from .messages import Loaded, LoadFailed, Reply, Sealed, Started
from .preparation import prepare_host, prepare_tool
from .processes import adopt_orphans, children, end_children, end_with_parent
from .requests import CallsRequest, FuzzRequest, Introduction, Request
from .signals import guard_signals
from .warden import watch_over

__all__ = ["main"]


def main() -> None:
    """Serve requests until the session closes the pipe."""
    watch_over()
    adopt_orphans()
    requests, replies = _private_pipes()
    first = read_line(requests.readline())
    if not isinstance(first, Introduction):
        raise MessageError("The first line is not an introduction.")
    sandbox = Sandbox(Path(first.root), first.canaries)
    _redirect_output(sandbox)
    sys.path[:] = first.sys_path
    # It was needed to import us, and would show the user's folders.
    os.environ.pop("PYTHONPATH", None)
    sys.argv = ["forge"]

    def reply(message: Started | Loaded | LoadFailed | Reply) -> None:
        # On a line of its own, even after a target has written half a line.
        text = "\n" + line_of(Sealed(first.nonce, message), other=str) + "\n"
        replies.write(text.encode())
        replies.flush()

    # The import system lists each folder of the path once. The user's home may be one, and cannot be listed later.
    PathFinder.find_spec("no_module_of_this_name")
    # A hook that refuses an event, as the closed network does, hides it from later hooks.
    AuditLog.install()
    reply(Started())
    world = KeptWorld(sandbox)
    world.remember()
    found = set(world.paths)
    try:
        tools, served = load(first, sandbox)
        reply(Loaded(tuple(facts.as_json() for facts, _ in tools)))
    except TargetError as error:
        reply(LoadFailed(str(error)))
        return
    if served is None:
        load_certificates_late()
        world.remember()
        if found != world.paths:
            sandbox = replace(sandbox, restore=world.restore)
    prepare_host()
    # Processes that the module has started are kept; those that a check leaves running are ended.
    helpers = children()
    ours = (requests.fileno(), replies.fileno())
    prepared: set[int] = set()
    for line in requests:
        request = read_line(line)
        if not isinstance(request, FuzzRequest | CallsRequest):
            raise MessageError("The line is not a request.")
        if isinstance(request, FuzzRequest) and request.tool not in prepared:
            prepared.add(request.tool)
            prepare_tool(tools[request.tool][0].input_schema)
        if served is None:
            sandbox.reset()
            reply(_serve(request, tools, sandbox, ours))
            end_children(keep=helpers)
        else:
            serve = partial(_serve, request, tools, sandbox, ours)
            reply(served.judge(serve, afresh=isinstance(request, CallsRequest)))
            end_children(keep=served.processes)


def _private_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Move our pipes off the standard descriptors, where a tool could write into them by printing."""
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    return requests, replies


def _redirect_output(sandbox: Sandbox) -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    output = os.open(sandbox.output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(nothing)
    os.close(output)


def _serve(request: Request, tools: list[FoundTool], sandbox: Sandbox, ours: Sequence[int]) -> Reply:
    # The output of earlier checks would count towards the largest file that this one may write.
    os.ftruncate(1, 0)
    read_end, write_end = os.pipe()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        try:
            for descriptor in (read_end, *ours):
                os.close(descriptor)
            os.setsid()
            end_with_parent()
            if not contain():
                guard_signals()
            if isinstance(request, CallsRequest):
                run_calls(request, tools, sandbox, write_end)
            else:
                run_check(request, tools, sandbox, write_end)
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
    return Reply(time.monotonic() - started, account.ending, loss, account.made)


if __name__ == "__main__":
    main()
