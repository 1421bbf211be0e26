"""Injection documents: XML whose entities name files, or each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

__all__ = ["expanding_document", "file_documents", "flat_document"]

_LEVELS = "abcde"
_WIDTH = 10


def file_documents(url: str) -> Iterator[str]:
    """Yield documents that name a file.

    Args:
        url: Its URL.
    """
    yield f'<!DOCTYPE root [<!ENTITY file SYSTEM "{url}">]>\n<root><item id="1">&file;</item></root>'
    yield f'<!DOCTYPE root SYSTEM "{url}">\n<root><item id="1">hello</item></root>'
    yield f'<!DOCTYPE root [<!ENTITY % file SYSTEM "{url}"> %file;]>\n<root><item id="1">hello</item></root>'


def expanding_document(mark: str) -> str:
    """Return a document of less than a kilobyte that stands for about a megabyte."""
    return f'{_declared(mark)}<root><item id="1">&{_LEVELS[-1]};</item></root>'


def flat_document(mark: str) -> str:
    """Return the same document without the reference that makes it grow."""
    return f'{_declared(mark)}<root><item id="1">hello</item></root>'


def _declared(mark: str) -> str:
    entities = [f'<!ENTITY {_LEVELS[0]} "{mark * 14}">']
    entities += [f'<!ENTITY {name} "{f"&{inner};" * _WIDTH}">' for inner, name in pairwise(_LEVELS)]
    return f"<!DOCTYPE root [{''.join(entities)}]>\n"
