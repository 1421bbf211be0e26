"""Documents in which the values of one key are of another kind."""

from __future__ import annotations

from pytest_forge.strategies.other_leaves import (
    document_in,
    leaf_at,
    leaf_paths,
    other_values,
    with_leaf,
    without_one,
    written,
)

ROWS = {"rows": [{"at": "hello", "tags": ["ada"]}, {"at": "bob", "tags": [{"id": 1}]}], "total": 2}


def test_each_key_of_the_records_of_a_list_is_one_path() -> None:
    assert leaf_paths(ROWS) == [
        ("rows", None, "at"),
        ("rows", None, "tags"),
        ("rows", None, "tags", None, "id"),
        ("rows",),
        ("total",),
    ]


def test_every_record_gets_the_value() -> None:
    changed = with_leaf(ROWS, ("rows", None, "at"), "2024-01-01")

    assert [row["at"] for row in changed["rows"]] == ["2024-01-01", "2024-01-01"]
    assert changed["total"] == 2
    assert ROWS["rows"][0]["at"] == "hello", "the document given stays as it is"


def test_a_path_that_a_record_lacks_changes_nothing_there() -> None:
    assert with_leaf([{"a": 1}, {"b": 2}, 3], (None, "a"), 7) == [{"a": 7}, {"b": 2}, 3]


def test_a_whole_document_may_be_one_value() -> None:
    assert with_leaf("hello", (), 10) == 10
    assert leaf_paths("hello") == [()]


def test_the_first_value_at_a_path_is_told() -> None:
    assert leaf_at(ROWS, ("rows", None, "at")) == "hello"
    assert leaf_at(ROWS, ("rows", None, "none")) is None
    assert leaf_at([], (None, "at")) is None


def test_other_values_are_of_every_kind_and_end_with_texts_of_the_code() -> None:
    found = other_values(10, ["open"])

    assert 10 not in found
    assert {type(value) for value in found} == {int, str, list, bool}
    assert found[-1] == "open"


def test_a_table_is_a_list_of_records() -> None:
    rows = document_in(".csv", b"day,amount\n2024-01-01,10\nhello,20\n")
    path = leaf_paths(rows)[0]

    assert path == (None, "day")
    assert written(".csv", with_leaf(rows, path, "2024-01-01")) == b"day,amount\n2024-01-01,10\n2024-01-01,20\n"


def test_what_is_no_document_is_none() -> None:
    assert document_in(".json", b"{") is None
    assert document_in(".csv", b"day,amount\n") is None
    assert document_in(".db", b"SQLite format 3\0") is None


def test_a_cell_without_a_column_is_left_out() -> None:
    assert written(".csv", document_in(".csv", b"day,amount\n2024-01-01,10,x\n")) == b"day,amount\n2024-01-01,10\n"


def test_the_like_records_of_a_map_share_their_paths() -> None:
    document = {"a": {"next": "b"}, "b": {"next": "c"}}

    assert leaf_paths(document) == [(None, "next")]
    assert leaf_at(document, (None, "next")) == "b"
    assert with_leaf(document, (None, "next"), None) == {"a": {"next": None}, "b": {"next": None}}


def test_documents_lack_one_record_after_the_other() -> None:
    assert without_one({"total": 2, "rows": [1, 2]}) == [{"total": 2, "rows": [2]}, {"total": 2, "rows": [1]}]
    assert without_one({"a": {"x": 1}, "b": {"x": 2}}) == [{"b": {"x": 2}}, {"a": {"x": 1}}]
    assert without_one({"rows": [1]}) == without_one("text") == []
