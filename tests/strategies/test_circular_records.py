"""Documents and tables whose records refer to themselves, or to none."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

from pytest_forge.strategies.circular_records import with_circles, with_last_records

REELS = {"a": {"film": "hello", "next": "b", "minutes": 3}, "b": {"film": "hello", "next": "a", "minutes": 4}}


def table() -> bytes:
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute("CREATE TABLE tasks (name TEXT PRIMARY KEY, parent TEXT)")
        base.execute("INSERT INTO tasks VALUES ('hello', 'ada')")
        base.commit()
        return base.serialize()


def rows(content: bytes) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(content)
        return base.execute("SELECT * FROM tasks").fetchall()


def test_all_records_refer_to_the_one_that_is_named_by_one_key_after_the_other() -> None:
    found = {key: json.loads(content) for key, content in with_circles(".json", json.dumps(REELS).encode(), ["a1"])}

    assert list(found) == ["film", "next"], "a number is not the identifier of a record that a text names"
    assert [one["next"] for one in found["next"].values()] == ["a1", "a1"]
    assert [one["film"] for one in found["next"].values()] == ["hello", "hello"]


def test_the_identifier_stays() -> None:
    content = json.dumps([{"id": "x", "parent": "y", "parts": ["z"]}]).encode()

    assert [key for key, _ in with_circles(".json", content, ["x"])] == ["parent", "parts"]


def test_a_record_that_refers_to_none_may_refer_to_one() -> None:
    content = json.dumps({"a": {"next": None}}).encode()

    assert list(with_circles(".json", content, ["a"])) == [("next", b'{"a": {"next": "a"}}')]


def test_two_records_refer_to_each_other() -> None:
    *_, (key, content) = with_circles(".json", json.dumps({"films": REELS}).encode(), ["a"])

    assert (key, [one["next"] for one in json.loads(content)["films"].values()]) == ("next", ["b", "a"])


def test_rows_of_tables_and_lines_refer_to_the_one_that_is_named() -> None:
    assert next(with_circles(".csv", b"name,next\na,b\nb,\n", ["a"])) == ("next", b"name,next\na,a\nb,a\n")
    assert next(with_circles(".jsonl", b'{"name": "a", "next": "b"}\n', ["a"])) == (
        "next",
        b'{"name": "a", "next": "a"}\n',
    )


def test_last_records_refer_to_none() -> None:
    found = [json.loads(content) for content in with_last_records(".json", json.dumps(REELS).encode())]

    assert {"film": "hello", "next": None, "minutes": 3} in [one["a"] for one in found]


def test_rows_refer_to_themselves_but_for_the_key_of_the_table() -> None:
    assert [(key, rows(content)) for key, content in with_circles(".db", table(), ["hello"])] == [
        ("parent", [("hello", "hello")])
    ]
    assert [rows(content) for content in with_last_records(".db", table())] == [[("hello", None)]]


def test_another_format_has_no_records() -> None:
    assert list(with_circles(".txt", b"name,next\n", ["a"])) == list(with_last_records(".json", b"{")) == []
