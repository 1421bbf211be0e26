"""Archives: whether a tool or an argument takes an archive."""

from __future__ import annotations

from ..regex import regex

__all__ = ["mentions_archives"]

_ARCHIVE = regex(
    r"archive|zip|\btar(?:s|balls?|files?|gz)?\b|untar|unpack|extract|decompress|inflate|bundle|backup|restore|import|install"
    r"|package|plugin|base64"
)


def mentions_archives(says: str) -> bool:
    """Tell whether words in lower case mention an archive, or something that often is one."""
    return _ARCHIVE.search(says) is not None
