"""`forge replay PATH…`: print the replies of recorded models, whichever client recorded them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forge_harness import CommandError, PriceBook

from ..cassettes.foreign.document import CassetteError
from ..cassettes.foreign.reading import find_cassettes
from ..cassettes.sessions.server_tool_lines import server_tool_lines
from ..cassettes.sessions.session import Session, read_session
from ..cassettes.sessions.turn import Turn, arguments_as_sent
from ..engine.budget import BUDGETS
from ..report.formats import missing_part
from ..report.output import check_place, json_text, write_output
from ..report.paint import Paint
from ..report.printable import printable
from .sandbox_options import add_sandbox_options, sandbox_variables

if TYPE_CHECKING:
    from ..cassettes.sessions.drift import Drift, DriftReport

__all__ = ["HELP", "configure", "run"]

HELP = "Print the replies of recorded models."
_MAX_TEXT = 2000
_MAX_LINE = 300
_MAX_DIFFERENCES = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "paths",
        nargs="+",
        type=Path,
        metavar="PATH",
        help="a cassette or another recorded session, or a folder of them",
    )
    parser.add_argument(
        "--tools",
        metavar="TARGET",
        help="repeat the recorded calls with the tools of this target and report drift",
    )
    parser.add_argument(
        "--budget", choices=sorted(BUDGETS), default="standard", help="time limit for a call of --tools"
    )
    parser.add_argument(
        "--allow-destructive",
        action="store_true",
        help="also call tools of MCP servers and destructive tools; they run in the sandbox like all others",
    )
    add_sandbox_options(parser, only="with --tools: ")
    parser.add_argument("--format", choices=["text", "json", "html"], default="text")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write to FILE instead of the terminal")


def run(arguments: argparse.Namespace) -> int:
    """Print every session; return 0, 1 if a tool has drifted, or 2 if a file is not a cassette."""
    check_place(arguments.output)
    if missing := missing_part(arguments.format):
        raise CommandError(missing)
    sessions, problems = _read(arguments.paths)
    reports = []
    if arguments.tools is not None:
        reports = _reports(sessions, arguments)
    if arguments.format == "json":
        shown: list[dict[str, Any]] = [session.as_json() for session in sessions]
        for session, report in zip(shown, reports, strict=False):
            session |= report.as_json()
        text = json_text({"version": 1, "sessions": shown})
    elif arguments.format == "html":
        text = _page(sessions, reports)
    else:
        paint = Paint.for_stream(sys.stdout) if arguments.output is None else Paint(is_on=False)
        text = "\n".join(session_lines(sessions, paint=paint, reports=reports))
    if sessions or arguments.format == "json":
        write_output(text, place=arguments.output)
    for problem in problems:
        # A foreign file name may hold control characters.
        print(f"forge: {printable(problem)}", file=sys.stderr)  # noqa: T201  # this is the command line
    return 2 if problems else int(any(report.drift for report in reports))


def _page(sessions: Sequence[Session], reports: Sequence[DriftReport]) -> str:
    # The viewer needs tapes, which the other formats do not.
    from ..cassettes.sessions.viewed_session import viewed_session
    from ..cassettes.tape.tape import Tape, open_tape
    from ..report.html.sessions_page import sessions_page

    def tape_of(session: Session) -> Tape | None:
        try:
            return open_tape(Path(session.cassette)) if session.is_http else None
        except CassetteError:
            return None

    return sessions_page(
        [
            viewed_session(session, tape=tape_of(session), report=reports[place] if reports else None)
            for place, session in enumerate(sessions)
        ]
    )


def _read(paths: Sequence[Path]) -> tuple[list[Session], list[str]]:
    """Return the sessions of every cassette, and the problems of the other files."""
    sessions: list[Session] = []
    problems: list[str] = []
    prices = PriceBook(warns=False, cached=True)
    for path in paths:
        try:
            files = find_cassettes(path, sessions=True)
        except CassetteError as error:
            problems.append(str(error))
            continue
        for file in files:
            try:
                sessions.append(read_session(file, prices=prices))
            except CassetteError as error:
                problems.append(str(error))
    return sessions, problems


def _reports(sessions: Sequence[Session], arguments: argparse.Namespace) -> list[DriftReport]:
    """Repeat the calls of every session, each session in a fresh workspace, and compare the results."""
    # Running tools needs the engine and every check, which reading a cassette does not.
    from ..cassettes.sessions.drift import find_drift
    from ..cassettes.sessions.strict_calls import with_meant_arguments
    from ..engine.session import open_session
    from ..targets.target_error import TargetError

    target = arguments.tools
    try:
        environment = sandbox_variables(arguments, base=Path.cwd())
        with open_session(target, budget=BUDGETS[arguments.budget], environment=environment) as opened:
            if not any(tool.runs_code for tool in opened.tools):
                raise CommandError(
                    f"{target!r} holds definitions only, which cannot be called. Name the module of the tools."
                )
            if not arguments.allow_destructive and any(tool.needs_permission for tool in opened.tools):
                raise CommandError(
                    f"{target!r} has destructive tools, or tools of an MCP server, which need your permission. "
                    "Add --allow-destructive to call them."
                )
            # The last of two tools with the same name counts, as in a registry.
            indexes = {
                tool.name: index for index, tool in enumerate(opened.tools) if tool.runs_code and not tool.problems
            }
            schemas = {name: opened.tools[index].input_schema for name, index in indexes.items()}
            reports = []
            for session in sessions:
                calls = with_meant_arguments(session.calls(), session.requests, schemas)
                known = [call for call in calls if call.call.name in indexes]
                answers = iter(
                    opened.dispatch([(indexes[call.call.name], arguments_as_sent(call.call)) for call in known])
                )
                reports.append(
                    find_drift(calls, [next(answers) if call.call.name in indexes else None for call in calls])
                )
            return reports
    except TargetError as error:
        raise CommandError(str(error)) from None


def session_lines(sessions: Sequence[Session], *, paint: Paint, reports: Sequence[DriftReport] = ()) -> list[str]:
    """Return the sessions as lines of text, with the drift of each if there are *reports*."""
    lines: list[str] = []
    for place, session in enumerate(sessions):
        lines.append(paint.bold(printable(session.cassette)))
        for number, turn in enumerate(session.turns, 1):
            lines += _turn_lines(number, turn, paint)
        usage = session.usage
        tokens = f"{usage.input_tokens} tokens in, {usage.output_tokens} out"
        lines.append(paint.dim(f"  {tokens}; {_dollars(session.cost_usd)}"))
        if reports:
            lines += _drift_lines(reports[place], paint)
        lines.append("")
    turns = [turn for session in sessions for turn in session.turns]
    asked = [turn for turn in turns if turn.is_conversation]
    failed = sum(turn.error is not None for turn in asked)
    parts = [f"{_counted(len(asked), 'turn')} in {_counted(len(sessions), 'session')}"]
    if failed:
        parts.append(f"{failed} without a complete reply")
    if len(turns) > len(asked):
        parts.append(f"{_counted(len(turns) - len(asked), 'other request')}")
    if drifted := sum(len(report.drift) for report in reports):
        parts.append(f"{_counted(drifted, 'call')} drifted")
    lines.append("; ".join(parts) + ".")
    return lines


def _drift_lines(report: DriftReport, paint: Paint) -> list[str]:
    what = f"  {_counted(report.calls, 'call')} repeated, "
    if report.without_result:
        what += f"{len(report.without_result)} without a recorded result, "
    lines = [what + (paint.red(f"{len(report.drift)} drifted") if report.drift else paint.green("no drift"))]
    for drift in report.drift:
        call = drift.recorded.call
        arguments = json.dumps(arguments_as_sent(call), ensure_ascii=False, default=repr)
        lines.append(f"  {drift.recorded.turn}  {paint.bold(_short(f'{call.name}({arguments})'))}")
        lines.append(f"     {paint.red(drift.kind)}  {_short(drift.message)}")
        lines += [f"              {line}" for line in _difference_lines(drift)]
    return lines


def _difference_lines(drift: Drift) -> list[str]:
    lines = []
    for difference in drift.differences[:_MAX_DIFFERENCES]:
        recorded, now = _one_line(difference.recorded), _one_line(difference.now)
        change = {"added": f"added {now}", "removed": f"removed {recorded}"}.get(
            difference.change, f"recorded {recorded}, now {now}"
        )
        lines.append(f"{printable(difference.path)}: {change}")
    if len(drift.differences) > _MAX_DIFFERENCES:
        lines.append(f"… and {len(drift.differences) - _MAX_DIFFERENCES} more; --format json shows them")
    return lines


def _one_line(value: Any) -> str:
    return _short(json.dumps(value, ensure_ascii=False, default=repr))


def _short(text: str) -> str:
    return printable(text if len(text) <= _MAX_LINE else f"{text[:_MAX_LINE]}…")


def _turn_lines(number: int, turn: Turn, paint: Paint) -> list[str]:
    words = [turn.provider, turn.endpoint, turn.model, "" if turn.status is None else str(turn.status)]
    if turn.stream:
        words.append("streamed")
    lines = [f"  {number}  {paint.dim(printable('  '.join(filter(None, words))))}"]
    reply = turn.reply
    said = [("says", reply.message.text), ("refuses", reply.refusal)]
    for name, text in [("thinks", reply.reasoning), *server_tool_lines(turn), *said]:
        if text.strip():
            lines += _quoted(name, text, paint)
    for call in reply.message.tool_calls:
        arguments = json.dumps(arguments_as_sent(call), ensure_ascii=False, default=repr)
        lines += _quoted("calls", f"{call.name}({arguments})", paint)
    if not turn.is_conversation:
        lines.append(paint.dim("     not a conversation with a model"))
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
    # A turn rarely costs a cent.
    return f"${cost_usd:.2f}" if cost_usd >= 10 or cost_usd == 0 else f"${cost_usd:.6f}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
