"""Quoted words: a tool's error text as a report shows it to the author, on one line and without secrets.

No model reads it. The sandbox's folders are shown as ``{workspace}``, ``{tmp}`` and ``{home}``, and the value of a
variable as ``$NAME``.
"""

from __future__ import annotations

import os
import re

from ...regex import regex
from ...sandbox import Sandbox

__all__ = ["exception_words", "quoted_words"]

_MAX_SHOWN = 200
#: Longer texts are truncated before they are searched.
_MAX_READ = 4_000
_MIN_VALUE = 6
#: Variables with common values, which may occur in any sentence.
_PUBLIC = frozenset({"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "PYTHONIOENCODING", "HOME", "TMPDIR"})
#: The random part that `tempfile` puts into a name.
_RANDOM_NAME = regex(r"(?<=\{tmp\}/)tmp[a-z0-9_]{8}\b")


def exception_words(error: BaseException, sandbox: Sandbox) -> str:
    """Return an exception's class and text."""
    try:
        text = quoted_words(str(error), sandbox)
    except Exception:  # noqa: BLE001  # the tool's own __str__ may raise anything
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def quoted_words(text: str, sandbox: Sandbox) -> str:
    """Return a text as a report quotes it, without its final full stop."""
    from ...cassettes.redaction.secret_search import find_secrets  # takes a while, and is needed for failures alone

    text = text[:_MAX_READ]
    folders = {"{workspace}": sandbox.workspace, "{tmp}": sandbox.temp, "{home}": sandbox.home}
    for name, folder in folders.items():
        text = re.sub(rf"{re.escape(str(folder))}(?![\w-])", name, text)
    shown = [(value, f"${name}") for name, value in os.environ.items() if name not in _PUBLIC]
    shown += [(canary, "REDACTED") for canary in sandbox.canaries.values()]
    for value, name in sorted(shown, key=lambda pair: -len(pair[0])):
        if len(value) >= _MIN_VALUE:
            text = text.replace(value, name)
    for secret in reversed(find_secrets(text)):
        text = f"{text[: secret.start]}REDACTED{text[secret.end :]}"
    text = " ".join(_RANDOM_NAME.sub("tmp…", text).split())
    return (text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…").rstrip(".")
