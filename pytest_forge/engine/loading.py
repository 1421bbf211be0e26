"""Loading: what a host says of its target, or why it does not."""

from __future__ import annotations

import sys

from ..targets.facts import ToolFacts
from ..targets.target_error import TargetError
from .connection import HostConnection
from .messages import Loaded, LoadFailed, MessageError

__all__ = ["loaded_tools"]

#: Seconds that our own process may take to start, on a busy machine too; the limit of a load is the target's.
_START_S = 60.0


def loaded_tools(target: str, host: HostConnection, limit_s: float) -> list[ToolFacts]:
    """Return the tools that *host* has found in *target*.

    Raises:
        TargetError: If the target cannot be loaded within *limit_s* seconds.
    """
    if host.receive(max(limit_s, _START_S)) is None:
        raise TargetError(
            f"The process that is to import {target!r} could not start (exit code {host.ended()}). "
            f"Check that {sys.executable!r} can import pytest_forge."
        )
    reply = host.receive(limit_s)
    if reply is None:
        code = host.ended()
        how = f"did not finish within {limit_s:g} s" if code is None else f"ended the process (exit code {code})"
        raise TargetError(f"Importing {target!r} {how}. Keep work out of the module's top level.")
    if isinstance(reply, LoadFailed):
        raise TargetError(reply.reason)
    if not isinstance(reply, Loaded):
        raise MessageError(f"The host has sent {reply!r} instead of the tools.")
    return [ToolFacts.from_json(facts) for facts in reply.tools]
