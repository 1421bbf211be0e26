"""The host: a process that loads one target and forks one child for each check of one of its tools, or calls of some.

    session (the user's process)  ──requests──>  warden
                                                   └── host (sandboxed, holds the target)
                                  <──replies──           └── child (one check; may hang, exit, or eat memory)

A request and a reply are one JSON line each; a reply carries a nonce, since a target may write into any descriptor
while it is imported. What the tools print goes to the sandbox's output.log.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from typing import BinaryIO

from ..oracles.audit import AuditLog
from ..oracles.network_canary import open_canary
from ..sandbox import Sandbox
from ..targets.facts import ToolFacts
from ..targets.mcp.address import is_mcp_target
from ..targets.mcp.tool import McpTool, load_mcp_tools
from ..targets.module_tools import FoundTool, load_module_tools
from ..targets.own_clock import Starvation
from ..targets.target_error import TargetError
from .account import Account
from .budget import STARVED
from .call_sequence import run_calls
from .certificates import load_certificates_late
from .child import run_check
from .kept_world import KeptWorld
from .landlock import contain, restrict
from .messages import (
    CallsRequest,
    Introduction,
    Loaded,
    LoadFailed,
    Loss,
    MessageError,
    Reply,
    Request,
    Sealed,
    Started,
    WalkRequest,
    line_of,
    read_line,
)
from .neighbours import neighbours_of
from .network import close_network
from .preparation import prepare_host, prepare_tool
from .privileges import give_up_privileges
from .processes import adopt_orphans, children, end_children, end_with_parent
from .resources import limited_import
from .served import ServedTarget, furnish, make_server
from .signals import guard_signals, with_unsafe_marked
from .warden import watch_over

__all__ = ["main"]

#: Read by nearly every program; nothing of a user's lives there.
_SYSTEM_FOLDERS = (
    "/usr",
    "/lib",
    "/lib64",
    "/lib32",
    "/bin",
    "/sbin",
    "/etc",
    "/opt",
    "/nix",
    "/proc",
    "/sys",
    "/dev",
    "/run/systemd/resolve",
)
#: Of the time of a check, what one call must have taken to be the one that did not come back.
_GOOD_PART = 0.4
#: An import may take so many times the memory of a check: it loads libraries.
_IMPORT_MEMORY = 8
_DEVICES = (
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/shm",  # noqa: S108  # no temporary file of ours
    "/dev/tty",
    "/dev/ptmx",
    "/dev/pts",
)


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
    # It brought us here, and says where the user keeps things.
    os.environ.pop("PYTHONPATH", None)
    sys.argv = ["forge"]

    def reply(message: Started | Loaded | LoadFailed | Reply) -> None:
        # On a line of its own, even after a target has written half a line.
        text = "\n" + line_of(Sealed(first.nonce, message), other=str) + "\n"
        replies.write(text.encode())
        replies.flush()

    # The import system lists each folder of the path once. The user's home may be one, and cannot be listed later.
    PathFinder.find_spec("no_module_of_this_name")
    # A hook that refuses, as the closed network does, keeps the hooks after it from hearing.
    AuditLog.install()
    reply(Started())
    world = KeptWorld(sandbox)
    world.remember()
    found = set(world.paths)
    try:
        tools, served = _load(first, sandbox, Path(first.base))
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
    # A helper process that the module has started belongs to it; what a check leaves running does not.
    helpers = children()
    ours = (requests.fileno(), replies.fileno())
    prepared: set[int] = set()
    for line in requests:
        request = read_line(line)
        if not isinstance(request, WalkRequest | CallsRequest):
            raise MessageError("The line is not a request.")
        if isinstance(request, WalkRequest) and request.tool not in prepared:
            prepared.add(request.tool)
            prepare_tool(tools[request.tool][0].input_schema)
        if served is None:
            sandbox.reset()
            reply(_serve(request, tools, sandbox, ours))
            end_children(keep=helpers)
        else:
            reply(
                served.judge(partial(_serve, request, tools, sandbox, ours), afresh=isinstance(request, CallsRequest))
            )
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


def _load(first: Introduction, sandbox: Sandbox, base: Path) -> tuple[list[FoundTool], ServedTarget | None]:
    places = [*first.sys_path, *first.editable]
    if is_mcp_target(first.target):
        return _load_server(first, sandbox, base, places)
    readable = _readable(places, first.target, base, Path(first.user_home))
    canary = open_canary()
    restrict(readable=readable, writable=[sandbox.root, *map(Path, _DEVICES)], ports=[canary])
    contain()
    give_up_privileges()
    close_network(allowed_ports={canary}, socket_folder=str(sandbox.root))
    os.chdir(base if os.access(base, os.R_OK) else sandbox.workspace)
    with limited_import(_IMPORT_MEMORY * first.memory_bytes):
        return load_module_tools(first.target, base=base, workplace=sandbox.workspace), None


def _load_server(
    first: Introduction, sandbox: Sandbox, base: Path, places: list[str]
) -> tuple[list[FoundTool], ServedTarget]:
    server = make_server(first, sandbox, base)
    is_reached = bool(server.address.url)
    readable = _readable(places, "", base, Path(first.user_home))
    if not is_reached:
        command = server.address.command(base=base, workspace=sandbox.workspace)
        readable += server.address.readable(command)
    canary = open_canary()
    # A server that is reached is somebody else's process, and nothing of it runs in here.
    restrict(
        readable=readable,
        writable=[sandbox.root, *map(Path, _DEVICES)],
        ports=[canary],
        with_network=not is_reached,
    )
    is_contained = contain()
    give_up_privileges()
    if not is_reached:
        close_network(allowed_ports={canary}, socket_folder=str(sandbox.root))
    furnish(server, sandbox)
    listed = [facts for facts, _ in load_mcp_tools(server, first.target)]
    # A server that is reached is held by nothing of ours.
    marked = [with_unsafe_marked(facts, is_contained=is_contained and not is_reached) for facts in listed]
    return [(facts, McpTool(server, facts)) for facts in marked], ServedTarget(server, sandbox)


def _readable(places: list[str], target: str, base: Path, user_home: Path) -> list[Path]:
    """Return what the target's code may read: the system, the interpreter, its import path and the user's project.

    The user's home directory, or a folder above it, may be on that list; then its visible children stand for it, so
    that keys in hidden folders stay out of reach.
    """
    places = [*_SYSTEM_FOLDERS, sys.prefix, sys.base_prefix, *(entry or str(base) for entry in places), str(base)]
    if target.partition(":")[0].endswith(".py"):
        places.append(str((base / target.partition(":")[0]).resolve().parent))
    found: list[Path] = []
    for place in dict.fromkeys(places):
        found += _without_home(Path(place).resolve(), user_home)
    return found


def _without_home(folder: Path, user_home: Path) -> list[Path]:
    if not user_home.is_relative_to(folder):
        return [folder]
    try:
        visible = [child for child in folder.iterdir() if not child.name.startswith(".")]
    except OSError:
        return []
    return [place for child in visible for place in _without_home(child, user_home)]


def _serve(request: Request, tools: list[FoundTool], sandbox: Sandbox, ours: Sequence[int]) -> Reply:
    # What earlier checks printed would count against the largest file that this one may write.
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
                facts, tool = tools[request.tool]
                known = ToolFacts.from_json({**facts.as_json(), "rebuilt_schema": None})
                may_destroy, base = request.allow_destructive, Path(request.base)
                neighbours = partial(neighbours_of, facts, tools, base=base, may_destroy=may_destroy)
                run_check(request, known, tool, sandbox, write_end, neighbours=neighbours)
        except BaseException:  # noqa: BLE001  # reported by the missing verdict; the detail goes to the log
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(write_end)
    account = Account(request.nonce)
    try:
        how, in_call, timed_out = _watch(pid, read_end, account, request.limits.check_s)
    finally:
        os.close(read_end)
    loss = None if account.ending is not None else Loss(how, account.pending, in_call, timed_out)
    return Reply(time.monotonic() - started, account.ending, loss, account.made)


def _watch(pid: int, descriptor: int, account: Account, limit_s: float) -> tuple[str, bool, bool]:
    """Listen to the child until it has given its verdict, ended, or used up its time; leave nothing of its group.

    Returns:
        How it ended, and whether a call is to blame: one was being made and, where the time was used up, had taken a
        good part of it. A check that makes many slow calls, each of which comes back, is no finding on the tool. Last,
        whether the time was used up.
    """
    deadline = time.monotonic() + limit_s
    starvation = Starvation(pid)
    status: int | None = None
    timed_out = False
    while account.ending is None:
        starvation.look()
        # While others had the processors, the child could do nothing.
        remaining = deadline - time.monotonic() + min(starvation.seconds, STARVED * limit_s)
        if remaining <= 0:
            timed_out = True
            break
        readable, _, _ = select.select([descriptor], [], [], min(0.05, remaining))
        if readable:
            chunk = os.read(descriptor, 65536)
            if not chunk:
                break
            account.hear(chunk)
        elif status is None:
            # A grandchild may hold the pipe open after the child has gone.
            ended, status_now = os.waitpid(pid, os.WNOHANG)
            if ended:
                status = status_now
        else:
            break
    if status is None and not timed_out:
        status = _reap(pid, 1.0)
    # The group may be gone, or was never made.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    if status is None:
        # It may end in this very moment.
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    in_call = account.pending is not None
    if timed_out:
        in_call = in_call and time.monotonic() - account.pending_since >= _GOOD_PART * limit_s
    return _describe(status, timed_out, limit_s), in_call, timed_out


def _reap(pid: int, patience_s: float) -> int | None:
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.002)
    return None


def _describe(status: int | None, timed_out: bool, limit_s: float) -> str:
    if timed_out:
        return f"did not come back within {limit_s:g} s"
    if status is None:
        return "closed the descriptors of its process"
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        name = signal.Signals(number).name if number in signal.valid_signals() else str(number)
        return f"ended the process by signal {name}"
    return f"ended the process with exit code {os.WEXITSTATUS(status)}"


if __name__ == "__main__":
    main()
