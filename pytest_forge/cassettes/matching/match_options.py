"""MatchOptions: the parts of a request that are compared with a recorded one."""

from __future__ import annotations

import hashlib
import json
import tempfile
from dataclasses import dataclass

from .json_path import parse_path

__all__ = ["ALL_PARTS", "DATES", "MatchOptions", "MatchOptionsError"]

ALL_PARTS = ("method", "host", "path", "query", "body")
#: The word in `MatchOptions.ignore` for dates without a time.
DATES = "dates"

#: Increased whenever requests get other keys, which invalidates the keys cached on disk.
_RULES_VERSION = 3


class MatchOptionsError(ValueError):
    """An option is invalid; the message is two sentences."""


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The parts of a request that are compared.

    Attributes:
        ignore: JSON paths into the body that do not count, such as ``$.messages[*].name``; what is ignored may be
            absent as well. ``dates`` stands for dates without a time in any text.
        parts: Which parts are compared; ``host`` is scheme, host and port. Headers never are: recorders drop or rewrite
            them, and what they say of the meaning (version, beta features) goes with the client's code.
        roots: Folders whose names are not part of the question, such as the workspace of a test.

    Raises:
        JsonPathError: If a path cannot be read.
        MatchOptionsError: If a part is unknown, no part is left, or a root is not an absolute path.
    """

    ignore: tuple[str, ...] = ()
    parts: tuple[str, ...] = ALL_PARTS
    roots: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for path in self.ignored_paths:
            parse_path(path)
        for part in self.parts:
            if part not in ALL_PARTS:
                raise MatchOptionsError(f"There is no part {part!r} of a request. Use some of {', '.join(ALL_PARTS)}.")
        if not self.parts:
            raise MatchOptionsError(
                "No part of a request is compared, so any answer would match. Name at least one part."
            )
        for root in self.roots:
            if not root.startswith("/") or not root.strip("/"):
                raise MatchOptionsError(
                    f"The root {root!r} is not the absolute path of a folder. Give the absolute path."
                )

    @property
    def ignores_dates(self) -> bool:
        """Whether a date in a text may be another one, as a time always may."""
        return DATES in self.ignore

    @property
    def ignored_paths(self) -> tuple[str, ...]:
        """The JSON paths that do not count."""
        return tuple(path for path in self.ignore if path != DATES)

    @property
    def fingerprint(self) -> str:
        """A name for the options on which keys depend, for keys cached on disk."""
        facts = [_RULES_VERSION, self.ignore, sorted(self.parts), sorted(self.roots), tempfile.gettempdir()]
        return hashlib.blake2b(json.dumps(facts).encode(), digest_size=16).hexdigest()
