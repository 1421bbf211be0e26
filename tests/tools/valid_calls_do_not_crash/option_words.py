"""Functions that parse texts like a command line: one of them must not end the process for ``--help``."""

from __future__ import annotations

import argparse
import shlex
from typing import Annotated, Any, NoReturn

from pydantic import Field

from ..marks import breaks, keeps


class _Raising(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(f"The filter cannot be read: {message}.")


_FILTERS = _Raising(prog="filter")
_FILTERS.add_argument("--since", default="")
_FILTERS.add_argument("words", nargs="*")


@breaks("valid_calls_do_not_crash")
def option_words__help_of_a_filter(
    filters: Annotated[str, Field(description="Words, and --since DATE.", max_length=200)],
) -> Any:
    """Read a filter, and return its parts."""
    found = _FILTERS.parse_args(shlex.split(filters))
    return {"since": found.since, "words": found.words}


@breaks("valid_calls_do_not_crash")
def option_words__version_of_a_recipe(
    steps: Annotated[list[Annotated[str, Field(max_length=40)]], Field(description="Steps of the recipe.")],
) -> Any:
    """Read a recipe, and return its steps."""
    parser = argparse.ArgumentParser(prog="recipe", add_help=False, exit_on_error=False)
    parser.add_argument("--version", action="version", version="2")
    parser.add_argument("steps", nargs="*")
    found, rest = parser.parse_known_args(steps)
    return {"steps": found.steps, "unread": rest}


@keeps("valid_calls_do_not_crash")
def option_words__refused(
    filters: Annotated[str, Field(description="Words, and --since DATE.", max_length=200)],
) -> Any:
    """Read a filter, and return its parts."""
    parser = _Raising(prog="filter", add_help=False)
    parser.add_argument("--since", default="")
    parser.add_argument("words", nargs="*")
    found = parser.parse_args(shlex.split(filters))
    return {"since": found.since, "words": found.words}
