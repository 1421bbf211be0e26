"""CommandParser: the arguments of a command, and the option that every command has."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from ..errors import CommandError

__all__ = ["CommandParser", "coloured", "first_command", "refuse_rest"]

_OPTION = "--color"
_CHOICES = ("auto", "always", "never")
#: The variables that decide where `auto` does; NO_COLOR is the stronger one.
_VARIABLES = {"always": ("FORCE_COLOR", "NO_COLOR"), "never": ("NO_COLOR", "FORCE_COLOR")}


class CommandParser(argparse.ArgumentParser):
    """Reports a wrong argument in two sentences instead of the whole usage, and takes ``--color`` at each level.

    A command may declare an option of the same name, which then replaces it.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(conflict_handler="resolve", **settings)
        self.add_argument(
            _OPTION,
            choices=_CHOICES,
            default=argparse.SUPPRESS,
            help="colours on the terminal (default: auto, which follows NO_COLOR and FORCE_COLOR)",
        )

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise CommandError(f"{message[:1].upper()}{message[1:]}. See '{self.prog} --help'.")


def refuse_rest(parser: argparse.ArgumentParser, arguments: argparse.Namespace, rest: Sequence[str]) -> NoReturn:
    """Refuse the words that a command does not know; of a misspelt option, tell the closest one.

    Args:
        parser: The parser of all commands.
        arguments: What it has understood.
        rest: What it has not.
    """
    from difflib import get_close_matches  # for this message alone

    for action in parser._actions:  # noqa: SLF001  # argparse has no public list of what was declared
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  # the same
            named = action.choices.get(str(getattr(arguments, action.dest, "")))
            if named is not None:
                refuse_rest(named, arguments, rest)
    option = next((word.partition("=")[0] for word in rest if word.startswith("-")), "")
    if not option:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    close = get_close_matches(option, parser._option_string_actions, 1, 0.75)  # noqa: SLF001  # the same
    remedy = f"Did you mean {close[0]!r}?" if close else f"See '{parser.prog} --help'."
    raise CommandError(f"{option!r} is not an option of '{parser.prog}'. {remedy}")


def first_command(words: Sequence[str]) -> str | None:
    """Return the first of *words* that is not an option, nor the value of ``--color``."""
    pairs = zip(["", *words], words, strict=False)
    return next((word for before, word in pairs if not word.startswith("-") and before != _OPTION), None)


@contextmanager
def coloured(arguments: argparse.Namespace) -> Iterator[None]:
    """Set the variables for colours as ``--color`` asks, for this process and the programs that it starts."""
    chosen = getattr(arguments, "color", None)
    if chosen not in _VARIABLES:
        yield
        return
    wanted, other = _VARIABLES[chosen]
    before = {name: os.environ.get(name) for name in (wanted, other)}
    os.environ[wanted] = "1"
    os.environ.pop(other, None)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
