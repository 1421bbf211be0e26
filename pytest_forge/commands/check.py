"""`forge check TARGET…`: judge tools by the tool contract."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from forge_harness import CommandError

from ..engine.budget import BUDGETS
from ..engine.campaign import Past, run_campaign
from ..engine.past_finding import PastFinding
from ..engine.selection import SelectionError, load_check_module, replayed, select_checks
from ..finding_id import parse_finding_id
from ..findings.baseline import Baseline, BaselineError
from ..findings.regression_test import RegressionTestError, check_test_place, write_tests
from ..findings.store import default_store, store_at
from ..report.coverage import coverage_json, is_below
from ..report.output import check_place, json_text, write_output
from ..report.paint import Paint
from ..report.printable import printable
from ..report.progress import Progress
from ..report.text import report_lines
from ..report.value import Report
from ..targets.given_variables import given_variables
from ..targets.target_error import TargetError

__all__ = ["HELP", "configure", "run"]

HELP = "Judge tools by the tool contract."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's words."""
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
    parser.add_argument("--level", choices=["must", "should"], default="should", help="'must' leaves out every SHOULD")
    parser.add_argument("--budget", choices=sorted(BUDGETS), default="quick", help="time that a check may take")
    parser.add_argument(
        "--max-seconds",
        type=_seconds,
        metavar="N",
        help="time for the whole run; what is not judged by then is an error",
    )
    parser.add_argument("--seed", type=int, default=0, help="repeat a run exactly")
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
        "reasons that stand there already are kept",
    )
    parser.add_argument(
        "--write-tests",
        type=Path,
        metavar="FILE|DIR",
        help="write a test for each finding, which fails until it is mended",
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
        help="a module or .py file with checks of yours",
    )
    parser.add_argument(
        "--allow-destructive",
        action="store_true",
        help="call tools of MCP servers, and tools that are marked destructive; they run in the sandbox, as all do",
    )
    parser.add_argument(
        "--env",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="a variable the tools may see ({workspace} in its value stands for the sandbox's workspace)",
    )
    parser.add_argument(
        "--jobs", type=_positive, default=min(os.cpu_count() or 1, 4), help="checks made at the same time"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.add_argument("-v", "--verbose", action="store_true", help="show each call as lines of Python, too")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report there instead of to the terminal")


def run(arguments: argparse.Namespace) -> int:
    """Check, report, and return 0 clean, 1 findings, or 2 could not run."""
    check_place(arguments.output)
    check_place(arguments.write_baseline)
    check_place(arguments.cov_report)
    if arguments.write_tests is not None:
        _refusing(check_test_place, arguments.write_tests, name=str(arguments.write_tests))
    baseline = _baseline(arguments.baseline)
    rewritten = _rewritten(arguments.write_baseline)
    environment = _environment(arguments.env)
    past = store_at(arguments.store, default_store(), base=Path.cwd())
    if past.warning:
        sys.stderr.write(f"forge: {printable(past.warning)}\n")
    only_tool = None
    try:
        for module in arguments.check_module:
            load_check_module(module, base=Path.cwd())
        if arguments.replay is None:
            checks = select_checks(include=_split(arguments.checks), skip=_split(arguments.skip), level=arguments.level)
        else:
            only_tool, check = replayed(arguments.replay)
            checks = [check]
        with Progress.on(sys.stderr) as progress:
            report = run_campaign(
                arguments.targets,
                checks,
                budget=BUDGETS[arguments.budget],
                seed=arguments.seed,
                jobs=arguments.jobs,
                environment=environment,
                only_tool=only_tool,
                allow_destructive=arguments.allow_destructive,
                with_coverage=arguments.cov_fail_under is not None or arguments.cov_report is not None,
                past=past.finding if arguments.call is None else _past(arguments.call, arguments.seed),
                max_seconds=arguments.max_seconds,
                progress=progress,
            )
    except (TargetError, SelectionError) as error:
        raise CommandError(str(error)) from None
    if only_tool is not None and not report.tools:
        raise CommandError(
            f"There is no tool {only_tool!r} in {', '.join(map(repr, arguments.targets))}. Copy the id from the report."
        )
    past.learn(report.results)
    past.save()
    _tell_other_cause(report, arguments.replay)
    if rewritten is not None and not report.is_partial:
        text, unexplained = rewritten.text_for(report.results)
        write_output(text, place=arguments.write_baseline)
        _tell_of_reasons(arguments.write_baseline, unexplained)
    is_whole = arguments.replay is None and not report.is_partial
    report = replace(
        report, results=baseline.applied(report.results, made={check.id for check in checks}, is_whole=is_whole)
    )
    if arguments.write_tests is not None:
        number = _refusing(write_tests, report.results, arguments.write_tests, base=Path.cwd())
        sys.stderr.write(f"forge: Wrote {number} test{'' if number == 1 else 's'} to {str(arguments.write_tests)!r}.\n")
    if arguments.cov_report is not None:
        write_output(json_text(coverage_json(report.coverage)), place=arguments.cov_report)
    _write(report, arguments)
    below = is_below(report.coverage, arguments.cov_fail_under)
    if below:
        sys.stderr.write(f"forge: {below}\n")
    return report.exit_code or int(bool(below))


def _tell_of_reasons(baseline: Path, unexplained: int) -> None:
    """Say that the findings of a baseline are accepted once each has its reason."""
    place = repr(str(baseline))
    if unexplained:
        entries = f"{unexplained} entr{'y' if unexplained == 1 else 'ies'}"
        sys.stderr.write(f"forge: Wrote {place}. Give {entries} a reason, then run with --baseline {baseline}.\n")
    else:
        sys.stderr.write(f"forge: Wrote {place}. Run with --baseline {baseline}.\n")


def _past(call: dict[str, Any], seed: int) -> Past:
    """Return what says of every tool that the call has found something before; with --replay, there is one."""
    return lambda *_: PastFinding(seed, call)


def _call(word: str) -> dict[str, Any]:
    try:
        value = json.loads(word)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"{word[:80]!r} is not a JSON object")
    return value


