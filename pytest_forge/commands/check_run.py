"""The run of `forge check`: settings, judging, and what is written."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from forge_harness import CommandError

from ..engine.selection import load_check_module
from ..finding_id import parse_finding_id
from ..findings.baseline import Baseline
from ..findings.journal import taken_up_lines
from ..findings.run import USER_ERRORS, CheckRun
from ..findings.run_settings import RunSettings
from ..findings.store import cache_folder, default_store
from ..report.coverage import coverage_json, is_below
from ..report.formats import WITH_COVERAGE, missing_part, write_report
from ..report.output import check_place, json_text, write_output
from ..report.paint import Paint
from ..report.printable import printable
from ..report.progress import Progress
from ..report.text import report_lines
from ..report.value import Report
from ..targets.mcp.address import OUTSIDE_ONLY
from ..targets.prepare_file import PREPARE

__all__ = ["run_check"]

#: How many compatible changes are listed.
_MAX_TOLD = 6


def run_check(arguments: argparse.Namespace) -> int:
    """Check, report, and return 0 clean, 1 findings, or 2 could not run."""
    try:
        run = CheckRun(_settings(arguments))
        try:
            code = _run(run, arguments)
            _tell(run.close(is_done=not arguments.is_interrupted))
            return code
        finally:
            run.close(is_done=False)
    except USER_ERRORS as error:
        raise CommandError(str(error)) from None


def _settings(arguments: argparse.Namespace) -> RunSettings:
    if arguments.call is not None and arguments.replay is None:
        raise CommandError("--call makes a call before a finding is replayed. Add --replay ID.")
    for option in ("write_baseline", "cov_fail_under"):
        if arguments.shard is not None and getattr(arguments, option) is not None:
            raise CommandError(f"--{option.replace('_', '-')} needs every tool of the run. Leave it or --shard out.")
    if arguments.shard is not None and arguments.replay is not None:
        raise CommandError("--replay repeats one finding. Leave --shard out.")
    journals = None if arguments.store == "off" else cache_folder()
    if arguments.resume and journals is None:
        raise CommandError("--resume needs the verdicts of a run, and --store off keeps none. Leave one of them out.")
    if arguments.resume and arguments.replay is not None:
        raise CommandError(
            "--resume goes on with a whole run, and --replay repeats one finding. Leave one of them out."
        )
    return RunSettings(
        base=arguments.base,
        checks=_split(arguments.checks),
        skip=_split(arguments.skip),
        level=arguments.level,
        replay=arguments.replay,
        call=arguments.call,
        budget=arguments.budget,
        seed=arguments.seed,
        env=[*arguments.env, *_own_variables(arguments)],
        allow_destructive=arguments.allow_destructive,
        servers=arguments.server,
        with_coverage=arguments.cov_fail_under is not None
        or arguments.cov_report is not None
        or not WITH_COVERAGE.isdisjoint([arguments.format, *(kind for kind, _ in arguments.report)]),
        store=arguments.store or "",
        default_store=default_store(),
        lock=arguments.locked,
        lock_name=str(arguments.locked or ""),
        baseline=arguments.baseline,
        baseline_name=str(arguments.baseline),
        tests=arguments.write_tests,
        tests_name=str(arguments.write_tests),
        shard=arguments.shard,
        journals=None if journals is None else journals / "runs",
        resume=arguments.resume,
    )


def _own_variables(arguments: argparse.Namespace) -> list[str]:
    """Return the options that reach a host as variables."""
    words = [f"{OUTSIDE_ONLY}=1"] if arguments.outside_only else []
    if arguments.prepare:
        words.append(f"{PREPARE}={os.path.relpath(arguments.prepare, arguments.base)}")
    return words


def _run(run: CheckRun, arguments: argparse.Namespace) -> int:
    reports = [(kind, None if path == "-" else Path(path)) for kind, path in arguments.report]
    for place in (arguments.output, arguments.write_baseline, arguments.cov_report, *(place for _, place in reports)):
        check_place(place)
    if missing := missing_part(arguments.format):
        raise CommandError(missing)
    run.check_places()
    rewritten = _rewritten(arguments.write_baseline)
    _report_store(run)
    for module in arguments.check_module:
        load_check_module(module, base=Path.cwd())
    with Progress.on(sys.stderr) as progress:
        report = run.judge_all(
            arguments.targets, jobs=arguments.workers, max_seconds=arguments.max_seconds, progress=progress
        )
    arguments.is_interrupted = report.is_partial
    run.learn(report)
    _report_store(run)
    if arguments.resume:
        for line in taken_up_lines(*run.taken_up):
            _tell(line)
    elif report.is_partial and arguments.replay is None and arguments.store != "off":
        _tell("The same command with --resume goes on with this run.")
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
    for kind, place in reports:
        write_report(kind, report, base=arguments.base, place=place)
    _write(report, arguments)
    _report_compatible(run, report)
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


def _report_compatible(run: CheckRun, report: Report) -> None:
    """Say on standard error what has changed since the lock without breaking anything."""
    if run.lock is None or run.only_tool is not None:
        return
    told = [
        f"{printable(tool.name)}: {change.text}" for tool in report.tools for change in tool.changes if not change.code
    ]
    told += [
        f"{printable(tool.name)}: it is new"
        for tool in report.tools
        if not (tool.is_locked or tool.left_out or tool.unusable)
    ]
    if told:
        more = f" and {len(told) - _MAX_TOLD} more" if len(told) > _MAX_TOLD else ""
        sys.stderr.write(
            f"forge: Compatible changes since {run.settings.lock_name!r}: {'; '.join(told[:_MAX_TOLD])}{more}. "
            "Take them over with 'forge lock'.\n"
        )


def _report_store(run: CheckRun) -> None:
    _tell(run.store.take_warning())


def _tell(text: str) -> None:
    """Say a sentence on standard error, if there is one."""
    if text:
        sys.stderr.write(f"forge: {printable(text)}\n")


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
    if arguments.format != "text":
        write_report(arguments.format, report, base=arguments.base, place=arguments.output)
    else:
        on_terminal = arguments.output is None
        paint = Paint.for_stream(sys.stdout) if on_terminal else Paint(is_on=False)
        base = arguments.base if arguments.verbose else None
        write_output("\n".join(report_lines(report, paint=paint, base=base)), place=arguments.output)


def _split(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]
