"""Migration: the config files of older releases become one, without their secrets.

The older files stay as they are, and are still read for sections that the new one lacks. A replaced config is kept as a
backup. Source: seed 001, "Unified config".
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, NamedTuple

from .config_file import config_path, write_private
from .config_legacy import LegacyConfig, read_legacy

__all__ = ["Migration", "migrate_legacy_to_unified"]

log = logging.getLogger(__name__)


class Migration(NamedTuple):
    """The result of a migration.

    Attributes:
        path: The unified config.
        consumed: The older files that it was made from; if empty, nothing was written.
    """

    path: Path
    consumed: list[Path]


def migrate_legacy_to_unified(*, target_path: Path | str | None = None, overwrite: bool = False) -> Migration:
    """Write the unified config from the older files; the same files give the same bytes.

    Args:
        target_path: The file to write; None for the path of the unified config.
        overwrite: Whether to replace an existing file; it is kept as ``config.yaml.bak``, with a number if needed.

    Raises:
        FileExistsError: If the file exists and *overwrite* is False.
        ValueError: If an older file cannot be read. Nothing is written then.
    """
    path = config_path() if target_path is None else Path(target_path)
    if not overwrite and path.exists():
        raise _taken(path)
    legacy = read_legacy()
    unreadable = [problem for problem in legacy.problems if problem.startswith("The file ")]
    if unreadable:
        raise ValueError(unreadable[0])
    for problem in legacy.problems:
        log.warning("%s", problem)
    if legacy.dropped:
        log.warning("Secrets are not migrated: %s. Keep them in the environment.", ", ".join(legacy.dropped))
    if legacy.consumed:
        text = _written(legacy)
        if path.exists():
            _back_up(path)
        try:
            write_private(path, text, replace=overwrite)
        except FileExistsError:
            raise _taken(path) from None
        except OSError as error:
            raise ValueError(f"{str(path)!r} cannot be written ({error.strerror}). Choose another path.") from None
    return Migration(path, list(legacy.consumed))


def _taken(path: Path) -> FileExistsError:
    return FileExistsError(f"A config already exists at {str(path)!r}. Pass overwrite=True to replace it.")


def _written(legacy: LegacyConfig) -> str:
    import yaml  # here: few runs write a config

    data: dict[str, Any] = {"schema_version": 1, **legacy.sections}
    return str(yaml.safe_dump(data, sort_keys=False, allow_unicode=True))


def _back_up(path: Path) -> None:
    number = 0
    while True:
        backup = path.with_name(f"{path.name}.bak{f'.{number}' if number else ''}")
        try:
            # A second name for the same file: the replacement takes the first one.
            backup.hardlink_to(path)
        except FileExistsError:
            number += 1
        else:
            backup.chmod(0o600)
            return
