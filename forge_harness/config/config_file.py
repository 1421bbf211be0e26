"""The user's config files: their paths, and how they are read and written.

A file is small, plain YAML or JSON; it is written atomically, and readable by its owner alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

__all__ = ["config_path", "fluid_home", "read_json", "read_yaml", "write_private"]

#: Deeper than any valid config.
_MAX_DEPTH = 50

_MAX_BYTES = 256 * 1024


def fluid_home() -> Path:
    """Return the folder of the user's files: ``FLUID_HOME``, else ``~/.fluid``."""
    named = os.environ.get("FLUID_HOME")
    return Path(named or "~/.fluid").expanduser()


def config_path() -> Path:
    """Return the path of the config: ``FLUID_CONFIG``, else ``config.yaml`` in `fluid_home`."""
    named = os.environ.get("FLUID_CONFIG")
    return Path(named).expanduser() if named else fluid_home() / "config.yaml"


def read_yaml(path: Path) -> dict[str, Any] | None:
    """Return the mapping in a YAML file, or None if the file does not exist.

    Raises:
        ValueError: If it cannot be read, or does not hold a mapping.
    """
    text = _text(path)
    if text is None:
        return None
    import yaml  # here: few runs read a config

    try:
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            # A short file with aliases can expand to a huge value.
            if isinstance(event, yaml.AliasEvent):
                raise ValueError(f"The file {str(path)!r} holds YAML aliases. Write each value out.")
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > _MAX_DEPTH:
                # The time to read on grows with the square of the depth.
                raise RecursionError
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = "" if line is None else f" in line {line + 1}"
        raise ValueError(f"The file {str(path)!r} is not valid YAML{where}. Correct it, or move it away.") from None
    except RecursionError:
        raise ValueError(f"The file {str(path)!r} is nested too deeply. Flatten it.") from None
    return _mapping(path, data)


def read_json(path: Path) -> dict[str, Any] | None:
    """Return the object in a JSON file, or None if the file does not exist.

    Raises:
        ValueError: If it cannot be read, or does not hold an object.
    """
    text = _text(path)
    if text is None:
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"The file {str(path)!r} is not valid JSON. Correct it, or move it away.") from None
    return _mapping(path, data)


def write_private(path: Path, text: str, *, replace: bool) -> None:
    """Write a file atomically, readable by its owner alone.

    Raises:
        FileExistsError: If it exists and *replace* is False.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            Path(name).replace(path)
        else:
            # Unlike a rename, a link does not replace a file that has just appeared.
            path.hardlink_to(name)
    finally:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()


def _text(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ValueError(
            f"The file {str(path)!r} cannot be read ({error.strerror}). Check its type and permissions."
        ) from None
    if len(data) > _MAX_BYTES:
        raise ValueError(f"The file {str(path)!r} is longer than {_MAX_BYTES} bytes. Check that it is the config.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"The file {str(path)!r} is not UTF-8. Save it as UTF-8.") from None


def _mapping(path: Path, data: Any) -> dict[str, Any]:
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise ValueError(f"The file {str(path)!r} is not a mapping. Begin it with a name and a colon.")
    return {str(name): value for name, value in data.items()}
