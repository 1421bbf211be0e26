"""`forge demo`: a check with findings, a call made small, and a replay with drift, on a small example and offline."""

from __future__ import annotations

import argparse
import contextlib
import json
import shlex
import sqlite3
import sys
import tempfile
import webbrowser
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from forge_harness import CommandError, CommandParser

from ..report.formats import FORMATS
from ..report.paint import Paint

__all__ = ["CHECK", "HELP", "LONG_CALL", "REPLAY", "configure", "run", "shortened"]

HELP = "Show a check, a finding made small, and a replay with drift, on a small example."

#: The commands that the demo runs; all checks together would take longer than anybody watches.
CHECK = ("shop_tools.py", "--checks", "definition,injection,valid_calls_do_not_crash")
REPLAY = ("session.yaml", "--tools", "shop_tools.py")
#: A call that fails, as a user may cause it.
LONG_CALL: dict[str, Any] = {"customer": "Miles O'Brien, Dublin"}

_FILES = ("shop_tools.py", "session.yaml")
_SCHEMA = {
    "type": "object",
    "properties": {"customer": {"type": "string"}},
    "required": ["customer"],
    "additionalProperties": False,
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write the example to DIR, a new or empty folder")
    parser.add_argument("--open", action="store_true", help="open the report in the browser")


def run(arguments: argparse.Namespace) -> int:
    """Write the example, run the commands on it, and return 0."""
    from . import check, replay  # here: they take longer to import than the help may

    folder = _folder(arguments.keep)
    paint = Paint.for_stream(sys.stdout)
    report = _report_name()
    form = report.partition(".")[2].replace("md", "markdown")
    _say(f"A small project is in {folder}: three tools of a shop in shop_tools.py, and a recorded session.")
    with contextlib.chdir(folder):
        _run_command(
            check, "check", [*CHECK, "--store", "off", "--report", f"{form}:{report}"], shown=CHECK, paint=paint
        )
        _say("", paint.bold("# A finding shows the smallest call that was found. This is how one gets shorter:"), "")
        _say(*(f"  {'fails' if has_failed else 'works'}  {json.dumps(call)}" for call, has_failed in shortened()))
        _say("", paint.bold("# The session was recorded when a bread cost 300 cents; today's tool says otherwise:"))
        _run_command(replay, "replay", list(REPLAY), shown=REPLAY, paint=paint)
    _say("", f"The report is {folder / report}.")
    _say("Next: 'forge init' in your own project, or 'forge explain sql_values_are_bound'.")
    if arguments.open:
        webbrowser.open((folder / report).resolve().as_uri())
    return 0


def shortened() -> list[tuple[dict[str, Any], bool]]:
    """Return the calls that lead from `LONG_CALL` to the smallest one that fails, each with whether it failed."""
    from ..strategies.calls.shrink import smallest
    from .demo_project import shop_tools

    steps = [(LONG_CALL, True)]

    def fails(call: dict[str, Any]) -> bool:
        try:
            shop_tools.find_orders(**call)
        except sqlite3.OperationalError:
            steps.append((call, True))
            return True
        steps.append((call, False))
        return False

    smallest(LONG_CALL, fails, _SCHEMA)
    return steps


def _folder(keep: Path | None) -> Path:
    try:
        if keep is None:
            folder = Path(tempfile.mkdtemp(prefix="forge-demo-"))
        else:
            folder = keep
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise CommandError(f"The folder {str(keep)!r} is not empty. Name a new one.")
        for name in _FILES:
            source = resources.files("pytest_forge.commands.demo_project") / name
            (folder / name).write_bytes(source.read_bytes())
    except OSError as error:
        raise CommandError(
            f"The example cannot be written ({error.strerror}). Name a folder with --keep DIR."
        ) from None
    return folder


def _report_name() -> str:
    """Return the file of the report: the best format that can be made here."""
    if "html" in FORMATS and find_spec("jinja2") is not None:
        return "report.html"
    return "report.md" if "markdown" in FORMATS else "report.json"


def _run_command(command: Any, name: str, words: list[str], *, shown: tuple[str, ...], paint: Paint) -> None:
    _say("", paint.bold(f"$ forge {name} {shlex.join(shown)}"), "")
    parser = CommandParser(prog=f"forge {name}")
    command.configure(parser)
    command.run(parser.parse_args(words))


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()
