"""Own names: what a workspace itself puts into the user's folders, and keeps to itself.

::

    .forge/                       also holds files of the user and of our tools
        changes-<16 hex digits>/  the journal of a set of changes
    .forge-<16 hex digits>.tmp    a file that is not whole yet, beside the one that it becomes
"""

from __future__ import annotations

import re
import secrets

__all__ = ["FORGE", "TEMPORARY", "is_journal_name", "is_own", "is_temporary_name", "temporary_name"]

FORGE = ".forge"
"""The hidden folder."""

TEMPORARY = ".forge-"
"""How the name of a file that is not whole yet begins."""

_JOURNAL = re.compile(r"changes-[0-9a-f]{16}")
_TEMPORARY = re.compile(r"\.forge-[0-9a-f]{16}\.tmp")


def is_journal_name(name: str) -> bool:
    """Tell whether a name in the hidden folder is that of a journal."""
    return _JOURNAL.fullmatch(name) is not None


def is_own(real: str) -> bool:
    """Tell whether a path without links, relative to the root, is that of a journal, or below one."""
    first, _, rest = real.partition("/")
    return first == FORGE and is_journal_name(rest.partition("/")[0])


def temporary_name() -> str:
    """Return a new name for a file that is not whole yet."""
    return f"{TEMPORARY}{secrets.token_hex(8)}.tmp"


def is_temporary_name(name: str) -> bool:
    """Tell whether a name is that of a file that is not whole yet, or never became so."""
    return name.startswith(TEMPORARY) and _TEMPORARY.fullmatch(name) is not None
