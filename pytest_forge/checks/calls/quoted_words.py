"""Quoted words: what a tool said of a failure, as a report for its author shows it: one line, and no secrets.

No model reads it. The sandbox's folders are shown as ``{workspace}``, ``{tmp}`` and ``{home}``, the value of a variable
as ``$NAME``.
"""

from __future__ import annotations

import os
import re

from ...sandbox import Sandbox

__all__ = ["exception_words", "quoted_words"]

_MAX_SHOWN = 200
#: What is cut off before it is searched, so that a long text costs nothing.
_MAX_READ = 4_000
_MIN_VALUE = 6
#: Variables whose values are facts of the machine, and may stand in any sentence.
_PUBLIC = frozenset({"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "PYTHONIOENCODING", "HOME", "TMPDIR"})
#: What the standard library appends to the name of a temporary file.
_RANDOM_NAME = re.compile(r"(?<=\{tmp\}/)tmp[a-z0-9_]{8}\b")


def exception_words(error: BaseException, sandbox: Sandbox) -> str:
    """Return an exception's class and text."""
    try:
        text = quoted_words(str(error), sandbox)
    except Exception:  # noqa: BLE001  # a text that cannot be made is the tool's own affair
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def quoted_words(text: str, sandbox: Sandbox) -> str:
    """Return a text as a report quotes it; what ends a sentence is left out at its end."""
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
