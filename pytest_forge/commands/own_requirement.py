"""Own requirement: the words with which pip installs Forge Harness as it is installed here."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import distribution

from ..regex import regex

__all__ = ["PLACEHOLDER", "own_requirement"]

#: To be filled in. The bare name would install another project, which has it on PyPI.
PLACEHOLDER = '"git+https://github.com/OWNER/forge-harness@COMMIT"'

_NAME = "forge-harness"
#: A repository that anybody's workflow can read, without a key in its address.
_ADDRESS = regex(r"https://[\w.-]+/[\w./-]+")
_COMMIT = regex(r"[0-9a-f]{40,64}")


def own_requirement(read: Callable[[str], str | None] | None = None) -> str:
    """Return the commit that this package was installed from, or `PLACEHOLDER` if that is not known.

    Args:
        read: Returns a file of the installed distribution, or None; for tests.
    """
    text = (read or distribution(_NAME).read_text)("direct_url.json")
    with suppress(ValueError, TypeError, KeyError):
        # Written by pip: https://peps.python.org/pep-0610/
        origin = json.loads(text or "")
        address, commit = origin["url"], origin["vcs_info"]["commit_id"]
        if _ADDRESS.fullmatch(address) and _COMMIT.fullmatch(commit) and origin["vcs_info"]["vcs"] == "git":
            return f'"git+{address}@{commit}"'
    return PLACEHOLDER
