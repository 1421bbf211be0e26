"""RunSettings: what a run of checks is asked to do, in the words of its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from ..report.shard import Shard
from .finding_row import FindingRow

__all__ = ["RunSettings"]


class RunSettings(Struct, frozen=True, kw_only=True):
    """The settings of a run of checks.

    Attributes:
        base: Folder that relative paths and imports start from.
        checks: Ids and families to make; empty for all.
        skip: Ids and families to leave out.
        level: ``must`` or ``should``.
        replay: The id of the only finding to repeat; None for all.
        call: The arguments of a call to make before all others; None for none.
        budget: ``quick``, ``standard`` or ``deep``.
        seed: Makes a run repeatable.
        env: Variables the tools may see, each ``NAME`` or ``NAME=VALUE``.
        env_option: The option that they were given with, for messages.
        allow_destructive: Whether tools that need permission are run.
        servers: Names of the servers to check in files of servers; empty for all that are not disabled.
        with_coverage: Whether to measure the coverage of the tools' contracts.
        store: Where past findings are kept: a file, a folder or the address of a Redis server, or ``off``; empty for
            *default_store*.
        default_store: The file of past findings unless *store* is given; None for none.
        known: The past findings, if another process has read them; None to read the store.
        lock: The lock file that tools are compared with; None for none.
        lock_name: Its name in messages.
        baseline: The file of accepted findings; None for none.
        baseline_name: Its name in messages.
        tests: Where to write a test for each finding; None for nowhere.
        tests_name: Its name in messages.
        shard: The part of the tools to judge; None for all.
        journals: The folder in which the verdicts of a run are kept until it has reported; None for none.
        resume: Whether to go on with the run that was cut off.
        made_by: Who judges: a run goes on with its own kind only.
    """

    base: Path
    checks: Sequence[str] = ()
    skip: Sequence[str] = ()
    level: str = "should"
    replay: str | None = None
    call: Mapping[str, Any] | None = None
    budget: str = "quick"
    seed: int = 0
    env: Sequence[str] = ()
    env_option: str = "--env"
    allow_destructive: bool = False
    servers: Sequence[str] = ()
    with_coverage: bool = False
    store: str = ""
    default_store: Path | None = None
    known: Sequence[FindingRow] | None = None
    lock: Path | None = None
    lock_name: str = ""
    baseline: Path | None = None
    baseline_name: str = ""
    tests: Path | None = None
    tests_name: str = ""
    shard: Shard | None = None
    journals: Path | None = None
    resume: bool = False
    made_by: str = "forge check"
