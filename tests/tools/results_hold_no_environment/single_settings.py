"""Functions that read one setting of a file in a folder of settings."""

from __future__ import annotations

import os
import re

from ..marks import breaks, keeps

_FOLDER = "rules.d"
_KEY = re.compile(r"[a-z][a-z0-9_.]{0,59}")


def _settings() -> dict[str, str]:
    found: dict[str, str] = {}
    names = sorted(os.listdir(_FOLDER)) if os.path.isdir(_FOLDER) else []
    for name in names:
        if name.endswith(".conf"):
            with open(os.path.join(_FOLDER, name), "rb") as file:
                lines = file.read(50_000).decode("utf-8", "replace").splitlines()
            found.update((key.strip(), value.strip()) for key, _, value in (line.partition("=") for line in lines))
    return found


@keeps("results_hold_no_environment")
def setting_named(key: str) -> dict[str, str]:
    """Return the value of a setting, from the files in rules.d whose names end in ".conf".

    Args:
        key: Name of the setting in lower case, such as "valve.open_at".
    """
    if not _KEY.fullmatch(key):
        raise ValueError("The key must be a name in lower case.")
    settings = _settings()
    if key not in settings:
        raise ValueError("There is no such setting.")
    return {"key": key, "value": settings[key]}


@breaks("results_hold_no_environment")
def setting_among_all(key: str) -> dict[str, object]:
    """Return the value of a setting, from the files in rules.d whose names end in ".conf".

    Args:
        key: Name of the setting in lower case, such as "valve.open_at".
    """
    if not _KEY.fullmatch(key):
        raise ValueError("The key must be a name in lower case.")
    settings = _settings()
    if key not in settings:
        raise ValueError("There is no such setting.")
    return {"key": key, "value": settings[key], "all": settings}
