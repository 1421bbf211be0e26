"""The text of a program's argument: what no program of an agent needs to be passed."""

from __future__ import annotations

import re

__all__ = ["foreign_scheme", "is_file_url", "shell_syntax"]

_SHELL_SYNTAX = {"$(": "'$('", "`": "a backtick", "\n": "a line break", "\r": "a carriage return", "\0": "a NUL"}
#: ``file:`` before a path, whatever stands before it: programs take URLs within longer arguments too.
_FILE_URL = re.compile(r"file://|\bfile:\S", re.IGNORECASE)
_SCHEME = re.compile(r"(?:^|[=@,\s'\"])([a-z][a-z0-9+.-]*):[/\\]{2}", re.IGNORECASE)
_SHARE = re.compile(r"(?:^|[=@,])\\\\\w")
#: Schemes of addresses that name no file of this machine and start no program.
_SCHEMES = frozenset({"http", "https"})


def shell_syntax(argument: str) -> str:
    """Return what an argument holds that only a shell would read, for example ``"a backtick"``; empty if nothing.

    Source: seed 002, "Rejects arguments containing $(, backticks, newlines".
    """
    return next((shown for text, shown in _SHELL_SYNTAX.items() if text in argument), "")


def is_file_url(argument: str) -> bool:
    """Tell whether an argument holds a ``file:`` URL, in any case and with any number of slashes.

    Source: seed 002, "Arguments containing file:// (case-insensitive) are blocked".
    """
    return bool(_FILE_URL.search(argument))


def foreign_scheme(argument: str) -> str:
    r"""Return the scheme of a URL that is neither http nor https, or ``"\\"`` for a Windows share; empty if none.

    What `is_file_url` tells is left to it.
    """
    if _SHARE.search(argument):
        return "\\\\"
    found = (name.lower() for name in _SCHEME.findall(argument))
    return next((name for name in found if name not in _SCHEMES and not name.endswith("file")), "")
