"""Functions that write documents of lines from texts."""

from __future__ import annotations

import csv
import io
import json
from html import escape
from pathlib import Path

from ..marks import breaks, keeps


def _flat(text: str) -> str:
    return " ".join(text.split())


@breaks("text_is_no_template")
def build_roster(day: str, name: str, task: str) -> str:
    """Return the roster of a day, a line for each shift.

    Args:
        day: Heading of the roster.
        name: Who works.
        task: What is to be done.
    """
    return "\n".join([f"Roster: {_flat(day)}", "Begin | Name | Task", f"08:00 | {name.strip()} | {_flat(task)}"])


@breaks("text_is_no_template")
def export_chapters(title: str, chapters: list[str]) -> dict:
    """Return chapter marks as text, a line for each mark.

    Args:
        title: Title of the recording.
        chapters: Names of the chapters, in order.
    """
    lines = [f"; {title.replace(chr(10), ' ')}", "; version 1"]
    lines += [f"{number:03d} {name} (marked)" for number, name in enumerate(chapters)]
    return {"text": "\n".join(lines), "count": len(chapters)}


@keeps("text_is_no_template", judged=True)
def write_roster(day: str, name: str, task: str) -> str:
    """Return the roster of a day, a line for each shift.

    Args:
        day: Heading of the roster.
        name: Who works.
        task: What is to be done.
    """
    return "\n".join([f"Roster: {_flat(day)}", "Begin | Name | Task", f"08:00 | {_flat(name)} | {_flat(task)}"])


@keeps("text_is_no_template", judged=True)
def write_memo(subject: str, body: str) -> str:
    """Return a memo with its subject on a line and a body of any number of lines.

    Args:
        subject: The subject.
        body: The text.
    """
    return f"MEMO\n\nAbout: {_flat(subject)} (internal)\n\n{body}\n\n-- The office"


@keeps("text_is_no_template", judged=True)
def rows_of_guest(heading: str, guest: str, table: str) -> str:
    """Return a table of guests as CSV.

    Args:
        heading: Name of the table.
        guest: Name of the guest.
        table: Where the guest sits.
    """
    made = io.StringIO()
    csv.writer(made).writerows([[_flat(heading), "", ""], ["seat", "guest", "table"], ["1", guest, table]])
    return made.getvalue()


@keeps("text_is_no_template", judged=True)
def page_of_guest(heading: str, guest: str) -> str:
    """Return a page about a guest as HTML.

    Args:
        heading: Heading of the page.
        guest: Name of the guest.
    """
    return f"<html>\n<h1>{escape(_flat(heading))}</h1>\n<p>{escape(guest)} is here.</p>\n</html>"


@keeps("text_is_no_template", judged=True)
def plan_errands(request: str, errand: str) -> str:
    """Note a plan of errands as JSON, and return it as a table.

    Args:
        request: What was asked for.
        errand: What is to be done.
    """
    Path("errands.json").write_text(json.dumps({"request": request, "errands": [{"id": 1, "name": errand}]}, indent=2))
    return f"Progress:\n\n| id | errand | state |\n|----|----|----|\n| 1 | {errand} | open |\n"


@keeps("text_is_no_template", judged=True)
def note_call(caller: str, topic: str) -> str:
    """Note a call in the log, a line for each, and return a card of it.

    Args:
        caller: Who called.
        topic: What it was about.
    """
    with Path("calls.log").open("a") as log:
        log.write(f"# calls\n# caller and topic\ncall from {_flat(caller)} noted\n")
    return f"Card\n----\nAbout: {topic} (see the log)\n"
