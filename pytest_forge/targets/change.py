"""Change: a difference between a tool and what a lock file says of it."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Change"]


class Change(Struct, frozen=True):
    """A difference between a tool and what a lock file says of it.

    Attributes:
        code: What changed, as findings name it; empty for a change that breaks nothing.
        about: The part concerned; for texts with a hash of the new one, so that accepting it accepts no other.
        text: What changed, as a clause.
    """

    code: str
    about: str
    text: str
