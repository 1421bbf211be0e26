"""`forge check TARGET…`: check tools against the tool contract."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from forge_harness import CommandError

from ..engine.budget import BUDGETS
from ..engine.selection import load_check_module
from ..finding_id import parse_finding_id
from ..findings.baseline import Baseline
from ..findings.run import USER_ERRORS, CheckRun, RunSettings
from ..findings.store import default_store
from ..report.coverage import coverage_json, is_below
from ..report.output import check_place, json_text, write_output
from ..report.paint import Paint
from ..report.printable import printable
from ..report.progress import Progress
from ..report.text import report_lines
from ..report.value import Report
from ..targets.mcp.server import OUTSIDE_ONLY

__all__ = ["HELP", "configure", "run"]

HELP = "Check tools against the tool contract."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "targets",
        nargs="+",
        metavar="TARGET",
        help=(
            "package.module, path/to/file.py, either with :attribute, definitions:FILE, "
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
        "--store", metavar="FILE|off", help="past findings, judged first (default: in the user's cache folder)"
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
    try:
        return _run(CheckRun(_settings(arguments)), arguments)
    except USER_ERRORS as error:
        raise CommandError(str(error)) from None


def _settings(arguments: argparse.Namespace) -> RunSettings:
    if arguments.call is not None and arguments.replay is None:
        raise CommandError("--call makes a call before a finding is replayed. Add --replay ID.")
    return RunSettings(
        base=Path.cwd(),
        checks=_split(arguments.checks),
        skip=_split(arguments.skip),
        level=arguments.level,
        replay=arguments.replay,
        call=arguments.call,
        budget=arguments.budget,
        seed=arguments.seed,
        env=[*arguments.env, *([f"{OUTSIDE_ONLY}=1"] if arguments.outside_only else [])],
        allow_destructive=arguments.allow_destructive,
        with_coverage=arguments.cov_fail_under is not None or arguments.cov_report is not None,
        store=arguments.store or "",
        default_store=default_store(),
        baseline=arguments.baseline,
        baseline_name=str(arguments.baseline),
        tests=arguments.write_tests,
        tests_name=str(arguments.write_tests),
    )


def _run(run: CheckRun, arguments: argparse.Namespace) -> int:
    for place in (arguments.output, arguments.write_baseline, arguments.cov_report):
        check_place(place)
    run.check_places()
    rewritten = _rewritten(arguments.write_baseline)
    if run.store.warning:
        sys.stderr.write(f"forge: {printable(run.store.warning)}\n")
    for module in arguments.check_module:
        load_check_module(module, base=run.settings.base)
    with Progress.on(sys.stderr) as progress:
        report = run.judge_all(
            arguments.targets, jobs=arguments.jobs, max_seconds=arguments.max_seconds, progress=progress
        )
    run.learn(report)
    _report_other_cause(report, arguments.replay)
    if rewritten is not None and not report.is_partial:
        text, unexplained = rewritten.text_for(report.results)
        write_output(text, place=arguments.write_baseline)
        _report_reasons(arguments.write_baseline, unexplained)
    report = run.accepted(report, is_whole=arguments.replay is None and not report.is_partial)
    written = run.write_tests(report)
    if written:
        sys.stderr.write(f"forge: {written}\n")
    if arguments.cov_report is not None:
        write_output(json_text(coverage_json(report.coverage)), place=arguments.cov_report)
    _write(report, arguments)
    below = is_below(report.coverage, arguments.cov_fail_under)
    if below:
        sys.stderr.write(f"forge: {below}\n")
    return report.exit_code or int(bool(below))


def _report_reasons(baseline: Path, unexplained: int) -> None:
    """Say on standard error that a baseline was written, and how many entries need a reason."""
    place = repr(str(baseline))
    if unexplained:
        entries = f"{unexplained} entr{'y' if unexplained == 1 else 'ies'}"
        sys.stderr.write(f"forge: Wrote {place}. Give {entries} a reason, then run with --baseline {baseline}.\n")
    else:
        sys.stderr.write(f"forge: Wrote {place}. Run with --baseline {baseline}.\n")


def _call(word: str) -> dict[str, Any]:
    try:
        value = json.loads(word)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"{word[:80]!r} is not a JSON object")
    return value


def _rewritten(path: Path | None) -> Baseline | None:
    """Return the baseline whose reasons are kept; None if none is written."""
    if path is None:
        return None
    return Baseline.read(path, with_empty_reasons=True) if path.exists() else Baseline("")


def _report_other_cause(report: Report, identifier: str | None) -> None:
    """Say on standard error that the finding asked for is fixed, and the check fails for another reason."""
    wanted = parse_finding_id(identifier or "")
    for result in report.results:
        names = [name for name in map(parse_finding_id, (result.id, result.old_id)) if name is not None]
        if result.status == "failed" and wanted is not None and not any(map(wanted.covers, names)):
            sys.stderr.write(
                f"forge: {printable(identifier or '')!r} no longer shows. The check now fails for another reason.\n"
            )


def _write(report: Report, arguments: argparse.Namespace) -> None:
    if arguments.format == "json":
        text = json_text(report.as_json())
    else:
        on_terminal = arguments.output is None
        paint = Paint.for_stream(sys.stdout) if on_terminal else Paint(is_on=False)
        base = Path.cwd() if arguments.verbose else None
        text = "\n".join(report_lines(report, paint=paint, base=base))
    write_output(text, place=arguments.output)


def _split(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


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
