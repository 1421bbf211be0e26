"""Functions that add a line to a file, and keep line feeds out of it."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from ..marks import breaks, keeps


@breaks("text_is_no_template")
def log_delivery(goods: str) -> dict[str, str]:
    """Add a delivery to the list, one line for each.

    Args:
        goods: What was delivered; on one line.
    """
    if "\n" in goods:
        raise ValueError("goods must be on one line.")
    with Path("deliveries.log").open("a", encoding="utf-8", errors="replace") as deliveries:
        deliveries.write(f"delivered: {goods}\n")
    return {"logged": "yes"}


@breaks("text_is_no_template")
def log_return(goods: str) -> dict[str, str]:
    """Add goods that came back to the list, one line for each.

    Args:
        goods: What came back; its line feeds become spaces.
    """
    flat = goods.replace("\n", " ")
    with Path("returns.txt").open("a", encoding="utf-8", errors="replace") as returns:
        returns.write(f"{flat} (came back)\n")
    return {"logged": "yes"}


@keeps("text_is_no_template", judged=True)
def log_delivery_in_line(goods: str) -> dict[str, str]:
    """Add a delivery to the list, one line for each.

    Args:
        goods: What was delivered; on one line.
    """
    flat = " ".join(goods.split())
    with Path("deliveries.log").open("a", encoding="utf-8", errors="replace") as deliveries:
        deliveries.write(f"delivered: {flat}\n")
    return {"logged": "yes"}


@keeps("text_is_no_template", judged=True)
def create_notice(notice: str) -> dict[str, str]:
    """Put a notice of any number of lines on the board; one that hangs there is kept.

    Args:
        notice: The text.
    """
    if Path("notice.txt").exists():
        raise ValueError("There is a notice already.")
    Path("notice.txt").write_text(f"Notice: {notice}\n", encoding="utf-8", errors="replace")
    return {"hung": "yes"}


@keeps("text_is_no_template", judged=True)
def store_goods(goods: str) -> dict[str, str]:
    """Store goods in a database, in a table and in lines of JSON; none of them breaks a line at a carriage return.

    Args:
        goods: What is stored; no line feeds.
    """
    if "\n" in goods:
        raise ValueError("goods must have no line feeds.")
    with closing(sqlite3.connect("goods.db")) as database, database:
        database.execute("CREATE TABLE IF NOT EXISTS goods (name TEXT)")
        database.execute("INSERT INTO goods VALUES (?)", (f"name: {goods.encode(errors='replace').decode()}",))
    with Path("goods.csv").open("a", newline="", encoding="utf-8", errors="replace") as table:
        csv.writer(table).writerow(["stored", f"name: {goods}"])
    with Path("goods.jsonl").open("a", encoding="utf-8") as lines:
        lines.write(json.dumps({"name": goods}) + "\n")
    return {"stored": "yes"}
