"""Requests: the messages of a session to its host; the first one introduces the target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ..targets.past_calls import PastCalls
from .budget import Budget

__all__ = ["CallsRequest", "CheckRequest", "FuzzRequest", "Introduction", "Request", "SharedRequest"]


@dataclass(frozen=True, slots=True)
class Introduction:
    """The first message to a host.

    Attributes:
        target: As the user wrote it.
        root: The sandbox's folder.
        canaries: Planted secrets, by the place where they are planted.
        base: Folder that relative paths start from.
        user_home: The user's home directory.
        sys_path: The import path.
        editable: Folders of editable installations.
        variables: Names of the environment variables that the user passes to the tools.
        memory_bytes: Memory that a check may take.
        load_s: Seconds to load the target.
        nonce: Seals the messages of the host.
        lists_only: Whether the host only lists the tools, and serves no requests.
        environment: All variables of a forked host, whose server has none of them; empty for any other.
        address: The command or URL of a server that *target* only names; else empty.
        headers: HTTP headers for it.
        secrets: Values that no message may show, besides those of *variables*.
        prepare: A file of the user's that prepares the sandbox, relative to *base*; empty for none.
        libraries: The modules of libraries that another session's server of this target has imported.
    """

    target: str
    root: str
    canaries: dict[str, str]
    base: str
    user_home: str
    sys_path: tuple[str, ...]
    editable: tuple[str, ...]
    variables: tuple[str, ...]
    memory_bytes: int
    load_s: float
    nonce: str
    lists_only: bool = False
    environment: dict[str, str] = field(default_factory=dict)
    address: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    secrets: tuple[str, ...] = ()
    prepare: str = ""
    libraries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FuzzRequest:
    """Make the fuzz run of one tool.

    Attributes:
        tool: The tool's index.
        seed: The seed of random choices.
        nonce: Seals the verdict.
        limits: Time and memory it may take.
        with_coverage: Whether to note which parts of the tool's contract the calls exercise.
        base: Folder that relative paths start from.
        allow_destructive: Whether tools that are marked as destructive may be called.
        notes: Facts about the tool that earlier checks have found.
        modules: Modules whose checks look at its calls, besides ours.
    """

    tool: int
    seed: int
    nonce: str
    limits: Budget
    with_coverage: bool
    base: str
    allow_destructive: bool
    notes: Mapping[str, Any]
    modules: tuple[str, ...] = ()

    def fuzz_run(self, limits: Budget) -> FuzzRequest:
        """Return the request for the fuzz run that a check needs."""
        kept = {one.name: getattr(self, one.name) for one in fields(FuzzRequest)}
        return FuzzRequest(**{**kept, "limits": limits})


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest(FuzzRequest):
    """Judge one tool by one check.

    Attributes:
        check: The check's id.
        module: Declares the check.
        past: The calls of an earlier finding; they are made first.
        afresh: Whether a server must be new, since a used one has shown a finding.
    """

    check: str
    module: str
    past: PastCalls
    afresh: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRequest(FuzzRequest):
    """Judge one tool by several checks in one child, as long as nothing of an earlier check is left in it.

    Attributes:
        checks: The id of each check, and the module that declares it.
        all_s: Seconds after which no further check begins.
    """

    checks: tuple[tuple[str, str], ...]
    all_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsRequest:
    """Make calls one after another in one process.

    Attributes:
        calls: The index of a tool, and its arguments as a model would send them.
        seed: The seed of random choices.
        nonce: Seals the answers.
        limits: Time and memory all calls together may take.
    """

    calls: tuple[tuple[int, Any], ...]
    seed: int
    nonce: str
    limits: Budget


Request = CheckRequest | SharedRequest | FuzzRequest | CallsRequest
