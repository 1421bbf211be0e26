"""Namespaces: the names under which a store keeps its records, such as ``"memory/semantic"``.

A name is made of ASCII letters, digits, `_` and `-`, and `/` parts a namespace from its child. There is neither an
empty part nor a dot, so a name that is used as a path stays beneath its root.
"""

from __future__ import annotations

import re

__all__ = ["check_namespace"]

_NAMESPACE = re.compile(r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")
_MAX_LENGTH = 200


def check_namespace(namespace: str) -> None:
    """Refuse what cannot be a namespace; the empty one, too.

    Raises:
        ValueError: If it is not such a name of at most 200 characters.
    """
    if not isinstance(namespace, str) or len(namespace) > _MAX_LENGTH or not _NAMESPACE.fullmatch(namespace):
        raise ValueError(
            f"{namespace!r:.80} is not a namespace. "
            f"Use letters, digits, _ and -, parted by /, such as 'memory/semantic'; at most {_MAX_LENGTH} characters."
        )
