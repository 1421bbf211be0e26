"""CassetteSettings: how a project, a marker or a test uses a cassette."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["DRIFT", "MODES", "CassetteSettings", "RedactionRule"]

MODES = ("none", "once", "new_episodes", "all")
DRIFT = ("fail", "report")

#: Takes a text that is about to be recorded and returns its secret parts.
RedactionRule = Callable[[str], Iterable[str]]


@dataclass(slots=True)
class CassetteSettings:
    """How a cassette is recorded, matched and replayed.

    Attributes:
        mode: ``none`` replays and sends nothing; ``once`` records if the file does not exist; ``new_episodes`` adds
            requests that are not in the file; ``all`` records again and replaces the file.
        ignore: JSON paths in bodies that need not match; ``dates`` for dates without a time in any text.
        parts: The parts that must match; None for method, host, path, query and body.
        roots: Folders whose location does not count, in addition to temporary ones and the working directory.
        redact: Rules of the project, in addition to the built-in ones.
        allowed_hosts: Hosts that are neither recorded nor replayed and stay reachable; ``*`` matches any part.
        faults: The fault of the first, second, … replayed answer, such as ``cut:100``; None for no fault.
        rechunk: A seed for other chunk boundaries of streams; None keeps the recorded ones.
        timings: Whether the pause before each piece is recorded, and replayed.
        keep_on_failure: Whether the recording of a failed test is kept.
        drift: The treatment of a request that differs from a recorded one only in tool results: ``fail``, or
            ``report``, which answers it and reports the difference.
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
        """Return the settings in their proper types: a single text or function becomes a list.

        Raises:
            ValueError: If a setting is invalid.
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
    # A text would be read letter by letter.
    given = (value,) if isinstance(value, str) else value
    if not isinstance(given, Sequence | set | frozenset) or not all(
        isinstance(one, str) or one is beside for one in given
    ):
        raise ValueError(f"A cassette's {word} is {value!r}. Give a text, or a list of texts.")
    return tuple(sorted(given) if isinstance(given, set | frozenset) else given)
