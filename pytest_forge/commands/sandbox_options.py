"""The options for what a target finds in its sandbox: variables, and what a file of the user's prepares."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

__all__ = ["add_sandbox_options", "sandbox_variables"]


def add_sandbox_options(parser: argparse.ArgumentParser, *, only: str = "") -> None:
    """Declare ``--env`` and ``--prepare``; both are None unless given.

    Args:
        parser: Of the command.
        only: Begins each help, such as ``"with --tools: "``.
    """
    parser.add_argument(
        "--env",
        action="append",
        metavar="NAME[=VALUE]",
        help=f"{only}a variable to pass on to the tools "
        "({workspace} in its value stands for the sandbox's workspace)",
    )
    parser.add_argument(
        "--prepare",
        metavar="FILE",
        help=f"{only}a .py file whose function prepare(workspace) runs in the sandbox before the tools are imported, "
        "and creates the files, tables and variables that they need",
    )


def sandbox_variables(arguments: argparse.Namespace, *, base: Path) -> dict[str, str]:
    """Return the variables of a host: those of ``--env``, and one that names the file of ``--prepare``.

    Args:
        arguments: With both options.
        base: Folder that the session starts from.

    Raises:
        TargetError: If a word of ``--env`` lacks a name, or names a variable that is not set.
    """
    from ..targets.given_variables import given_variables  # here: the help needs neither
    from ..targets.prepare_file import PREPARE

    found = given_variables(arguments.env or (), option="--env")
    if arguments.prepare:
        found[PREPARE] = os.path.relpath(arguments.prepare, base)
    return found
