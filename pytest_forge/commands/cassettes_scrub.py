"""`forge cassettes scrub PATH…`: remove the secrets from cassettes in place; every other byte stays."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ..cassettes.foreign.document import CassetteError
from ..cassettes.foreign.reading import find_cassettes
from ..cassettes.hygiene.scrubbing import Scrubbed, scrub
from ..cassettes.redaction.redact import Redactor
from ..cassettes.tape.tape_file import replace_file
from ..report.output import write_output
from ..report.paint import Paint
from ..report.printable import printable

__all__ = ["HELP", "configure", "run"]

HELP = "Remove the secrets from cassettes, in place."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a cassette or a folder of cassettes")
    parser.add_argument(
        "--check", action="store_true", help="only report what would be removed; exit with 1 if there is something"
    )


def run(arguments: argparse.Namespace) -> int:
    """Scrub every file; return 0, 1 if ``--check`` found a secret, or 2 if a file could not be scrubbed."""
    redactor = Redactor()
    done: list[tuple[Path, Scrubbed]] = []
    refused: list[str] = []
    for file in _files(arguments.paths, refused):
        try:
            done.append((file, scrub(file, redactor=redactor)))
        except CassetteError as error:
            refused.append(str(error))
    changed = [(file, one) for file, one in done if one.taken]
    if not arguments.check:
        for file, one in changed:
            replace_file(file, one.data)
    if done:
        lines = _lines(changed, count=len(done), paint=Paint.for_stream(sys.stdout), is_check=arguments.check)
        write_output("\n".join(lines))
    for reason in refused:
        sys.stderr.write(f"forge: {printable(reason)}\n")
    return 2 if refused else int(arguments.check and bool(changed))


def _files(paths: Sequence[Path], refused: list[str]) -> list[Path]:
    found: dict[Path, None] = {}
    for path in paths:
        try:
            found.update(dict.fromkeys(find_cassettes(path)))
        except CassetteError as error:
            refused.append(str(error))
    return list(found)


def _lines(changed: Sequence[tuple[Path, Scrubbed]], *, count: int, paint: Paint, is_check: bool) -> list[str]:
    lines: list[str] = []
    for file, one in changed:
        lines.append(paint.bold(printable(str(file))))
        for number, secret in one.taken:
            where = secret.place if number == 0 else f"interaction {number}, {secret.place}"
            times = "" if secret.count == 1 else f", {secret.count} times"
            lines.append(f"  {printable(where)}: {printable(secret.kind)}{times}")
        lines += [
            f"  interaction {number}: a body was compressed again with {printable(name)}" for number, name in one.packed
        ]
    count_taken = sum(len(one.taken) for _, one in changed)
    secrets = "1 secret" if count_taken == 1 else f"{count_taken} secrets"
    files = f"{count} cassette" if count == 1 else f"{count} cassettes"
    verb = "would be removed" if is_check else "removed"
    lines.append(f"{files}: {secrets} {verb} in {len(changed)}." if changed else f"{files}: no secrets.")
    if changed and not is_check:
        lines.append("Secrets that were committed are still in the history of the repository. Revoke them.")
    return lines
