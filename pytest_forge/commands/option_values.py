"""Values of options: words of the command line read as numbers, shares and objects, or refused by argparse."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..report.shard import Shard

__all__ = ["MoreWords", "json_object", "percent", "positive_number", "seconds_above_0", "shard_of_run"]


class MoreWords(argparse.Action):
    """Adds the words of an option that is given again to the earlier ones, with a comma between them."""

    def __call__(self, _: object, namespace: argparse.Namespace, values: Any, __: str | None = None) -> None:
        """Join the words."""
        earlier = getattr(namespace, self.dest)
        setattr(namespace, self.dest, values if earlier is None else f"{earlier},{values}")


def json_object(word: str) -> dict[str, Any]:
    """Read an object in JSON."""
    try:
        value = json.loads(word)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"{word[:80]!r} is not a JSON object")
    return value


def shard_of_run(word: str) -> Shard:
    """Read ``K/N``."""
    shard = Shard.parse(word)
    if shard is None:
        raise argparse.ArgumentTypeError(f"{word!r} is not K/N with K from 1 to N, such as 1/3")
    return shard


def percent(word: str) -> float:
    """Read a number from 0 to 100."""
    try:
        value = float(word)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number from 0 to 100")
    return value


def seconds_above_0(word: str) -> float:
    """Read a number of seconds above 0."""
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of seconds above 0")
    return seconds


def positive_number(word: str) -> int:
    """Read a whole number from 1."""
    number = int(word) if word.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is not a positive number")
    return number
