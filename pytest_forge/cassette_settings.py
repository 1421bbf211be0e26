"""CassetteSettings: what a project, a marker and a test may say about a cassette."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

__all__ = ["CassetteSettings", "RedactionRule"]

#: Takes a text that is about to be recorded, and returns the parts of it that are secret.
RedactionRule = Callable[[str], Iterable[str]]


@dataclass(slots=True)
class CassetteSettings:
    """How a cassette is recorded, matched and replayed.

    Attributes:
        mode: ``none`` replays and sends nothing; ``once`` records where there is no file yet; ``new_episodes`` adds
            what is not in the file; ``all`` records afresh, in place of the file.
        ignore: JSON paths in bodies that need not match.
        parts: What must match; None for method, host, path, query and body.
        roots: Folders whose place does not count, beside temporary ones and the working directory.
        redact: Rules of the project, beside our own.
        allowed_hosts: Hosts that are neither recorded nor replayed, and stay reachable; ``*`` stands for any part.
        faults: What is done to the first, second, … replayed answer, as in ``cut:100``; None for nothing.
        rechunk: A seed that cuts the pieces of streams anew; None leaves them as they were recorded.
        timings: Whether the pause before each piece is recorded, and replayed.
        keep_on_failure: Whether a test that fails leaves what it recorded.
        drift: What becomes of a request that differs from a recorded one in the results of tools alone: ``fail``, or
            ``report``, which answers it all the same and notes the difference.
    """

    mode: str = "none"
    ignore: tuple[str, ...] = ()
    parts: tuple[str, ...] | None = None
    roots: tuple[str, ...] = ()
    redact: list[RedactionRule] = field(default_factory=list)
    allowed_hosts: tuple[str, ...] = ()
    faults: tuple[str | None, ...] = ()
    rechunk: int | None = None
    timings: bool = False
    keep_on_failure: bool = False
    drift: str = "fail"
