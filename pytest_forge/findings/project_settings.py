"""ProjectSettings: the table ``[tool.forge]`` of a project's pyproject.toml.

    [tool.forge]
    targets = ["src/shop/tools.py"]
    skip = ["tier_is_declared"]
    budget = "standard"

Its keys are the long options of ``forge check``. An option of the command line overrides a key, and in pytest so does
an ini value. The file is the nearest one with such a table, from the working directory upwards; its paths and targets
start from its folder.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["BUDGET_NAMES", "LEVELS", "ProjectSettings", "SettingsError", "read_project_settings"]

BUDGET_NAMES = ("quick", "standard", "deep")
LEVELS = ("must", "should")

_FILE = "pyproject.toml"
_SECTION = "[tool.forge]"
#: The form of each value. A list is written as such; where the command line takes commas, one string does as well.
_FORMS = {
    "targets": "list",
    "checks": "names",
    "skip": "names",
    "level": "level",
    "budget": "budget",
    "max-seconds": "seconds",
    "seed": "whole",
    "env": "list",
    "prepare": "path",
    "allow-destructive": "bool",
    "outside-only": "bool",
    "check-module": "paths",
    "workers": "positive",
    "store": "store",
    "baseline": "path",
    "locked": "path",
    "write-tests": "path",
    "cov-fail-under": "percent",
    "format": "text",
    "report": "reports",
}
_MEANT = {
    "list": "a list of strings",
    "names": "a list of strings",
    "level": f"one of {', '.join(LEVELS)}",
    "budget": f"one of {', '.join(BUDGET_NAMES)}",
    "seconds": "a number of seconds above 0",
    "whole": "a whole number",
    "bool": "true or false",
    "paths": "a list of strings",
    "positive": "a whole number above 0",
    "store": "a string",
    "path": "a string with a path",
    "percent": "a number from 0 to 100",
    "text": "a string",
    "reports": "a list of strings, each FORMAT:PATH",
}


class SettingsError(Exception):
    """The table cannot be used; the message names the file and the key, and says what to do."""


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """The settings of a project; empty if it has no table.

    Attributes:
        folder: The folder of the file; the working directory if there is none.
        name: The file, relative to the working directory; empty if there is none.
        values: By key. Names are joined by commas, as on the command line, and paths start from the working directory.
    """

    folder: Path
    name: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


def read_project_settings(start: Path) -> ProjectSettings:
    """Return the settings of the project that *start* belongs to.

    Args:
        start: The working directory.

    Raises:
        SettingsError: If the file cannot be read, a key is unknown, or a value has another type.
    """
    for folder in (start, *start.parents):
        path = folder / _FILE
        try:
            data = path.read_bytes()
        except OSError:
            continue
        # Most files have no such table, and parsing takes longer than everything else here.
        if b"forge" not in data:
            continue
        name = os.path.relpath(path, start)
        table = _table(data, name)
        if table is not None:
            base = os.path.relpath(folder, start)
            return ProjectSettings(folder, name, {key: _value(name, base, key, table[key]) for key in table})
    return ProjectSettings(start)


def _table(data: bytes, name: str) -> dict[str, Any] | None:
    import tomllib  # here: a project without the table does not need it

    try:
        document = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise SettingsError(f"{name} is not valid UTF-8. Save it as UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{name} is not valid TOML: {error}. Fix the file.") from None
    tools = document.get("tool")
    table = tools.get("forge") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise SettingsError(
            f"{name}: {_SECTION} is {table!r}, which is not a table. Write its settings below {_SECTION}."
        )
    return table


def _value(name: str, base: str, key: str, value: Any) -> Any:
    if key not in _FORMS:
        from difflib import get_close_matches  # here: for the error alone

        close = get_close_matches(key, _FORMS, 1)
        hint = f"Did you mean {close[0]!r}?" if close else f"The keys are {', '.join(_FORMS)}."
        raise SettingsError(f"{name}: {_SECTION} has the unknown key {key!r}. {hint}")
    form = _FORMS[key]
    if not _has_form(form, value):
        raise SettingsError(f"{name}: {key!r} in {_SECTION} is {value!r}. Write {_MEANT[form]}.")
    match form:
        case "names":
            return value if isinstance(value, str) else ",".join(value)
        case "path":
            return _from(base, value)
        case "paths":
            return [_from(base, one) if one.endswith(".py") else one for one in value]
        case "reports":
            return [f"{form}:{_from(base, path)}" for form, _, path in (one.partition(":") for one in value)]
        case "store" if value != "off" and "://" not in value:
            return _from(base, value)
        case "seconds" | "percent":
            return float(value)
    return value


def _has_form(form: str, value: Any) -> bool:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    match form:
        case "list" | "paths":
            return _are_texts(value)
        case "reports":
            return _are_texts(value) and all(all(one.partition(":")[::2]) for one in value)
        case "names":
            return _are_texts(value) or _is_text(value)
        case "level":
            return value in LEVELS
        case "budget":
            return value in BUDGET_NAMES
        case "whole":
            return is_whole
        case "positive":
            return is_whole and value > 0
        case "bool":
            return isinstance(value, bool)
        case "seconds":
            return (is_whole or isinstance(value, float)) and 0 < value < float("inf")
        case "percent":
            return (is_whole or isinstance(value, float)) and 0 <= value <= 100
    return _is_text(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _from(base: str, path: str) -> str:
    """Return *path* from the folder *base*; a slash at its end stays, since it tells a folder from a file."""
    joined = os.path.normpath(os.path.join(base, path))  # noqa: PTH118  # Path would drop the slash
    return f"{joined}/" if path.endswith("/") else joined
