"""Session: the turns of one cassette, and what they used."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from forge_harness import Usage

from .reading import read_cassette
from .turn import Turn, read_turn

__all__ = ["Session", "read_session"]


@dataclass(frozen=True, slots=True)
class Session:
    """What a recorded model said.

    Attributes:
        cassette: The file, as it was named.
        turns: One for each recorded interaction, in order.
    """

    cassette: str
    turns: tuple[Turn, ...]

    @property
    def usage(self) -> Usage:
        """Tokens of all turns."""
        return reduce(Usage.__add__, (turn.reply.usage for turn in self.turns), Usage())

    def as_json(self) -> dict[str, Any]:
        """Return the session as `forge replay` prints it."""
        usage = self.usage
        return {
            "cassette": self.cassette,
            "turns": [turn.as_json() for turn in self.turns],
            "usage": {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens},
            "cost_usd": None,
        }


def read_session(path: Path) -> Session:
    """Read a cassette and every turn in it.

    Raises:
        CassetteError: If the file is no cassette.
    """
    cassette = read_cassette(path)
    return Session(cassette.name, tuple(read_turn(interaction) for interaction in cassette.interactions))
