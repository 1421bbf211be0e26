"""The `forge` command: finds its commands, runs one, and tells a user's mistake in two sentences.

A command is a module behind an entry point of the group ``forge_harness.commands``, with ``HELP`` (a line), ``configure(parser)``
and ``run(arguments) -> int``. Exit codes: 0 clean, 1 findings, 2 could not run.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points, version
from types import ModuleType
from typing import NoReturn

from ..errors import CommandError

__all__ = ["main"]

_GROUP = "forge_harness.commands"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        argv: The words after ``forge``; those of the process unless given.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    known = {point.name: point for point in entry_points(group=_GROUP)}
    parser = _Parser(prog="forge", description="Check, replay and fuzz the tools of LLM agents.")
    parser.add_argument("--version", action="version", version=f"forge-harness {version('forge-harness')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    # Only the command that was asked for is imported, unless help needs every line.
    named = next((word for word in words if not word.startswith("-")), None)
    try:
        for name in [named] if named in known else sorted(known):
            module = _load(known[name])
            module.configure(commands.add_parser(name, help=module.HELP, description=module.HELP))
        arguments = parser.parse_args(words)
        if arguments.command is None:
            parser.print_help()
            return 2
        return int(_load(known[arguments.command]).run(arguments))
    except CommandError as error:
        print(f"forge: {error}", file=sys.stderr)  # noqa: T201  # this is the command line
        return 2
    except KeyboardInterrupt:
        print("forge: Interrupted. Nothing was written.", file=sys.stderr)  # noqa: T201  # as above
        return 2
    except BrokenPipeError:
        # The reader, for example `head`, has gone; Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2


def _load(point: EntryPoint) -> ModuleType:
    module = point.load()
    if not isinstance(module, ModuleType):
        raise CommandError(f"The command {point.name!r} of {point.value!r} is no module. Reinstall the package it comes from.")
    return module


class _Parser(argparse.ArgumentParser):
    """Tells a wrong word in two sentences instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message[:1].upper()}{message[1:]}. See '{self.prog} --help'.")


if __name__ == "__main__":
    sys.exit(main())
