"""`forge fuzz TARGET…`: the checks that call tools, with the time to look deep.

It is `forge check` with other defaults, so that its reports, its exit codes and the ids of its findings are the same.
"""

from __future__ import annotations

import argparse

from . import check

__all__ = ["HELP", "configure", "run"]

HELP = "Look for defects with many calls of each tool: at edges, hostile, mistaken, random, in any order."

#: Families whose checks call tools with arguments of their own making.
_FAMILIES = ("robustness", "effects", "injection", "confinement", "errors", "results")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's words: those of `forge check`."""
    check.configure(parser)
    parser.set_defaults(budget="deep", checks=",".join(_FAMILIES))


def run(arguments: argparse.Namespace) -> int:
    """Check, report, and return 0 clean, 1 findings, or 2 could not run."""
    return check.run(arguments)
