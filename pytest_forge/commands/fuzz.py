"""`forge fuzz TARGET…`: the checks that call tools, with a deep budget.

It is `forge check` with other defaults: reports, exit codes and ids of findings are the same.
"""

from __future__ import annotations

import argparse

from . import check

__all__ = ["HELP", "configure", "run"]

HELP = "Call each tool many times to find defects: edge cases, hostile, wrong and random arguments, sequences."

#: Families whose checks generate arguments.
_FAMILIES = ("robustness", "effects", "injection", "confinement", "errors", "results")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `forge check`."""
    check.configure(parser)
    parser.set_defaults(budget="deep")


def run(arguments: argparse.Namespace) -> int:
    """Check and report; return 0 if clean, 1 for findings, 2 if the run failed."""
    # Not as a default of the parser, to which words on the command line would be added.
    arguments.checks = arguments.checks or ",".join(_FAMILIES)
    return check.run(arguments)
