"""`forge check TARGET…`: check tools against the tool contract."""

from __future__ import annotations

import argparse
import copy
import os
import sys
from pathlib import Path
from typing import Any

from forge_harness import CommandError

from ..engine.host_server import start_host_server
from ..findings.project_settings import BUDGET_NAMES, LEVELS, ProjectSettings, SettingsError, read_project_settings
from ..report.formats import FORMATS, FormatError, named_reports
from ..targets.mcp.address import OUTSIDE_ONLY
from .option_values import MoreWords, json_object, percent, positive_number, seconds_above_0, shard_of_run
from .sandbox_options import add_sandbox_options

__all__ = ["HELP", "configure", "run"]

HELP = "Check tools against the tool contract."

#: The values of options that neither the command line nor the project sets.
_DEFAULTS: dict[str, Any] = {
    "checks": "",
    "skip": "",
    "level": "should",
    "budget": "quick",
    "max_seconds": None,
    "seed": 0,
    "store": None,
    "baseline": None,
    "locked": None,
    "write_tests": None,
    "cov_fail_under": None,
    "check_module": [],
    "allow_destructive": False,
    "env": [],
    "prepare": None,
    "outside_only": False,
    "workers": min(os.cpu_count() or 1, 4),
    "format": "text",
    "report": [],
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "targets",
        nargs="*",
        metavar="TARGET",
        help=(
            "package.module, path/to/file.py, either with :attribute, definitions:FILE, "
            "a folder of script tools, forge:builtins, forge:copilot, forge:dev, "
            "mcp.json (the servers in a client's file, 'mcp.json:NAME' for one), "
            "'mcp:COMMAND ARGUMENT…' ({workspace} stands for the sandbox's workspace), or mcp+http://HOST:PORT/PATH "
            "(default: the targets in [tool.forge] of pyproject.toml, which also sets defaults of the options)"
        ),
    )
    parser.add_argument(
        "--checks", action=MoreWords, metavar="IDS", help="only these checks or families, separated by commas"
    )
    parser.add_argument("--skip", action=MoreWords, metavar="IDS", help="leave out these checks or families")
    parser.add_argument("--level", choices=LEVELS, help="'must' skips SHOULD checks")
    parser.add_argument("--budget", choices=BUDGET_NAMES, help="time that a check may take (default: quick)")
    parser.add_argument(
        "--max-seconds",
        type=seconds_above_0,
        metavar="N",
        help="time for the whole run; checks that are not done by then are errors",
    )
    parser.add_argument("--seed", type=int, help="seed of the generated calls (default: 0)")
    parser.add_argument("--replay", metavar="ID", help="only the finding of this id, 'tool[check]#code'")
    parser.add_argument(
        "--call", type=json_object, metavar="JSON", help="with --replay: the arguments of the call to make first"
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
        "--locked",
        nargs="?",
        const="",
        metavar="FILE",
        help="compare the tools with a file of 'forge lock', and report what would break their users, and changed "
        "texts (default: forge.lock.json)",
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
        type=percent,
        metavar="N",
        help="fail if calls exercise less than N %% of the contracts",
    )
    parser.add_argument("--cov-report", type=Path, metavar="FILE", help="write the contracts' coverage there, as JSON")
    parser.add_argument(
        "--check-module",
        action="append",
        metavar="MODULE",
        help="a module or .py file that declares checks of your own",
    )
    parser.add_argument(
        "--allow-destructive",
        action=argparse.BooleanOptionalAction,
        help="call tools of MCP servers, and tools that are marked destructive; like all, they run in the sandbox",
    )
    add_sandbox_options(parser)
    parser.add_argument(
        "--server",
        action="append",
        default=[],
        metavar="NAME",
        help="only this server of a client's file, such as mcp.json (repeatable)",
    )
    parser.add_argument(
        "--outside-only",
        action=argparse.BooleanOptionalAction,
        help=f"do not observe Python servers from inside, by a start-up module (pytest: forge_env = {OUTSIDE_ONLY}=1)",
    )
    parser.add_argument(
        "--workers",
        "--jobs",
        dest="workers",
        type=positive_number,
        metavar="N",
        help="checks made at the same time (default: one per core, at most 4)",
    )
    parser.add_argument(
        "--format", choices=list(FORMATS), help="of the report on the terminal or in --output (default: text)"
    )
    parser.add_argument(
        "--report",
        action="append",
        metavar="FORMAT:PATH",
        help="write the report in another format as well, such as json:report.json (repeatable)",
    )
    parser.add_argument(
        "--shard",
        type=shard_of_run,
        metavar="K/N",
        help="only the K-th of N parts of the tools; 'forge report merge' puts the JSON reports of all parts together",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with the run of the same checks that was killed or interrupted: its verdicts are taken up",
    )
    parser.add_argument("--watch", action="store_true", help="check again after each change, until Ctrl-C")
    parser.add_argument("-v", "--verbose", action="store_true", help="also show each call as Python code")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report there instead of to the terminal")


