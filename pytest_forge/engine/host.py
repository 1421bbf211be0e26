"""The host: a process that loads one target and forks one child for each check of one of its tools.

    session (the user's process)  ──requests──>  host (sandboxed, holds the target)
                                  <──replies──     └── child (one check; may hang, exit, or eat memory)

A request and a reply are one JSON line each. What the tools print goes to the sandbox's output.log.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any, BinaryIO

from ..sandbox import Sandbox
from ..targets.facts import ToolFacts
from ..targets.module_tools import FoundTool, load_module_tools
from ..targets.target_error import TargetError
from .child import run_check
from .landlock import restrict
from .network import close_network


__all__ = ["main"]

#: Read by nearly every program; nothing of a user's lives there.
_SYSTEM_FOLDERS = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/etc", "/opt", "/nix", "/proc", "/sys", "/dev", "/run/systemd/resolve")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/shm", "/dev/tty", "/dev/ptmx", "/dev/pts")


def main() -> None:
    """Serve requests until the session closes the pipe."""
    requests, replies = _private_pipes()
    first = json.loads(requests.readline())
    sandbox = Sandbox(Path(first["root"]), first["canaries"])
    _redirect_output(sandbox)
    base = Path(first["base"])
    sys.path[:] = first["sys_path"]
    sys.argv = ["forge"]
    try:
        tools = _load(first, sandbox, base)
        _reply(replies, {"tools": [facts.as_json() for facts, _ in tools]})
    except TargetError as error:
        _reply(replies, {"error": str(error)})
        return
    for line in requests:
        _reply(replies, _serve(json.loads(line), tools, sandbox))


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


def _load(first: dict[str, Any], sandbox: Sandbox, base: Path) -> list[FoundTool]:
    # Everything the engine itself needs must be imported before the door closes.
    from ..checks.check import all_checks

    all_checks()
    restrict(readable=_readable(first["sys_path"], first["target"], base, Path(first["user_home"])), writable=[sandbox.root, *map(Path, _DEVICES)])
    close_network(allowed_ports=set(), socket_folder=str(sandbox.root))
    os.chdir(base if os.access(base, os.R_OK) else sandbox.workspace)
    return load_module_tools(first["target"], base=base, workplace=sandbox.workspace)


def _readable(sys_path: list[str], target: str, base: Path, user_home: Path) -> list[Path]:
    """Return what the target's code may read: the system, the interpreter, its import path and the folder of the user's project.

    The user's home directory, or a folder above it, may be on that list; then its visible children stand for it, so that keys in
    hidden folders stay out of reach.
    """
    places = [*_SYSTEM_FOLDERS, sys.prefix, sys.base_prefix, *(entry or str(base) for entry in sys_path), str(base)]
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


def _serve(request: dict[str, Any], tools: list[FoundTool], sandbox: Sandbox) -> dict[str, Any]:
    facts, tool = tools[request["tool"]]
    known = ToolFacts.from_json({**facts.as_json(), "rebuilt_schema": None})
    sandbox.reset()
    read_end, write_end = os.pipe()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        os.close(read_end)
        try:
            os.setsid()
            run_check(request, known, tool, sandbox, write_end)
        except BaseException:  # noqa: BLE001  # reported by the missing verdict; the detail goes to the log
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(write_end)
    try:
        messages, how = _watch(pid, read_end, request["nonce"], request["limits"]["check_s"])
    finally:
        os.close(read_end)
    reply: dict[str, Any] = {"seconds": time.monotonic() - started, "verdict": None, "died": None}
    pending: Any = None
    for message in messages:
        if "call" in message:
            pending = message["call"]
        elif "verdict" in message and message.get("nonce") == request["nonce"]:
            reply["verdict"] = message["verdict"]
    if reply["verdict"] is None:
        reply["died"] = {"how": how, "arguments": pending, "in_call": pending is not None}
    return reply


def _watch(pid: int, descriptor: int, nonce: str, limit_s: float) -> tuple[list[dict[str, Any]], str]:
    """Read the child's messages until it has given its verdict, ended, or used up its time; leave nothing of it running."""
    deadline = time.monotonic() + limit_s
    received = b""
    status: int | None = None
    timed_out = False
    while True:
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            timed_out = True
            break
        readable, _, _ = select.select([descriptor], [], [], min(0.05, remaining))
        if readable:
            chunk = os.read(descriptor, 65536)
            received += chunk
            # Only the verdict carries the nonce, so a tool that writes into the pipe cannot end the watch.
            if not chunk or (received.endswith(b"\n") and nonce.encode() in received):
                break
        elif status is None:
            # A grandchild may hold the pipe open after the child has gone.
            ended, status_now = os.waitpid(pid, os.WNOHANG)
            if ended:
                status = status_now
        else:
            break
    if status is None and not timed_out:
        status = _reap(pid, 1.0)
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass  # the group is gone, or was never made
    if status is None:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it ended in this very moment
        os.waitpid(pid, 0)
    return _decode(received), _describe(status, timed_out, limit_s)


def _reap(pid: int, patience_s: float) -> int | None:
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.002)
    return None


def _decode(received: bytes) -> list[dict[str, Any]]:
    messages = []
    for line in received.split(b"\n"):
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if isinstance(message, dict):
            messages.append(message)
    return messages


def _describe(status: int | None, timed_out: bool, limit_s: float) -> str:
    if timed_out or status is None:
        return f"did not come back within {limit_s:g} s"
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        name = signal.Signals(number).name if number in signal.valid_signals() else str(number)
        return f"ended the process by signal {name}"
    return f"ended the process with exit code {os.WEXITSTATUS(status)}"


def _reply(replies: BinaryIO, value: dict[str, Any]) -> None:
    replies.write(json.dumps(value, default=str).encode() + b"\n")
    replies.flush()


if __name__ == "__main__":
    main()
