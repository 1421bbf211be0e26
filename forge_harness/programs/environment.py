"""The environment of a program: isolated, so that it holds none of the user's keys."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

__all__ = ["program_environment", "search_path"]

_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
_LANG = "C.UTF-8"


def program_environment(folder: Path, *, passthrough: Iterable[str] = (), with_proxies: bool = False) -> dict[str, str]:
    """Return PATH, HOME and LANG for a program, and what is named; nothing else of this process's environment.

    Args:
        folder: Its working folder, and its HOME: ``~`` does not lead to the user's files.
        passthrough: Names of further variables; those that are not set are left out.
        with_proxies: Whether it gets the proxy variables as well.

    Source: seed 002, "Only PATH, HOME, LANG, explicit passthrough vars, proxy vars".
    """
    names = {*passthrough, *(form for name in _PROXIES if with_proxies for form in (name, name.lower()))}
    return {
        **{name: os.environ[name] for name in sorted(names) if name in os.environ},
        "PATH": search_path(),
        "HOME": str(folder),
        "LANG": _language(),
    }


def search_path() -> str:
    """Return the folders in which programs are looked up, as in PATH."""
    # A relative folder would be looked for in the working folder, where a model may have written files.
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if os.path.isabs(folder)) or os.defpath.lstrip(":")  # noqa: PTH117


def _language() -> str:
    """Return the user's language, if programs write UTF-8 with it: our streams are UTF-8."""
    language = os.environ.get("LANG", "")
    return language if language.lower().replace("-", "").endswith("utf8") else _LANG
