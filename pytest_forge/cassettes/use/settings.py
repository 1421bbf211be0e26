"""CassetteSettings: what a project, a marker and a test may say about a cassette."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["DRIFT", "MODES", "CassetteSettings", "RedactionRule"]

MODES = ("none", "once", "new_episodes", "all")
DRIFT = ("fail", "report")

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
    ignore: Sequence[str] = ()
    parts: Sequence[str] | None = None
    roots: Sequence[str] = ()
    redact: list[RedactionRule] = field(default_factory=list)
    allowed_hosts: Sequence[str] = ()
    faults: Sequence[str | None] = ()
    rechunk: int | None = None
    timings: bool = False
    keep_on_failure: bool = False
    drift: str = "fail"

    def settled(self) -> CassetteSettings:
        """Return the same with everything in its type: a word or a function alone is a list of one.

        Raises:
            ValueError: If a setting means nothing.
        """
        if self.mode not in MODES:
            raise ValueError(f"A cassette's mode is {self.mode!r}. Use one of {', '.join(MODES)}.")
        if self.drift not in DRIFT:
            raise ValueError(f"Drift is {self.drift!r}. Use one of {', '.join(DRIFT)}.")
        if self.rechunk is not None and type(self.rechunk) is not int:
            raise ValueError(f"A cassette's rechunk is {self.rechunk!r}. Give a whole number, or None.")
        for word in ("timings", "keep_on_failure"):
            if type(getattr(self, word)) is not bool:
                raise ValueError(f"A cassette's {word} is {getattr(self, word)!r}. Give True or False.")
        rules = [self.redact] if callable(self.redact) else self.redact
        if not isinstance(rules, Sequence) or not all(map(callable, rules)):
            raise ValueError(
                f"A cassette's redact is {self.redact!r}. Give functions that take a text and return its secret parts."
            )
        return CassetteSettings(
            self.mode,
            _texts("ignore", self.ignore),
            None if self.parts is None else _texts("parts", self.parts),
            _texts("roots", self.roots),
            list(rules),
            _texts("allowed_hosts", self.allowed_hosts),
            _texts("faults", self.faults, beside=None),
            self.rechunk,
            self.timings,
            self.keep_on_failure,
            self.drift,
        )


def _texts(word: str, value: Any, *, beside: Any = "") -> tuple[Any, ...]:
    # Written as text, it would be taken letter by letter.
    given = (value,) if isinstance(value, str) else value
    if not isinstance(given, Sequence | set | frozenset) or not all(
        isinstance(one, str) or one is beside for one in given
    ):
        raise ValueError(f"A cassette's {word} is {value!r}. Give a text, or a list of texts.")
    return tuple(sorted(given) if isinstance(given, set | frozenset) else given)
