"""`forge check TARGET…`: check tools against the tool contract."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from ..engine.budget import BUDGETS
from ..engine.spare_host import start_spare
from ..targets.mcp.address import OUTSIDE_ONLY

__all__ = ["HELP", "configure", "run"]

HELP = "Check tools against the tool contract."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "targets",
        nargs="+",
        metavar="TARGET",
        help=(
            "package.module, path/to/file.py, either with :attribute, definitions:FILE, forge:builtins, "
            "a folder of script tools, "
            "mcp.json (the servers in a client's file; 'mcp.json:NAME' for one), "
            "'mcp:COMMAND ARGUMENT…' ({workspace} stands for the sandbox's workspace), or mcp+http://HOST:PORT/PATH"
        ),
    )
    parser.add_argument(
        "--checks", default="", metavar="IDS", help="only these checks or families, separated by commas"
    )
    parser.add_argument("--skip", default="", metavar="IDS", help="leave out these checks or families")
    parser.add_argument("--level", choices=["must", "should"], default="should", help="'must' skips SHOULD checks")
    parser.add_argument(
        "--budget", choices=sorted(BUDGETS), default="quick", help="time that a check may take (default: quick)"
    )
    parser.add_argument(
        "--max-seconds",
        type=_seconds,
        metavar="N",
        help="time for the whole run; checks that are not done by then are errors",
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the generated calls (default: 0)")
    parser.add_argument("--replay", metavar="ID", help="only the finding of this id, 'tool[check]#code'")
    parser.add_argument(
        "--call", type=_call, metavar="JSON", help="with --replay: the arguments of the call to make first"
    )
    parser.add_argument(
        "--store",
        metavar="PLACE|off",
        help="past findings, judged first: a file, or shared by a team: a folder, redis://HOST:PORT/NUMBER "
        "(default: a file in the user's cache folder)",
    )
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE", help="findings that are accepted, each with its reason"
    )
    parser.add_argument(
        "--write-baseline",
        type=Path,
        metavar="FILE",
        help="write every finding of this run to FILE, to be accepted with --baseline once each has its reason; "
        "reasons that it already holds are kept",
    )
    parser.add_argument(
        "--write-tests",
        type=Path,
        metavar="FILE|DIR",
        help="write a test for each finding, which fails until the tool is fixed",
    )
    parser.add_argument(
        "--cov-fail-under",
        type=_percent,
        metavar="N",
        help="fail if calls exercise less than N %% of the contracts",
    )
    parser.add_argument("--cov-report", type=Path, metavar="FILE", help="write the contracts' coverage there, as JSON")
    parser.add_argument(
        "--check-module",
        action="append",
        default=[],
        metavar="MODULE",
        help="a module or .py file that declares checks of your own",
    )
    parser.add_argument(
        "--allow-destructive",
        action="store_true",
        help="call tools of MCP servers, and tools that are marked destructive; like all, they run in the sandbox",
    )
    parser.add_argument(
        "--env",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="a variable to pass on to the tools ({workspace} in its value stands for the sandbox's workspace)",
    )
    parser.add_argument(
        "--server",
        action="append",
        default=[],
        metavar="NAME",
        help="only this server of a client's file, such as mcp.json (repeatable)",
    )
    parser.add_argument(
        "--outside-only",
        action="store_true",
        help=f"do not observe Python servers from inside, by a start-up module (pytest: forge_env = {OUTSIDE_ONLY}=1)",
    )
    parser.add_argument(
        "--workers",
        "--jobs",
        dest="jobs",
        type=_positive,
        default=min(os.cpu_count() or 1, 4),
        metavar="N",
        help="checks made at the same time (default: one per core, at most 4)",
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.add_argument("-v", "--verbose", action="store_true", help="also show each call as Python code")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report there instead of to the terminal")


def run(arguments: argparse.Namespace) -> int:
    """Check, report, and return 0 clean, 1 findings, or 2 could not run."""
    if any(not target.startswith("definitions:") for target in arguments.targets):
        start_spare(arguments.seed)
        if not arguments.checks:
            # For the check that compares two builds of a schema, under another hash seed.
            start_spare(arguments.seed + 1, lists_only=True)
    # After the spare host has begun to import the same.
    from .check_run import run_check

    return run_check(arguments)


def _call(word: str) -> dict[str, Any]:
    try:
        value = json.loads(word)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"{word[:80]!r} is not a JSON object")
    return value


def _percent(word: str) -> float:
    try:
        percent = float(word)
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= 100:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number from 0 to 100")
    return percent


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of seconds above 0")
    return seconds


def _positive(word: str) -> int:
    number = int(word) if word.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is not a positive number")
    return number
