"""Shard: the part K/N of a run, so that N machines can divide the tools of one run among themselves."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct

from ..regex import regex

__all__ = ["Shard"]

_FORM = regex(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")


class Shard(Struct, frozen=True):
    """The part *number* of *of* parts.

    A tool belongs to one shard with all its checks, since they explain each other: an error that follows from a finding
    names its check.

    Attributes:
        number: From 1.
        of: Number of shards.
    """

    number: int
    of: int

    @classmethod
    def parse(cls, word: str) -> Shard | None:
        """Return the shard that ``K/N`` names; None if it names none."""
        found = _FORM.fullmatch(word)
        if found is None or int(found[1]) > int(found[2]):
            return None
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def indices(self, target: str, names: Sequence[str]) -> list[int]:
        """Return which tools of a target belong to this shard.

        The names are dealt out, so that shards are equally large; the first one goes to a shard that the hash of the
        target chooses. Neither the order of the list nor the machine matters, and tools of one name stay together.

        Args:
            target: As the user named it.
            names: The names of its tools.
        """
        first = int.from_bytes(sha256(target.encode("utf-8", "backslashreplace")).digest()[:8])
        mine = {name for rank, name in enumerate(sorted(set(names))) if (first + rank) % self.of == self.number - 1}
        return [index for index, name in enumerate(names) if name in mine]
