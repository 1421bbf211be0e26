"""The `forge` command: finds its commands, runs one, and tells a user's mistake in two sentences.

A command is a module behind an entry point of the group ``forge_harness.commands``, with ``HELP`` (a line),
``configure(parser)`` and ``run(arguments) -> int``. Exit codes: 0 clean, 1 findings, 2 could not run.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
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
    try:
        code = _run(words)
        if sys.stdout is not None:
            # A reader that has gone must be noticed here, not when Python closes the stream.
            sys.stdout.flush()
    except CommandError as error:
        return _told(str(error))
    except KeyboardInterrupt:
        return _told("Interrupted. Nothing was written.")
    except BrokenPipeError:
        # The reader, for example `head`, has gone; Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    return code


def _run(words: list[str]) -> int:
    known = {point.name: point for point in entry_points(group=_GROUP)}
    parser = _Parser(prog="forge", description="Check the tools of LLM agents, and replay recorded sessions.")
    parser.add_argument("--version", action="version", version=f"forge-harness {version('forge-harness')}")
    named = next((word for word in words if not word.startswith("-")), None)
    if named is not None and named not in known:
        raise CommandError(f"There is no command {named!r}. The commands are {', '.join(sorted(known))}.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    # Only the command that was asked for is imported, unless help needs every line.
    if named is not None:
        loaded = {named: _load(known[named])}
    else:
        loaded = {} if "--version" in words else _load_what_can_be(known)
    for name, module in loaded.items():
        module.configure(commands.add_parser(name, help=module.HELP, description=module.HELP))
    try:
        arguments = parser.parse_args(words)
    except SystemExit as help_or_version:
        return 0 if help_or_version.code is None else int(help_or_version.code)
    if arguments.command is None:
        parser.print_help()
        return 2
    return int(loaded[arguments.command].run(arguments))


def _load(point: EntryPoint) -> ModuleType:
    try:
        module = point.load()
    except Exception as error:  # noqa: BLE001  # a command of another package may raise anything
        raise CommandError(
            f"The command {point.name!r} cannot be loaded from {point.value!r} ({type(error).__name__}). "
            "Reinstall the package it comes from."
        ) from None
    if not isinstance(module, ModuleType):
        raise CommandError(
            f"The command {point.name!r} of {point.value!r} is no module. Reinstall the package it comes from."
        )
    return module


def _load_what_can_be(known: Mapping[str, EntryPoint]) -> dict[str, ModuleType]:
    loaded = {}
    for name in sorted(known):
        try:
            loaded[name] = _load(known[name])
        except CommandError as error:
            # A broken command of somebody else's must not take the help of the others away.
            _told(str(error))
    return loaded


def _told(message: str) -> int:
    if sys.stderr is not None:
        # It may quote a stranger's file, and goes to a terminal.
        shown = "".join(character if character.isprintable() else repr(character)[1:-1] for character in message)
        print(f"forge: {shown}", file=sys.stderr)  # noqa: T201  # this is the command line
    return 2


class _Parser(argparse.ArgumentParser):
    """Tells a wrong word in two sentences instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message[:1].upper()}{message[1:]}. See '{self.prog} --help'.")


if __name__ == "__main__":
    sys.exit(main())
