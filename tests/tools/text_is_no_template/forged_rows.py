"""Functions that write rows of a table, in which a text may forge a row, a field or a formula."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps


def _flat(text: str) -> str:
    return " ".join(text.split())


def _inert(text: str) -> str:
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def _table(rows: list[list[str]]) -> str:
    made = io.StringIO(newline="")
    csv.writer(made).writerows(rows)
    return made.getvalue()


@breaks("text_is_no_template")
def log_visit(guest: str, gate: str) -> dict[str, Any]:
    """Add a visit to the list at the door, with a tab between guest and gate.

    Args:
        guest: Who came.
        gate: Where.
    """
    with Path("visits.tsv").open("a", newline="") as visits:
        visits.write(f"{guest.strip()}\t{_flat(gate)}\topen\n")
    return {"logged": True}


@breaks("text_is_no_template")
def log_shipment(parcel: str, remark: str) -> dict[str, Any]:
    """Add a parcel to the list of shipments, a line for each.

    Args:
        parcel: What was sent; on one line.
        remark: What is to be known of it; on one line.
    """
    if not parcel.isprintable():
        raise ValueError("parcel must be on one line.")
    with Path("shipments.log").open("a", newline="") as shipments:
        shipments.write(f"parcel | {parcel} | {remark}\n")
    return {"logged": True}


@breaks("text_is_no_template")
def log_reading(meter: str, reader: str) -> dict[str, Any]:
    """Add a reading of a meter, in three fields with tabs between them.

    Args:
        meter: The meter.
        reader: Who has read it.
    """
    with Path("readings.tsv").open("a", newline="") as readings:
        readings.write(f"{' '.join(meter.splitlines())}\t{_flat(reader)}\tdone\n")
    return {"logged": True}


@breaks("text_is_no_template")
def export_guests(headings: list[str], guest: str, wish: str) -> str:
    """Return the guest and the wish as a table for a spreadsheet.

    Args:
        headings: Names of the columns.
        guest: Who it is.
        wish: What the guest wishes.
    """
    return _table([headings, [_inert(guest), _inert(wish)]])


@breaks("text_is_no_template")
def note_order(customer: str, item: str) -> dict[str, Any]:
    """Note an order in the table that the warehouse opens.

    Args:
        customer: Who orders.
        item: What is ordered.
    """
    with Path("orders.csv").open("a", newline="") as orders:
        csv.writer(orders).writerow([_inert(item), customer])
    return {"noted": True}


@keeps("text_is_no_template", judged=True)
def log_visit_in_line(guest: str, gate: str) -> dict[str, Any]:
    """Add a visit to the list at the door, with a tab between guest and gate.

    Args:
        guest: Who came.
        gate: Where.
    """
    with Path("visits.tsv").open("a", newline="") as visits:
        visits.write(f"{_flat(guest)}\t{_flat(gate)}\topen\n")
    return {"logged": True}


@keeps("text_is_no_template", judged=True)
def keep_quotation(words: str, author: str) -> dict[str, Any]:
    """Keep a quotation of one or more lines in the collection, with its author behind it.

    Args:
        words: The words; a poem has several lines.
        author: Whose they are.
    """
    with Path("quotations.txt").open("a", newline="") as quotations:
        quotations.write(f"{words.strip()} - {_flat(author)}\n\n")
    return {"kept": True}


@keeps("text_is_no_template", judged=True)
def note_request(title: str, body: str) -> dict[str, Any]:
    """Note a request with its title on one line, and a body of any number of lines.

    Args:
        title: The title; on one line.
        body: The text.
    """
    if not title.isprintable():
        raise ValueError("title must be on one line.")
    with Path("requests.md").open("a", newline="") as requests:
        requests.write(f"## Request: {title} (new)\n\nBody: {body}\n\n")
    return {"noted": True}


@keeps("text_is_no_template", judged=True)
def export_guests_inert(headings: list[str], guest: str, wish: str) -> str:
    """Return the guest and the wish as a table for a spreadsheet.

    Args:
        headings: Names of the columns.
        guest: Who it is.
        wish: What the guest wishes.
    """
    return _table([[_inert(one) for one in headings], [_inert(guest), _inert(wish)]])


@keeps("text_is_no_template", judged=True)
def export_sums(label: str, total: str) -> str:
    """Return a label and a total as a table for a spreadsheet.

    Args:
        label: What is summed up; an apostrophe keeps a formula in it from being computed.
        total: A number, or a formula such as =SUM(B2:B9) that the spreadsheet computes.
    """
    return _table([["label", "total"], [_inert(label), total]])


@keeps("text_is_no_template", judged=True)
def export_pairs(name: str, value: str) -> str:
    """Return a pair for a program that reads CSV, as it is.

    Args:
        name: The name.
        value: The value.
    """
    return _table([["name", "value"], [name, value]])
