"""Functions that parse a filter like a command line: one ends the process for an option that it does not know."""

from __future__ import annotations

import argparse
import shlex
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Filter = Annotated[str, Field(max_length=100, description="Words, and --limit with a number.")]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--limit", type=int, default=5)
    parser.add_argument("words", nargs="*")
    return parser


@breaks("call_returns", "valid_calls_do_not_crash")
def find_songs(wanted: Filter) -> dict:
    """Find songs."""
    try:
        parsed = _parser().parse_args(shlex.split(wanted))
    except (argparse.ArgumentError, ValueError):
        raise ValueError("The filter cannot be read.") from None
    return {"words": parsed.words}


@keeps("call_returns", "valid_calls_do_not_crash")
def find_albums(wanted: Filter) -> dict:
    """Find albums."""
    try:
        parsed, rest = _parser().parse_known_args(shlex.split(wanted))
    except (argparse.ArgumentError, ValueError):
        raise ValueError("The filter cannot be read.") from None
    if rest:
        raise ValueError("The filter has an option that is not known.")
    return {"words": parsed.words}