def _refusing(write: Callable[..., Any], *words: Any, **options: Any) -> Any:
    try:
        return write(*words, **options)
    except RegressionTestError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"The tests cannot be written ({error.strerror}). Name another folder.") from None


def _baseline(path: Path | None) -> Baseline:
    try:
        return Baseline("") if path is None else Baseline.read(path)
    except BaselineError as error:
        raise CommandError(str(error)) from None


def _rewritten(path: Path | None) -> Baseline | None:
    """Return the baseline whose reasons are to be kept; None if none is to be written."""
    if path is None:
        return None
    try:
        return Baseline.read(path, with_empty_reasons=True) if path.exists() else Baseline("")
    except BaselineError as error:
        raise CommandError(str(error)) from None


def _tell_other_cause(report: Report, identifier: str | None) -> None:
    """Say on standard error that what was asked for is mended, and what is shown is something else."""
    wanted = parse_finding_id(identifier or "")
    for result in report.results:
        names = [name for name in map(parse_finding_id, (result.id, result.old_id)) if name is not None]
        if result.status == "failed" and wanted is not None and not any(map(wanted.covers, names)):
            sys.stderr.write(
                f"forge: {printable(identifier or '')!r} no longer shows. The check fails by another cause now.\n"
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


def _environment(words: list[str]) -> dict[str, str]:
    try:
        return given_variables(words, option="--env")
    except TargetError as error:
        raise CommandError(str(error)) from None


def _split(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


def _percent(word: str) -> float:
    try:
        percent = float(word)
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= 100:
        raise argparse.ArgumentTypeError(f"{word!r} is no number from 0 to 100")
    return percent


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{word!r} is no number of seconds above 0")
    return seconds


def _positive(word: str) -> int:
    number = int(word) if word.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is no positive number")
    return number
