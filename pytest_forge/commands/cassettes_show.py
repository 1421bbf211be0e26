"""`forge cassettes show PATH…`: print cassettes as transcripts: roles, texts, tool calls, streaming."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from forge_harness import CommandError

from ..cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from ..cassettes.foreign.document import CassetteError
from ..cassettes.foreign.reading import find_cassettes
from ..cassettes.sessions.session import Session, read_session
from ..cassettes.sessions.transcript import Line, transcript_lines
from ..cassettes.tape.tape import Tape, open_tape
from ..report.output import write_output
from ..report.paint import Paint
from ..report.printable import printable

__all__ = ["HELP", "configure", "run"]

HELP = "Show cassettes as transcripts."
_WIDTH = 11
_COLOURED = {"error": "red", "failed": "red", "assistant": "green", "calls": "yellow"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a cassette or a folder of cassettes")
    parser.add_argument(
        "--max-chars",
        type=_number,
        default=2000,
        metavar="N",
        help="show at most N characters of each text (default: 2000)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print every transcript; return 0."""
    paint = Paint.for_stream(sys.stdout)
    lines: list[str] = []
    try:
        for file in dict.fromkeys(file for path in arguments.paths for file in find_cassettes(path, sessions=True)):
            lines += [""] * bool(lines)
            session = read_session(file)
            tape = open_tape(file) if session.is_http else None
            lines += _shown(session, tape, paint=paint, most=arguments.max_chars)
    except CassetteError as error:
        raise CommandError(str(error)) from None
    write_output("\n".join(lines))
    return 0


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def _shown(session: Session, tape: Tape | None, *, paint: Paint, most: int) -> list[str]:
    lines = [paint.bold(printable(session.cassette))]
    metadata = {} if tape is None else tape.metadata
    facts = [f"{name}: {_fact(metadata[name])}" for name in sorted(metadata)]
    lines += [paint.dim("  " + printable("; ".join(facts))[:most])] * bool(facts)
    known: list[Line] = []
    for number, turn in enumerate(session.turns):
        try:
            exchange = _told(session, number) if tape is None else tape.exchange(number)
        except CassetteError as error:
            lines += ["", f"  {number + 1}", *_said(Line("error", str(error)), paint, most)]
            continue
        lines += ["", f"  {number + 1}  {paint.dim(printable(_head(exchange, is_stream=turn.stream)))}"]
        for line in transcript_lines(exchange, turn, known=known):
            lines += _said(line, paint, most)
    return lines


def _told(session: Session, number: int) -> Exchange:
    """Return what a session that is not HTTP holds of an exchange: what was sent."""
    return Exchange(RecordedRequest("", "", (), session.requests[number] or b""), RecordedResponse(0))


def _fact(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _head(exchange: Exchange, *, is_stream: bool) -> str:
    request = exchange.request
    words = [request.method, request.url.partition("?")[0][:200]] if request.url else ["(no address)"]
    answer = exchange.answer if isinstance(exchange.answer, RecordedResponse) else exchange.answer.begun
    if answer is not None:
        words += [str(answer.status)] * bool(answer.status)
        if len(answer.chunks) > 1:
            words.append(f"streamed in {len(answer.chunks)} pieces")
        elif is_stream:
            words.append("streamed")
    return "  ".join([*words, *filter(None, [exchange.recorded_at])])


def _said(line: Line, paint: Paint, most: int) -> list[str]:
    text = line.text.strip()
    shown = text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"
    first, *rest = [printable(one) for one in shown.splitlines()] or [""]
    label = f"{printable(line.who)[:_WIDTH]:<{_WIDTH}}"
    colour = _COLOURED.get(line.who, "dim")
    lines = [f"     {getattr(paint, colour)(label)} {first}", *(f"     {'':<{_WIDTH}} {one}" for one in rest)]
    return [one.rstrip() for one in lines]
