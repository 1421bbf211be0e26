"""`forge config show|migrate`: print the unified config, or create it from the older files."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..config.config_file import config_path
from ..config.config_legacy import LegacyConfig, read_legacy, without_secrets
from ..config.config_migration import migrate_legacy_to_unified
from ..config.unified_config import UnifiedConfig, load_unified_config
from ..errors import CommandError

__all__ = ["HELP", "configure", "run"]

HELP = "Show the unified config, or create it from the older files."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    commands = parser.add_subparsers(dest="what", metavar="show|migrate", required=True)
    show = commands.add_parser("show", help="print the settings in force, without secrets")
    show.add_argument("--format", choices=["text", "json"], default="text")
    migrate = commands.add_parser("migrate", help="write config.yaml from ai_config.json, sources.yaml and prices.json")
    migrate.add_argument("--output", type=Path, metavar="FILE", help="default: the path of the unified config")
    migrate.add_argument("--overwrite", action="store_true", help="replace an existing config, and keep a backup")


def run(arguments: argparse.Namespace) -> int:
    """Show or migrate; 0 on success, 1 if the config has problems."""
    try:
        return _show(arguments.format) if arguments.what == "show" else _migrate(arguments)
    except FileExistsError:
        place = arguments.output or config_path()
        raise CommandError(f"A config already exists at {str(place)!r}. Add --overwrite to replace it.") from None
    except OSError as error:
        raise CommandError(f"The config cannot be written ({error.strerror}). Choose another path.") from None
    except ValueError as error:
        raise CommandError(str(error)) from None


def _show(form: str) -> int:
    config = load_unified_config()
    if config is None:
        raise CommandError(
            f"No config was found at {str(config_path())!r}. Create the file, or pass the settings as options."
        )
    shown = _shown(config)
    if form == "json":
        print(json.dumps({"version": 1, **shown}))  # noqa: T201  # the command's output
    else:
        import yaml  # here: other commands do not need it

        print(yaml.safe_dump(shown, sort_keys=False, allow_unicode=True), end="")  # noqa: T201  # the same
    return 1 if config.problems else 0


def _shown(config: UnifiedConfig) -> dict[str, Any]:
    return {
        "path": None if config.path is None else str(config.path),
        "llm": asdict(config.llm),
        "sources": without_secrets(config.sources),
        "prices": {model: list(pair) for model, pair in config.prices.items()},
        "behavior": asdict(config.behavior),
        "problems": list(config.problems),
    }


def _migrate(arguments: argparse.Namespace) -> int:
    legacy: LegacyConfig = read_legacy()
    path, consumed = migrate_legacy_to_unified(target_path=arguments.output, overwrite=arguments.overwrite)
    if not consumed:
        raise CommandError("No older config files were found, so nothing was migrated. Check FLUID_HOME.")
    print(f"{path}: made from {', '.join(file.name for file in consumed)}")  # noqa: T201  # the command's output
    if legacy.dropped:
        left = f"Secrets are not migrated: {', '.join(legacy.dropped)}. Keep them in the environment."
        print(left, file=sys.stderr)  # noqa: T201  # not part of the output
    return 0
