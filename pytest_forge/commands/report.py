"""`forge report merge FILE…`: put the JSON reports of shards together, in any format."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from forge_harness import CommandError

from ..report.formats import COVERAGE, FORMATS, missing_part, write_report
from ..report.merging import MergedReports, MergeError, merged_reports, read_report
from ..report.output import check_place, write_output
from ..report.paint import Paint
from ..report.text import report_lines
from ..report.value import Report

__all__ = ["HELP", "configure", "run"]

HELP = "Put the JSON reports of the shards of a run together."

#: The report of a shard does not have the coverage of its tools.
_FORMATS = [name for name in FORMATS if name != COVERAGE]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="merge")
    merging = actions.add_parser("merge", help="one report of all tools and verdicts")
    merging.add_argument("files", nargs="+", metavar="FILE", help="a report that 'forge check --format json' wrote")
    merging.add_argument(
        "--baseline", type=Path, metavar="FILE", help="report its entries for tools that no shard has found"
    )
    merging.add_argument("--format", choices=_FORMATS, default="text")
    merging.add_argument("--output", type=Path, metavar="FILE", help="write it there instead of to the terminal")


def run(arguments: argparse.Namespace) -> int:
    """Merge, report, and return the exit code that one run would have had; 2 if a shard is missing."""
    check_place(arguments.output)
    if missing := missing_part(arguments.format):
        raise CommandError(missing)
    reports: dict[str, Report] = {}
    try:
        for name in arguments.files:
            if name in reports:
                raise CommandError(f"{name!r} is named twice. Name each report once.")
            reports[name] = read_report(Path(name), name=name)
        merged = merged_reports(reports)
        report = merged.report if arguments.baseline is None else _with_stale(merged.report, arguments.baseline)
    except MergeError as error:
        raise CommandError(str(error)) from None
    from ..findings.known_rules import rules_of  # here: it imports every check

    report = replace(report, rules=rules_of(report.results))
    if arguments.format != "text":
        write_report(arguments.format, report, base=Path.cwd(), place=arguments.output)
    else:
        paint = Paint.for_stream(sys.stdout) if arguments.output is None else Paint(is_on=False)
        write_output("\n".join(report_lines(report, paint=paint)), place=arguments.output)
    _tell_missing(merged)
    return report.exit_code


def _with_stale(report: Report, place: Path) -> Report:
    """Return the report with the entries of a baseline that belong to no tool; a shard alone cannot tell them."""
    from ..findings.baseline import Baseline, BaselineError  # here: it imports every check

    made = {result.check for result in report.results}
    known = {result.message for result in report.results if result.is_stale}
    try:
        baseline = Baseline.read(place)
    except BaselineError as error:
        raise CommandError(str(error)) from None
    whole = baseline.applied(report.results, made=made, is_whole=not report.is_partial)
    found = [result for result in whole if result.is_stale and result.message not in known]
    return replace(report, results=[*report.results, *found])


def _tell_missing(merged: MergedReports) -> None:
    if merged.missing:
        named = ", ".join(map(str, merged.missing))
        are = "s are" if len(merged.missing) > 1 else " is"
        sys.stderr.write(f"forge: The shard{are} missing: {named}. Name the report of each shard.\n")
