"""`forge replay PATH…`: print what recorded models said, whatever client recorded them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ..cassettes.document import CassetteError
from ..cassettes.reading import find_cassettes
from ..cassettes.session import Session, read_session
from ..cassettes.turn import Turn, arguments_as_sent
from ..report.output import check_place, json_text, write_output
from ..report.paint import Paint
from ..report.printable import printable

__all__ = ["HELP", "configure", "run"]

HELP = "Print what recorded models said."
_MAX_TEXT = 2000


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's words."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="a cassette, or a folder whose YAML and JSON files are read"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write there instead of to the terminal")


def run(arguments: argparse.Namespace) -> int:
    """Print every session; return 0, or 2 if a file was no cassette."""
    check_place(arguments.output)
    sessions: list[Session] = []
    problems: list[str] = []
    for path in arguments.paths:
        try:
            files = find_cassettes(path)
        except CassetteError as error:
            problems.append(str(error))
            continue
        for file in files:
            try:
                sessions.append(read_session(file))
            except CassetteError as error:
                problems.append(str(error))
    if arguments.format == "json":
        text = json_text({"version": 1, "sessions": [session.as_json() for session in sessions]})
    else:
        paint = Paint.for_stream(sys.stdout) if arguments.output is None else Paint(is_on=False)
        text = "\n".join(session_lines(sessions, paint=paint))
    if sessions or arguments.format == "json":
        write_output(text, place=arguments.output)
    for problem in problems:
        # The sentences quote a stranger's file name, and go to a terminal.
        print(f"forge: {printable(problem)}", file=sys.stderr)  # noqa: T201  # this is the command line
    return 2 if problems else 0


def session_lines(sessions: Sequence[Session], *, paint: Paint) -> list[str]:
    """Return the sessions for people, line by line."""
    lines: list[str] = []
    for session in sessions:
        lines.append(paint.bold(printable(session.cassette)))
        for number, turn in enumerate(session.turns, 1):
            lines += _turn_lines(number, turn, paint)
        usage = session.usage
        tokens = f"{usage.input_tokens} tokens in, {usage.output_tokens} out"
        lines += [paint.dim(f"  {tokens}; {_dollars(session.cost_usd)}"), ""]
    turns = [turn for session in sessions for turn in session.turns]
    asked = [turn for turn in turns if turn.is_conversation]
    failed = sum(turn.error is not None for turn in asked)
    parts = [f"{_counted(len(asked), 'turn')} in {_counted(len(sessions), 'session')}"]
    if failed:
        parts.append(f"{failed} without a whole reply")
    if len(turns) > len(asked):
        parts.append(f"{_counted(len(turns) - len(asked), 'other request')}")
    lines.append("; ".join(parts) + ".")
    return lines


def _turn_lines(number: int, turn: Turn, paint: Paint) -> list[str]:
    words = [turn.provider, turn.endpoint, turn.model, "" if turn.status is None else str(turn.status)]
    if turn.stream:
        words.append("streamed")
    lines = [f"  {number}  {paint.dim(printable('  '.join(filter(None, words))))}"]
    reply = turn.reply
    for name, text in (("thinks", reply.reasoning), ("says", reply.message.text), ("refuses", reply.refusal)):
        if text.strip():
            lines += _quoted(name, text, paint)
    for call in reply.message.tool_calls:
        arguments = json.dumps(arguments_as_sent(call), ensure_ascii=False, default=repr)
        lines += _quoted("calls", f"{call.name}({arguments})", paint)
    if not turn.is_conversation:
        lines.append(paint.dim("     no conversation with a model that can be read"))
    elif turn.error is not None:
        lines += _quoted("error", turn.error, paint)
    elif reply.stop_reason:
        lines += _quoted("stops", reply.stop_reason, paint)
    return lines


def _quoted(name: str, text: str, paint: Paint) -> list[str]:
    shown = text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}… ({len(text)} characters)"
    first, *rest = [printable(line) for line in shown.strip().splitlines()] or [""]
    label = f"{name:<7}"
    head = paint.red(label) if name == "error" else paint.dim(label)
    return [f"     {head}  {first}", *(f"              {line}" for line in rest)]


def _dollars(cost_usd: float | None) -> str:
    if cost_usd is None:
        return "cost unknown"
    # A cent is much for a turn.
    return f"${cost_usd:.2f}" if cost_usd >= 10 or cost_usd == 0 else f"${cost_usd:.6f}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