def run(arguments: argparse.Namespace) -> int:
    """Check, report, and return 0 clean, 1 findings, or 2 could not run."""
    if not arguments.watch:
        return _run_once(arguments)
    if arguments.resume:
        raise CommandError("--resume goes on with one run, and --watch makes many. Leave one of them out.")
    return _run_and_watch(arguments)


def _run_and_watch(arguments: argparse.Namespace) -> int:
    from ..targets.source_files import source_places
    from .watching import watch

    first = copy.deepcopy(arguments)
    _read_locked(first)
    _add_defaults(first)
    read = [first.baseline, first.locked, Path("pyproject.toml"), *(Path(one) for one in first.check_module)]
    written = [first.output, first.write_baseline, first.cov_report, first.write_tests]
    written += [Path(path) for _, path in first.report]
    written += [first.base / first.store] if first.store and "://" not in first.store else []

    def check() -> int:
        again = copy.deepcopy(arguments)
        code = _run_once(again)
        if again.is_interrupted:
            raise KeyboardInterrupt
        return code

    places = source_places(first.targets, base=first.base, files=[path for path in read if path and path.is_file()])
    return watch(check, places, leave=[path for path in written if path])


def _run_once(arguments: argparse.Namespace) -> int:
    arguments.is_interrupted = False
    _read_locked(arguments)
    _add_defaults(arguments)
    runs_code = any(not target.startswith("definitions:") for target in arguments.targets)
    if runs_code:
        start_host_server(arguments.seed)
    # While the server of hosts imports the same.
    from .check_run import run_check

    if runs_code and not arguments.checks:
        # For the check that compares two builds of a schema, under another hash seed.
        start_host_server(arguments.seed + 1, lists_only=True)
    return run_check(arguments)


def _read_locked(arguments: argparse.Namespace) -> None:
    """Take the word after --locked as a target if it is not a lock file: 'forge check --locked tools.py'."""
    word = arguments.locked
    if word is None:
        return
    from ..lock.lock_file import DEFAULT_NAME, is_lock_file

    if word and (not word.endswith(".json") or (not arguments.targets and not is_lock_file(Path(word)))):
        arguments.targets.insert(0, word)
        word = ""
    arguments.locked = Path(word or DEFAULT_NAME)


def _add_defaults(arguments: argparse.Namespace) -> None:
    """Set what the command line does not: the project's value, or else the default."""
    try:
        project = read_project_settings(Path.cwd())
    except SettingsError as error:
        raise CommandError(str(error)) from None
    values = {key.replace("-", "_"): value for key, value in project.values.items()}
    if values.get("format", "text") not in FORMATS:
        raise CommandError(
            f"{project.name}: 'format' in [tool.forge] is {values['format']!r}. Write one of {', '.join(FORMATS)}."
        )
    for name, default in _DEFAULTS.items():
        if getattr(arguments, name) is None:
            value = values.get(name, default)
            setattr(arguments, name, Path(value) if name in ("baseline", "locked", "write_tests") and value else value)
    named, written = arguments.baseline, arguments.write_baseline
    if named and written and named.absolute() == written.absolute() and not named.exists():
        # The project names the file that this run is to write.
        arguments.baseline = None
    is_of_project = arguments.report is values.get("report")
    where = f"{project.name}: 'report' in [tool.forge]" if is_of_project else "--report"
    try:
        arguments.report = named_reports(arguments.report, option=where)
    except FormatError as error:
        raise CommandError(str(error)) from None
    arguments.base = Path.cwd()
    if not arguments.targets:
        arguments.targets = values.get("targets", [])
        _move_to(arguments, project)
    if not arguments.targets:
        where = f"{project.name} has no 'targets' in" if project.name else "no pyproject.toml here or above has"
        raise CommandError(
            f"No TARGET was given, and {where} [tool.forge]. "
            "Name one, as in 'forge check my_tools.py', or let 'forge init' find the tools."
        )


def _move_to(arguments: argparse.Namespace, project: ProjectSettings) -> None:
    """Start from the folder of the project, since its targets do."""
    if project.folder == arguments.base or not arguments.targets:
        return
    arguments.base = project.folder
    if arguments.store and arguments.store != "off" and "://" not in arguments.store:
        arguments.store = os.path.relpath(arguments.store, project.folder)
    folder = os.path.dirname(project.name)  # noqa: PTH120  # of a text
    sys.stderr.write(f"forge: Targets come from {project.name!r}. Run the commands of the report in {folder!r}.\n")
