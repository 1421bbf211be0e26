"""`forge cassettes ACTION …`: maintain the cassettes of a project; each action has its own module."""

from __future__ import annotations

import argparse

from . import cassettes_convert, cassettes_lint, cassettes_scrub, cassettes_show

__all__ = ["HELP", "configure", "run"]

HELP = "Maintain cassettes: lint, show, scrub, convert."
_ACTIONS = {
    "lint": cassettes_lint,
    "show": cassettes_show,
    "scrub": cassettes_scrub,
    "convert": cassettes_convert,
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=type(parser))
    for name, module in _ACTIONS.items():
        module.configure(actions.add_parser(name, help=module.HELP, description=module.HELP))


def run(arguments: argparse.Namespace) -> int:
    """Run the action and return its exit code."""
    code: int = _ACTIONS[arguments.action].run(arguments)
    return code
