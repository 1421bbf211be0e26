"""`forge explain ID`: the requirement of a check, its reason, and a tool that breaks it."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from forge_harness import CommandError

from ..checks.check import FAMILIES
from ..report.output import json_text, write_output
from ..report.paint import Paint
from .explain_pages import check_page, check_pages
from .written_checks import WrittenCheck, written_checks

__all__ = ["HELP", "configure", "run"]

HELP = "Explain a check: its requirement, its reason, its source, and a tool that breaks it."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("check", nargs="?", metavar="ID", help="the check's id; without it, the list of all checks")
    parser.add_argument("--format", choices=["text", "json", "markdown"], default="text")
    parser.add_argument(
        "--output",
        metavar="FILE|DIR",
        type=Path,
        help="write there instead of to the terminal; with --format markdown and no ID, a folder that gets a page for "
        "each check and an index",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the explanation, or the list."""
    known = written_checks()
    if arguments.check is not None and arguments.check not in known:
        raise CommandError(_unknown(arguments.check, known))
    checks = list(known.values()) if arguments.check is None else [known[arguments.check]]
    if arguments.format == "markdown" and arguments.check is None:
        if arguments.output is None:
            raise CommandError("The pages of all checks are many files. Name a folder with --output, or a check.")
        _write_pages(checks, arguments.output)
        return 0
    paint = Paint.for_stream(sys.stdout) if arguments.output is None else Paint(is_on=False)
    if arguments.format == "json":
        text = _as_json(checks)
    elif arguments.format == "markdown":
        text = check_page(checks[0], example_of(checks[0]))
    else:
        text = _overview(checks, paint) if arguments.check is None else _explanation(checks[0], paint)
    write_output(text, place=arguments.output)
    return 0


def _write_pages(checks: list[WrittenCheck], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"The folder {str(folder)!r} cannot be made ({error.strerror}). Name another one with --output."
        ) from None
    pages = check_pages(checks, {check.id: example_of(check) for check in checks})
    for name, page in pages.items():
        write_output(page, place=folder / name)
    sys.stderr.write(f"forge: Wrote {len(pages)} pages to {str(folder)!r}. Begin with {str(folder / 'README.md')!r}.\n")


def example_of(check: WrittenCheck) -> str:
    """Return the source of a tool that breaks *check*, and of the same tool fixed."""
    examples = resources.files("pytest_forge.checks") / "examples"
    return (examples / f"{check.id}.py").read_text(encoding="utf-8").rstrip()


def _unknown(word: str, known: Mapping[str, WrittenCheck]) -> str:
    """Return what is wrong with *word*, which is not the id of a check."""
    if word in FAMILIES:
        ids = ", ".join(check.id for check in known.values() if check.family == word)
        return f"{word!r} is a family of checks. Name one of them: {ids}."
    close = difflib.get_close_matches(word, known, 1)
    hint = f"Did you mean {close[0]!r}?" if close else "'forge explain' lists them."
    return f"There is no check {word!r}. {hint}"


def _overview(checks: list[WrittenCheck], paint: Paint) -> str:
    width = max(len(check.id) for check in checks)
    lines = []
    for family in FAMILIES:
        lines.append(paint.bold(family))
        lines += [
            f"  {check.id:<{width}}  {check.level:<6}  {check.promise}" for check in checks if check.family == family
        ]
    return "\n".join(lines)


def _explanation(check: WrittenCheck, paint: Paint) -> str:
    parts = [
        f"{paint.bold(check.id)}  {check.level}, family {check.family}",
        check.promise,
        check.reason,
        _unseen(check, paint),
        _codes(check, paint),
        f"{paint.dim('Source')}  {check.source}",
        paint.bold("A tool that breaks it, and the same tool fixed"),
        "\n".join(f"    {line}".rstrip() for line in example_of(check).splitlines()),
    ]
    return "\n\n".join(part for part in parts if part)


def _unseen(check: WrittenCheck, paint: Paint) -> str:
    """Return why tools of MCP servers, or of other frameworks, are not judged; empty if they are."""
    kinds = (("MCP servers", check.unseen), ("other frameworks", check.foreign))
    return "\n\n".join(f"{paint.bold(f'Tools of {kind} are not judged')}\n\n{why}" for kind, why in kinds if why)


#: What is said of a code that is a SHOULD for tools that were not written for Forge Harness.
_ADVICE = " A SHOULD for tools of others."


def _judges_servers(check: WrittenCheck) -> bool:
    return check.family != "definition" and not check.unseen


def _codes(check: WrittenCheck, paint: Paint) -> str:
    width = max(map(len, check.codes), default=0)
    lines = [
        f"  {code:<{width}}  {meaning}{_ADVICE if code in check.advice else ''}"
        for code, meaning in check.codes.items()
    ]
    return "\n".join([paint.bold("Codes of its findings"), *lines]) if lines else ""


def _as_json(checks: list[WrittenCheck]) -> str:
    listed = [
        {
            "id": check.id,
            "family": check.family,
            "level": check.level,
            "source": check.source,
            "promise": check.promise,
            "reason": check.reason,
            "promise_served": check.promise if _judges_servers(check) else "",
            "reason_served": check.reason if _judges_servers(check) else "",
            "codes": dict(check.codes),
            "advice": list(check.advice),
            "example": example_of(check),
        }
        for check in checks
    ]
    return json_text({"version": 1, "checks": listed})
