"""The `forge` command: finds its commands, runs one, and reports a user's mistake in two sentences.

A command is a module behind an entry point of the group ``forge_harness.commands``, with ``HELP`` (a line),
``configure(parser)`` and ``run(arguments) -> int``. Exit codes: 0 clean, 1 findings, 2 could not run.
"""

from __future__ import annotations

import ast
import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from ..errors import CommandError
from .parser import CommandParser, coloured, first_command, refuse_rest

__all__ = ["main"]

_GROUP = "forge_harness.commands"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        argv: The arguments after ``forge``; by default those of the process.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(words, _load_for_good if argv is None else _load)
        if sys.stdout is not None:
            # A closed pipe must be noticed here, not when Python closes the stream.
            sys.stdout.flush()
        if argv is None:
            # The process ends: a last garbage collection of all modules takes a quarter of a second and frees nothing.
            gc.freeze()
    except CommandError as error:
        return _told(str(error))
    except KeyboardInterrupt:
        return _told("Interrupted. Nothing was written.")
    except BrokenPipeError:
        # The reader, for example `head`, has closed the pipe; Python would report that again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    finally:
        if argv is None:
            # What is left takes a moment; a Ctrl-C in it would be shown with a traceback.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    return code


def _run(words: list[str], load: Callable[[EntryPoint], ModuleType]) -> int:
    known = {point.name: point for point in entry_points(group=_GROUP)}
    parser = CommandParser(prog="forge", description="Check the tools of LLM agents, and replay recorded sessions.")
    # Reading the version is slow: it parses the metadata. argparse also accepts a prefix of the option.
    number = version("forge-harness") if any(word.startswith("--v") for word in words) else ""
    parser.add_argument("--version", action="version", version=f"forge-harness {number}")
    named = first_command(words)
    if named is not None and named not in known:
        raise CommandError(f"The command {named!r} is unknown. The commands are {', '.join(sorted(known))}.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=CommandParser)
    # Only the requested command is imported; help reads one line of each other command.
    command = None if named is None else load(known[named])
    if command is not None:
        command.configure(commands.add_parser(str(named), help=command.HELP, description=command.HELP))
    elif "--version" not in words:
        for name in sorted(known):
            line = _help_line(known[name])
            if line is not None:
                commands.add_parser(name, help=line)
    try:
        arguments, rest = parser.parse_known_args(words)
    except SystemExit as help_or_version:
        return 0 if help_or_version.code is None else int(help_or_version.code)
    if rest:
        refuse_rest(parser, arguments, rest)
    if command is None:
        parser.print_help()
        return 2
    with coloured(arguments):
        return int(command.run(arguments))


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
            f"The command {point.name!r} of {point.value!r} is not a module. Reinstall the package it comes from."
        )
    return module


def _load_for_good(point: EntryPoint) -> ModuleType:
    """Load the command of this process; its modules stay until the end, so no garbage collection visits them."""
    gc.disable()
    try:
        return _load(point)
    finally:
        gc.freeze()
        gc.enable()


def _help_line(point: EntryPoint) -> str | None:
    """Return the constant HELP of a command's module without running the module; None if it is broken.

    A command of another package may compute it; then it is imported. A broken command is reported, and does not hide
    the help of the others.
    """
    try:
        found = find_spec(point.module)
    except (ImportError, ValueError):
        found = None
    if found is not None and found.origin is not None and found.origin.endswith(".py"):
        for node in ast.parse(Path(found.origin).read_bytes()).body:
            match node:
                case ast.Assign(targets=[ast.Name(id="HELP")], value=ast.Constant(value=str(line))):
                    return line
    try:
        return str(_load(point).HELP)
    except CommandError as error:
        _told(str(error))
        return None


def _told(message: str) -> int:
    if sys.stderr is not None:
        # It may quote a foreign file, and goes to a terminal.
        shown = "".join(character if character.isprintable() else repr(character)[1:-1] for character in message)
        print(f"forge: {shown}", file=sys.stderr)  # noqa: T201  # this is the command line
    return 2


if __name__ == "__main__":
    sys.exit(main())
