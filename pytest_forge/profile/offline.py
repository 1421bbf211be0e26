"""Offline: whether an error says that the network could not be reached."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..regex import regex

__all__ = ["is_of_network", "says_offline"]

#: Error messages of systems and interpreters without a network.
_OFFLINE = regex(
    r"getaddrinfo|ENOTFOUND|EAI_\w+|ENETUNREACH|network is unreachable|name or service not known"
    r"|name resolution|fetch failed|ConnectError|ConnectionError",
    re.IGNORECASE,
)
#: Names of the classes for such errors in network libraries.
_CLASSES = frozenset(
    {"ConnectionError", "gaierror", "URLError", "HTTPError", "ConnectError", "TransportError", "RequestException"}
)


def says_offline(text: str) -> bool:
    """Tell whether the text of an error says so."""
    return _OFFLINE.search(text) is not None


def is_of_network(classes: Collection[str]) -> bool:
    """Tell whether one of the names of an exception's classes says so."""
    return not _CLASSES.isdisjoint(classes)
