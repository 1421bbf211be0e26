"""`forge cassettes convert PATH --to FORM`: a cassette of any recorder as ours, or as plain VCR.py's YAML or JSON.

Secrets are removed on the way.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from forge_harness import CommandError

from ..cassettes.exchange import Exchange
from ..cassettes.foreign.document import CassetteError
from ..cassettes.foreign.reading import find_cassettes
from ..cassettes.hygiene.scrubbing import without_secrets
from ..cassettes.playing.session_facts import session_facts
from ..cassettes.redaction.redact import Redactor
from ..cassettes.tape.format import cassette_text
from ..cassettes.tape.plain_format import losses, plain_json, plain_yaml
from ..cassettes.tape.tape import Tape, open_tape
from ..cassettes.tape.tape_file import replace_file
from ..report.output import write_output
from ..report.printable import printable

__all__ = ["HELP", "configure", "run"]

HELP = "Convert cassettes: from and to plain VCR.py and JSON."
_SUFFIXES = {"forge": ".yaml", "vcr": ".yaml", "vcr-json": ".json"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", type=Path, metavar="PATH", help="a cassette of any recorder, or a folder of cassettes")
    parser.add_argument(
        "--to",
        choices=sorted(_SUFFIXES),
        required=True,
        help="forge: our format, which VCR.py plays, too; vcr: plain VCR.py YAML; vcr-json: its JSON",
    )
    parser.add_argument(
        "--output", type=Path, required=True, metavar="PLACE", help="the new file; for a folder, the new folder"
    )
    parser.add_argument("--force", action="store_true", help="replace existing files")


def run(arguments: argparse.Namespace) -> int:
    """Convert every file or none; return 0, or 2 if one cannot be converted."""
    try:
        written = [
            (place, *_converted(open_tape(file), arguments.to))
            for file, place in _places(arguments.path, arguments.output, arguments.to)
        ]
        for place, _, _ in written:
            if place.exists() and not arguments.force:
                raise CommandError(f"There is already a file {str(place)!r}. Name another place, or add --force.")
        for place, text, _ in written:
            replace_file(place, text.encode("utf-8"))
    except CassetteError as error:
        raise CommandError(str(error)) from None
    write_output("\n".join(_line(place, told) for place, _, told in written))
    return 0


def _places(path: Path, output: Path, form: str) -> list[tuple[Path, Path]]:
    files = find_cassettes(path)
    if not path.is_dir():
        if output.is_dir():
            raise CommandError(f"{str(output)!r} is a folder. Name a file in it.")
        return [(path, output)]
    if output.exists() and not output.is_dir():
        raise CommandError(f"{str(output)!r} is not a folder. Name one for the cassettes of {str(path)!r}.")
    places = {file: output / file.relative_to(path).with_suffix(_SUFFIXES[form]) for file in files}
    if len(set(places.values())) < len(places):
        raise CommandError(f"Two files of {str(path)!r} would have the same name. Convert them one by one.")
    return list(places.items())


def _converted(tape: Tape, form: str) -> tuple[str, list[str]]:
    """Return the new text, and notes about it."""
    redactor = Redactor()
    cleaned = [without_secrets(exchange, redactor) for exchange in _exchanges(tape)]
    exchanges = [exchange for exchange, _ in cleaned]
    taken = sum(len(found) for _, found in cleaned)
    told = [f"{taken} secret{'s' * (taken != 1)} removed"] * bool(taken)
    if form == "forge":
        metadata = {**session_facts(exchanges), **_plain(tape)}
        return cassette_text(exchanges, metadata), told
    lost = losses(exchanges)
    if lost:
        told.append(f"lost: {', '.join(lost)}")
    return (plain_yaml if form == "vcr" else plain_json)(exchanges), told


def _exchanges(tape: Tape) -> Sequence[Exchange]:
    exchanges = []
    for number in range(len(tape)):
        try:
            exchanges.append(tape.exchange(number))
            if not exchanges[-1].request.url:
                raise CassetteError("it has no request. ")
        except CassetteError as error:
            reason = str(error).partition(". ")[0]
            raise CassetteError(
                f"The interaction {number + 1} of {str(tape.path)!r} cannot be converted ({reason}). "
                "Record it again, or remove it."
            ) from None
    return exchanges


def _plain(tape: Tape) -> dict[str, object]:
    return {str(name): value for name, value in tape.metadata.items()}


def _line(place: Path, told: Sequence[str]) -> str:
    return printable(f"{place}: written{''.join(f'; {one}' for one in told)}.")
