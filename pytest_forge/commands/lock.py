"""`forge lock TARGET…`: write down what tools declare today, for `forge check --locked`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from forge_harness import CommandError

from .sandbox_options import add_sandbox_options, sandbox_variables

__all__ = ["HELP", "configure", "run"]

HELP = "Write names, schemas, texts' hashes and annotations of tools to a file, to be told what changes later."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "targets",
        nargs="*",
        metavar="TARGET",
        help="as for forge check (default: the targets in [tool.forge] of pyproject.toml, with 'env' and 'prepare')",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="the lock file; its other targets are kept (default: forge.lock.json)",
    )
    add_sandbox_options(parser)
    parser.add_argument(
        "--server",
        action="append",
        default=[],
        metavar="NAME",
        help="only this server of a client's file, such as mcp.json (repeatable)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the file, and return 0."""
    from ..engine.budget import BUDGETS
    from ..engine.session import open_session
    from ..lock.lock_file import DEFAULT_NAME, LockError, LockFile
    from ..report.output import check_place, write_output
    from ..targets.server_files.server_file import expand_targets
    from ..targets.target_error import TargetError

    path = arguments.output or Path(DEFAULT_NAME)
    base = Path.cwd()
    check_place(path)
    _add_defaults(arguments, base)
    try:
        lock = LockFile.read(path, place=str(path), base=base) if path.exists() else LockFile(str(path), base=base)
        variables = sandbox_variables(arguments, base=base)
        targets = expand_targets(arguments.targets, base=base, chosen=arguments.server).targets
        if not arguments.server:
            lock = lock.without_servers(arguments.targets)
        for target in targets:
            # The same schema, even if it depends on the order of a set, has the same text.
            with open_session(target, budget=BUDGETS["quick"], base=base, environment=variables) as session:
                lock = lock.with_tools(target, session.tools, session.root, session.secrets)
    except (LockError, TargetError) as error:
        raise CommandError(str(error)) from None
    write_output(lock.text().removesuffix("\n"), place=path)
    tools = lock.number_of_tools(targets)
    sys.stderr.write(
        f"forge: Wrote {str(path)!r} with {tools} tool{'' if tools == 1 else 's'}. "
        "Commit it, and compare with 'forge check TARGET --locked'.\n"
    )
    return 0


def _add_defaults(arguments: argparse.Namespace, base: Path) -> None:
    """Set what the command line does not to the project's value, as `forge check` will."""
    from ..findings.project_settings import SettingsError, read_project_settings

    try:
        project = read_project_settings(base)
    except SettingsError as error:
        raise CommandError(str(error)) from None
    if not arguments.targets:
        arguments.targets = project.values.get("targets", [])
        if not arguments.targets:
            raise CommandError(
                "No TARGET was given, and [tool.forge] of pyproject.toml names none. "
                "Name one, as in 'forge lock my_tools.py', or let 'forge init' find the tools."
            )
        if project.folder != base:
            raise CommandError(f"Targets come from {project.name!r}. Run 'forge lock' in the folder of that file.")
    for name in ("env", "prepare"):
        if getattr(arguments, name) is None:
            setattr(arguments, name, project.values.get(name))
