"""Placeholder: replaces the folder of a sandbox in reports, since its name differs in each run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ..regex import regex

__all__ = ["SANDBOX_PLACEHOLDER", "with_placeholder", "without_placeholder"]

SANDBOX_PLACEHOLDER = "<sandbox>"

_ADDRESS = regex(r"(?<= at )0x[0-9a-f]{6,16}\b")


def with_placeholder(message: str, arguments: Any, root: Path) -> tuple[str, Any]:
    """Return a finding's message and arguments, the same for two runs with one seed.

    Args:
        message: May hold paths, whole or cut off, and addresses of objects.
        arguments: In JSON types.
        root: The sandbox's folder.
    """
    ours, _, random = root.name.partition("-")
    stem = re.escape(f"{str(root)[: -len(root.name)]}{ours}-")
    # A message that shows the beginning of a value may end inside the folder's random name.
    cut = "".join(f"(?:{re.escape(sign)}" for sign in random) + ")?" * len(random)
    # The folder of another sandbox has a name of the same length, and a folder of the user's may begin like it.
    other = rf"[a-z0-9_]{{{len(random)}}}"
    whole, name = re.escape(str(root)), re.escape(root.name)
    # After dots, the folders above it are part of a relative path.
    pattern = re.compile(rf"(?<![\w.])(?:{whole}|{stem}(?:{cut}|{other})(?![\w-]))|{name}")
    message = _ADDRESS.sub("0x…", pattern.sub(SANDBOX_PLACEHOLDER, message))
    try:
        text = json.dumps(arguments, ensure_ascii=False)
        if not pattern.search(text):
            return message, arguments
        return message, json.loads(pattern.sub(SANDBOX_PLACEHOLDER, text))
    except (TypeError, ValueError, RecursionError):
        return message, arguments


def without_placeholder(value: Any, root: Path) -> Any:
    """Return *value*, in JSON types, with the sandbox's folder in place of the placeholder."""
    text = json.dumps(value, default=repr)
    return json.loads(text.replace(SANDBOX_PLACEHOLDER, json.dumps(str(root))[1:-1]))
