"""Migration: the config files of older releases become one, without their secrets.

The older files stay as they are, and are read for what the new one lacks. What the new one said before is kept beside
it as a backup. Source: seed 001, "Unified config".
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
    """What a migration did.

    Attributes:
        path: The unified config.
        consumed: The older files it was made from; empty if there were none, and then nothing was written.
    """

    path: Path
    consumed: list[Path]


def migrate_legacy_to_unified(*, target_path: Path | str | None = None, overwrite: bool = False) -> Migration:
    """Write the unified config from the older files; the same files give the same bytes.

    Args:
        target_path: Where it is written; None for where it is looked for.
        overwrite: Whether one that is there is replaced; it is kept as ``config.yaml.bak``, or with a number behind.

    Raises:
        FileExistsError: If there is one, and it is not to be replaced.
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
            raise ValueError(f"{str(path)!r} cannot be written ({error.strerror}). Name another place.") from None
    return Migration(path, list(legacy.consumed))


def _taken(path: Path) -> FileExistsError:
    return FileExistsError(f"There is a config at {str(path)!r} already. Pass overwrite=True to replace it.")


def _written(legacy: LegacyConfig) -> str:
    import yaml  # here, since few runs write a config

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
