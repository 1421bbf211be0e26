"""`forge completion bash|zsh|fish`: print a script with which a shell completes the words of `forge`.

The script is made from the arguments that the commands declare, and holds them: completing a word starts no Python.
"""

from __future__ import annotations

import argparse
from importlib.metadata import entry_points

from forge_harness import CommandParser

from ..checks.check import FAMILIES
from ..report.output import write_output
from .completion_scripts import SCRIPTS, Level, Option
from .written_checks import written_checks

__all__ = ["HELP", "command_levels", "configure", "run"]

HELP = "Print a script that completes commands, options, checks and formats in a shell."

_GROUP = "forge_harness.commands"
#: The names of values that are files or folders; targets often are.
_FILES = ("FILE", "DIR", "PATH", "TARGET", "MODULE")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=sorted(SCRIPTS), help="the shell to write for")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    write_output(SCRIPTS[arguments.shell](command_levels()))
    return 0


def command_levels() -> list[Level]:
    """Return what can follow each command: first `forge` itself, then every command and action, by name."""
    checks = list(written_checks())
    parsers: dict[str, argparse.ArgumentParser] = {}
    lines: dict[str, str] = {}
    for point in sorted(entry_points(group=_GROUP), key=lambda one: one.name):
        try:
            module = point.load()
            parser = CommandParser(prog=f"forge {point.name}")
            module.configure(parser)
            parsers[point.name], lines[point.name] = parser, str(module.HELP)
        except Exception:  # noqa: BLE001, S112  # a broken command of another package; `forge --help` reports it
            continue
    own = _levels((), CommandParser(prog="forge"), checks)[0].options
    levels = [Level((), (*own, Option(("--version",), "Show the version.")), tuple(lines.items()))]
    for name, declared in parsers.items():
        levels += _levels((name,), declared, checks)
    return levels


def _levels(words: tuple[str, ...], parser: argparse.ArgumentParser, checks: list[str]) -> list[Level]:
    options: list[Option] = []
    actions: dict[str, str] = {}
    values: tuple[str, ...] = ()
    below: list[Level] = []
    for action in parser._actions:  # noqa: SLF001  # argparse has no public list of what was declared
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  # the same
            for name, inner in action.choices.items():
                below += _levels((*words, name), inner, checks)
            actions = {one.dest: one.help or "" for one in action._choices_actions}  # noqa: SLF001  # the same
        elif action.option_strings:
            known, is_list = _values(action, checks)
            takes_value = action.nargs != 0
            text = (action.help or "").replace("%%", "%")
            options.append(Option(tuple(action.option_strings), text, takes_value, known, is_list))
        else:
            values += _values(action, checks)[0]
    return [Level(words, tuple(options), tuple(actions.items()), values), *below]


def _values(action: argparse.Action, checks: list[str]) -> tuple[tuple[str, ...], bool]:
    """Return the known values of an argument, and whether several may be given with commas."""
    if action.choices is not None:
        return tuple(map(str, action.choices)), False
    name = str(action.metavar)
    if name == "IDS":
        return (*FAMILIES, *checks), True
    if action.dest == "check" and name == "ID":
        return (*FAMILIES, *checks), False
    words = name.split("|")
    # `quick|standard` names values, `FILE|off` a file or a word.
    return (tuple(words) if len(words) > 1 and name.islower() else ()), False
