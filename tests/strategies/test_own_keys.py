"""Keys that a tool's own code looks up, and the files made of them."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from typing import Any

from pytest_forge.strategies.own_keys import own_keys, own_variables
from pytest_forge.strategies.own_records import with_own_records
from pytest_forge.strategies.shaped_database import shaped_database
from pytest_forge.strategies.shaped_files import shaped_contents
from pytest_forge.targets.functions import function_tool


def weigh(parcels: list[dict[str, Any]], rates: dict[str, float]) -> float:
    """Add up the weights of parcels."""
    total = 0.0
    for parcel in parcels:
        if not parcel["sent"] and isinstance(parcel.get("carrier"), str):
            total += int(parcel["grams"]) * rates.get("base", 1.0)
    return total


def test_keys_are_found_with_the_kind_of_their_values() -> None:
    keys = own_keys(function_tool(weigh))

    assert {"sent": "flag", "carrier": "text", "grams": "number"}.items() <= keys.items()


def test_free_objects_get_the_keys_of_the_code() -> None:
    tool = function_tool(weigh)
    schema = dict(tool.definition().input_schema)

    calls = list(with_own_records({"parcels": [], "rates": {}}, schema, own_keys(tool)))

    assert {"sent", "carrier", "grams"} <= calls[0]["parcels"][0].keys()
    assert "grams" in calls[0]["rates"]


def test_documents_have_the_keys_of_the_code() -> None:
    first = json.loads(next(shaped_contents(".json", {"paid": "flag", "amount": "number"})))

    assert {record["paid"] for record in first} == {True, False}
    assert all(isinstance(record["amount"], int) for record in first)


def test_a_database_has_the_columns_that_all_statements_name() -> None:
    made = shaped_database(["SELECT pieces FROM stock WHERE sku = ?", "UPDATE stock SET asked = 1 WHERE sku = ?"])

    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(made or b"")
        columns = {row[1] for row in connection.execute("PRAGMA table_info(stock)")}
        rows = connection.execute("SELECT count(*) FROM stock").fetchone()[0]
    assert {"pieces", "sku", "asked"} <= columns
    assert rows > 0


def test_a_database_has_a_record_that_the_call_asks_for() -> None:
    made = shaped_database(["SELECT pieces FROM stock WHERE sku = ? AND id = ?"], {"sku": "A-7", "stock_id": 40})

    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(made or b"")
        found = connection.execute("SELECT count(*) FROM stock WHERE sku = 'A-7' AND id = 40").fetchone()[0]
    assert found == 1


def test_variables_that_a_call_looks_up_are_found() -> None:
    def folder(kind: str) -> str:
        return os.environ.get("NOTES_DIR") or os.getenv("DATA_DIR") or os.environ["LAST_DIR"] or kind

    assert own_variables(function_tool(folder)) == ["NOTES_DIR", "DATA_DIR", "LAST_DIR"]


def test_a_column_of_an_alias_belongs_to_its_table_and_a_null_one_is_empty():
    made = shaped_database(["SELECT t.unit, t.since FROM tenants AS t WHERE t.gone IS NULL AND t.unit LIKE ?"])

    assert made is not None
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(made)
        columns = [row[1] for row in connection.execute("PRAGMA table_info(tenants)")]
        rows = connection.execute("SELECT unit FROM tenants WHERE gone IS NULL").fetchall()
    assert {"unit", "since", "gone"} <= set(columns)
    assert "t" not in columns
    assert len(rows) == 2
