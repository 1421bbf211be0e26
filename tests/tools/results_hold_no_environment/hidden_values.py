"""Functions that check a file of settings, and show none of its values."""

from __future__ import annotations

import re
from pathlib import Path

from ..marks import breaks, keeps

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def _lines(name: str) -> list[str]:
    if not re.fullmatch(r"[a-z0-9-]{1,40}\.env", name):
        raise ValueError("The name is a plain one that ends in .env.")
    path = Path(name)
    if not path.is_file() or path.stat().st_size > 20_000:
        raise ValueError("There is no such file, or it is too large.")
    return path.read_text(encoding="utf-8", errors="replace").splitlines()


@breaks("results_hold_no_environment")
def keys_and_problems(name: str) -> dict[str, list[str]]:
    """List the keys of a file of settings, and the lines that are wrong. Values are never shown.

    Args:
        name: The file, such as "live.env".
    """
    keys, problems = [], []
    for line in _lines(name):
        key, sign, _ = line.partition("=")
        if sign and _KEY.fullmatch(key):
            keys.append(key)
        elif line.strip():
            problems.append(f"Not a setting: {line}")
    return {"keys": keys, "problems": problems}


@keeps("results_hold_no_environment")
def keys_and_places(name: str) -> dict[str, list[str]]:
    """List the keys of a file of settings, and the lines that are wrong. Values are never shown.

    Args:
        name: The file, such as "live.env".
    """
    keys, problems = [], []
    for number, line in enumerate(_lines(name), start=1):
        key, sign, _ = line.partition("=")
        if sign and _KEY.fullmatch(key):
            keys.append(key)
        elif line.strip():
            problems.append(f"Line {number} is not a setting.")
    return {"keys": keys, "problems": problems}
