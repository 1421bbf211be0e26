"""The host: a process that loads one target, and serves requests about its tools.

    session (the user's process)  ──requests──>  warden
                                                   └── host (sandboxed, holds the target)
                                  <──replies──           └── child (one check; may hang, exit, or eat memory)

A reply carries a nonce, since a target may write into any descriptor while it is imported. What the tools print goes
to the sandbox's output.log.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec.structs import replace

from forge_harness import adopt_orphans

from ..oracles.audit import AuditLog
from ..regex import compile_all
from ..sandbox import Sandbox
from ..targets.target_error import TargetError
from .certificates import load_certificates_late
from .host_forks import next_host
from .kept_world import KeptWorld
from .lines import MessageError, line_of, read_line
from .loading import load
from .messages import Loaded, LoadFailed, Reply, Sealed, Started
from .requests import Introduction
from .warden import watch_over

if TYPE_CHECKING:
    from .serving import Serving

__all__ = ["main"]

#: Their children use a fifth of our regular expressions; those of more tools together would compile more than all.
_FEW_TOOLS = 2


def main() -> None:
    """Serve requests until the session closes the pipe; as a host server, do so in a new process for each host."""
    is_forked = "--server" in sys.argv
    if is_forked:
        if "--lists" not in sys.argv:
            _serving()
        watch_over(next_host(int(sys.argv[sys.argv.index("--server") + 1])))
    else:
        watch_over()
    adopt_orphans()
    requests, replies = _private_pipes()
    first = read_line(requests.readline())
    if not isinstance(first, Introduction):
        raise MessageError("The first line is not an introduction.")
    if is_forked:
        os.environ.clear()
        os.environ.update(first.environment)
        os.chdir(first.root)
    # Before the target, which may change the modules that they import.
    serving = None if first.lists_only else _serving()
    gc.enable()
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
        if serving is not None and served is None:
            # Before the reply, after which the files may be set aside for a second process.
            world.remember()
        reply(Loaded(tuple(facts.as_json() for facts, _ in tools), () if served is None else served.libraries))
    except TargetError as error:
        reply(LoadFailed(str(error)))
        return
    if serving is None:
        return
    if served is None:
        load_certificates_late()
        if found != world.paths:
            sandbox = replace(sandbox, restore=world.restore)
    if len(tools) > _FEW_TOOLS:
        compile_all()
    serving(tools, served, sandbox).serve(requests, replies, reply)


def _serving() -> type[Serving]:
    """Import the checks, which takes as long as all other imports; a list of the tools does not need them."""
    from .serving import Serving

    return Serving


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
