"""`forge cassettes lint [PATH…]`: one gate for every problem of the cassettes of a project.

The JSON, version 1::

    {"version": 1,
     "findings": [{"id": "…", "file": "…", "rule": "…", "interaction": 1, "message": "…"}],
     "accepted": ["…"],                      ids of findings that the baseline accepts
     "stale": [{"id": "…", "reason": "…"}],  baseline entries without a finding
     "not_judged": ["…"],                    what was not judged, and how to have it judged
     "summary": {"files": 0, "findings": 0, "accepted": 0, "stale": 0}}
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from forge_harness import CommandError

from ..cassettes.foreign.document import CassetteError
from ..cassettes.foreign.reading import find_cassettes
from ..cassettes.hygiene.hygiene_baseline import Accepted, baseline_text, read_baseline
from ..cassettes.hygiene.hygiene_finding import HygieneFinding, sorted_worst_first
from ..cassettes.hygiene.orphans import why_orphan
from ..cassettes.hygiene.rules import HygieneOptions, judge, read_for_judgement
from ..cassettes.hygiene.run_record import RunRecord, read_run_record
from ..cassettes.redaction.redact import Redactor
from ..report.output import check_place, json_text, write_output
from ..report.paint import Paint
from ..report.printable import printable

__all__ = ["HELP", "configure", "run"]

HELP = "Find secrets, unreadable, unplayed, orphaned and stale cassettes."
_FOLDER = "cassettes"
_NOT_ENTERED = {"node_modules", "site-packages", "__pycache__", "build", "dist"}
_NO_RUN = (
    "Unplayed interactions were not judged, and orphans only by the source of the test modules. "
    "Record a run with 'pytest --forge-cassettes report:FILE' and pass the file with --run."
)
_PARTIAL_RUN = (
    "The recorded run selected only some of the tests, so it does not show orphans. Record a run of all tests."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help=f"a cassette or a folder (default: every folder named {_FOLDER!r} below the working directory)",
    )
    parser.add_argument("--baseline", type=Path, metavar="FILE", help="accepted findings, each with a reason")
    parser.add_argument(
        "--write-baseline", action="store_true", help="accept all findings and write them to --baseline"
    )
    parser.add_argument(
        "--reason", default="", metavar="TEXT", help="the reason for findings that --write-baseline adds"
    )
    parser.add_argument(
        "--run", type=Path, metavar="FILE", help="the file written by 'pytest --forge-cassettes report:FILE'"
    )
    parser.add_argument("--max-age", type=_number, metavar="DAYS", help="report older recordings")
    parser.add_argument("--max-size", type=_number, default=5, metavar="MIB", help="report larger files (default: 5)")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report to FILE instead of the terminal")


class _Verdict(Struct, frozen=True):
    files: int
    findings: list[HygieneFinding]
    accepted: list[str]
    stale: list[Accepted]
    not_judged: list[str]

    def as_json(self) -> dict[str, Any]:
        return {
            "version": 1,
            "findings": [finding.as_json() for finding in self.findings],
            "accepted": self.accepted,
            "stale": [{"id": entry.id, "reason": entry.reason} for entry in self.stale],
            "not_judged": self.not_judged,
            "summary": {
                "files": self.files,
                "findings": len(self.findings),
                "accepted": len(self.accepted),
                "stale": len(self.stale),
            },
        }


def run(arguments: argparse.Namespace) -> int:
    """Judge and report; return 0 if clean, 1 for findings or stale entries."""
    check_place(arguments.output)
    if arguments.write_baseline and arguments.baseline is None:
        raise CommandError("--write-baseline needs a file. Name it with --baseline FILE.")
    try:
        known = {} if arguments.baseline is None or _is_begun(arguments) else read_baseline(arguments.baseline)
        record = None if arguments.run is None else read_run_record(arguments.run)
        files = _files(arguments.paths)
    except CassetteError as error:
        raise CommandError(str(error)) from None
    options = HygieneOptions(
        today=datetime.now(UTC).date(),
        redactor=Redactor(),
        max_age_days=arguments.max_age,
        max_bytes=arguments.max_size * 1024 * 1024,
    )
    findings = sorted_worst_first([*_unique(_judge(files, options, record))])
    if arguments.write_baseline:
        return _accept(findings, known, arguments)
    verdict = _verdict(findings, known, files, record, arguments)
    if arguments.format == "json":
        write_output(json_text(verdict.as_json()), place=arguments.output)
    else:
        paint = Paint.for_stream(sys.stdout) if arguments.output is None else Paint(is_on=False)
        write_output("\n".join(_lines(verdict, paint)), place=arguments.output)
    return int(bool(verdict.findings or verdict.stale))


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def _is_begun(arguments: argparse.Namespace) -> bool:
    return bool(arguments.write_baseline and not arguments.baseline.exists())


def _files(paths: Sequence[Path]) -> list[Path]:
    """Return every cassette of *paths*; a path to a file must be a cassette."""
    named = list(paths) or list(_cassette_folders(Path.cwd()))
    if not named:
        raise CommandError(
            f"There is no folder named {_FOLDER!r} below the working directory. Name the folder of your cassettes."
        )
    found: dict[Path, Path] = {}
    for path in named:
        inside = find_cassettes(path)
        read = [read_for_judgement(file, str(file)) for file in inside[:1]] if path.is_file() else []
        if read and read[0].problem is not None:
            raise CommandError(read[0].problem)
        for file in inside:
            found.setdefault(file.resolve(), file)
    return list(found.values())


def _cassette_folders(top: Path) -> Iterator[Path]:
    for folder, inner, _ in os.walk(top):
        if Path(folder).name == _FOLDER:
            inner.clear()
            if any(file.suffix.lower() in (".yaml", ".yml", ".json") for file in Path(folder).rglob("*")):
                yield Path(folder).relative_to(top)
            continue
        inner[:] = sorted(
            name
            for name in inner
            if not name.startswith(".")
            and name not in _NOT_ENTERED
            and not (Path(folder) / name / "pyvenv.cfg").exists()
        )


def _judge(files: Sequence[Path], options: HygieneOptions, record: RunRecord | None) -> Iterator[HygieneFinding]:
    readable = 0
    findings: list[HygieneFinding] = []
    for file in files:
        name = _shown(file)
        cassette = read_for_judgement(file, name)
        readable += cassette.problem is None
        findings += judge(cassette, options)
        of_run = [*record.findings(file, name)] if record is not None else []
        findings += of_run
        gone = None if any(finding.rule == "orphan" for finding in of_run) else why_orphan(file.resolve())
        if gone is not None and cassette.problem is None:
            findings.append(HygieneFinding(name, "orphan", gone))
    if not readable:
        raise CommandError(
            f"None of the {len(files)} files is a cassette. The first: {findings[0].message}"
            if len(files) > 1
            else findings[0].message
        )
    yield from findings


def _shown(file: Path) -> str:
    real, here = file.resolve(), Path.cwd().resolve()
    return real.relative_to(here).as_posix() if real.is_relative_to(here) else str(real)


def _unique(findings: Iterator[HygieneFinding]) -> Iterator[HygieneFinding]:
    # The same secret in the same text of several interactions is accepted or fixed once.
    seen: set[str] = set()
    for finding in findings:
        if finding.id not in seen:
            seen.add(finding.id)
            yield finding


def _accept(findings: Sequence[HygieneFinding], known: dict[str, Accepted], arguments: argparse.Namespace) -> int:
    new = [finding for finding in findings if finding.id not in known]
    if new and not arguments.reason.strip():
        raise CommandError(f"{len(new)} findings would be accepted without a reason. Give one with --reason TEXT.")
    text = baseline_text(findings, known=known, reason=arguments.reason.strip())
    write_output(text.rstrip("\n"), place=arguments.baseline)
    write_output(
        f"{str(arguments.baseline)!r} accepts {len(findings)} findings, {len(new)} of them new; "
        f"{len(known.keys() - {finding.id for finding in findings})} stale entries were removed."
    )
    return 0


def _verdict(
    findings: Sequence[HygieneFinding],
    known: dict[str, Accepted],
    files: Sequence[Path],
    record: RunRecord | None,
    arguments: argparse.Namespace,
) -> _Verdict:
    there = {finding.id for finding in findings}
    looked_at = {_shown(file) for file in files}
    unjudged = {"unplayed"} if record is None else set()
    unjudged |= {"age"} if arguments.max_age is None else set()
    unjudged |= {"orphan"} if record is None or not record.is_complete else set()
    stale = [
        entry
        for entry in known.values()
        if entry.id not in there
        and entry.rule not in unjudged
        # Files outside the given paths were not judged, unless they no longer exist.
        and (entry.file in looked_at or not Path(entry.file).exists())
    ]
    not_judged = [_NO_RUN] if record is None else [] if record.is_complete else [_PARTIAL_RUN]
    return _Verdict(
        len(files),
        [finding for finding in findings if finding.id not in known],
        sorted(there & known.keys()),
        stale,
        not_judged,
    )


def _lines(verdict: _Verdict, paint: Paint) -> list[str]:
    lines: list[str] = []
    file = ""
    for finding in verdict.findings:
        if finding.file != file:
            file = finding.file
            lines += [""] * bool(lines) + [paint.bold(printable(file))]
        where = "" if finding.interaction is None else f"interaction {finding.interaction}: "
        lines.append(f"  {paint.red(f'{finding.rule:<13}')}  {where}{printable(finding.message)}")
        lines.append(f"  {'':<13}  {paint.dim(finding.id)}")
    for entry in verdict.stale:
        said = f"The baseline accepts {entry.id!r} of {entry.file!r}, which no longer occurs. Remove the entry."
        lines += [""] * bool(lines) + [f"{paint.red('stale')}  {printable(said)}"]
    lines += [""] * bool(lines)
    counts = f"{_counted(verdict.files, 'cassette')}, {_counted(len(verdict.findings), 'finding')}"
    if verdict.accepted:
        counts += f", {len(verdict.accepted)} accepted"
    if verdict.stale:
        counts += f", {_counted(len(verdict.stale), 'stale entr', 'y', 'ies')}"
    is_clean = not verdict.findings and not verdict.stale
    lines.append((paint.green if is_clean else paint.red)(f"{counts}."))
    lines += [paint.dim(reason) for reason in verdict.not_judged]
    return lines


def _counted(number: int, what: str, one: str = "", many: str = "s") -> str:
    return f"{number} {what}{one if number == 1 else many}"
