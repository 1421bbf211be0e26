from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge_harness import dispatch_forge_tool
from forge_harness.texts.csv_table import read_csv
from forge_harness.tools.builtin.csv_parse import csv_parse

from .deviations import outcomes

CSV_PARSE = [  # (data, delimiter, headers, rows or the error)
    ("name,age\nAlice,30\nBob,25", "", None, [{"age": "30", "name": "Alice"}, {"age": "25", "name": "Bob"}]),
    ("name,age\nAlice,30\nBob,25", "", False, [["name", "age"], ["Alice", "30"], ["Bob", "25"]]),
    ("name,age\nAlice,30", "", True, [{"age": "30", "name": "Alice"}]),
    ("name,age\n", "", None, []),
    ("\n\n", "", None, []),
    ("a;b\n1;2", ";", None, [{"a": "1", "b": "2"}]),
    ("a,b\n1", "", None, "ragged_row"),
    ('a,b\n"x,y","q""q"', "", None, [{"a": "x,y", "b": 'q"q'}]),
    ('a,b\n"line1\nline2",z', "", None, [{"a": "line1\nline2", "b": "z"}]),
    ('a,b\n"unclosed,z', "", None, "stray_quote"),
    ("a,b\n1,2", "\n", None, "bad_delimiter"),
    ("#c\na,b\n1,2", "", None, "ragged_row"),
]
CSV_PARSE_WANT = [
    ("name,age", "", None, []),
    ("\ufeffname,age\nAl,3", "", None, [{"name": "Al", "age": "3"}]),
    ("a,a\n1,2", "", None, "duplicate_header"),
    ("a||b\n1||2", "||", None, "bad_delimiter"),
    ("a,b\n" + '"' + "x" * 200000 + '",1', "", None, [{"a": "x" * 200000, "b": "1"}]),
    ('a,b\r\n"x\r\ny",1', "", None, [{"a": "x\r\ny", "b": "1"}]),
]
MORE = [  # of the same classes
    ("", "", None, []),
    ("", "", False, []),
    ("a,b", "", False, [["a", "b"]]),
    ("a,b\n1,2,3", "", False, "ragged_row"),
    ("a\r1\r\n2\n\n\r\n3\r", "", None, [{"a": "1"}, {"a": "2"}, {"a": "3"}]),
    ('a\n""\n"\n"', "", None, [{"a": ""}, {"a": "\n"}]),
    ("a,\n1,", "", None, [{"a": "1", "": ""}]),
    (" a , b\n 1 ,2 ", "", None, [{" a ": " 1 ", " b": "2 "}]),
    ('\ufeff"a"\n\0', "", None, [{"a": "\0"}]),
    ("a\tb\n1\t2", "\t", None, [{"a": "1", "b": "2"}]),
    ("a]b\n1]2", "]", None, [{"a": "1", "b": "2"}]),
    ("a^b\n1^2", "^", None, [{"a": "1", "b": "2"}]),
    ("a\\b\n1\\2", "\\", None, [{"a": "1", "b": "2"}]),
    ("a,b", "\r", None, "bad_delimiter"),
    ("a,b", '"', None, "bad_delimiter"),
    ("a\tb\n1\t2", "\\t", None, [{"a": "1", "b": "2"}]),
    ("a,b", "\\n", None, "bad_delimiter"),
    ("a\0b", "\0", None, "bad_delimiter"),
    ("a\ufffdb", "\ufffd", None, "bad_delimiter"),
    ("a\ufeffb", "\ufeff", None, "bad_delimiter"),
    ("a,b", "\ud800", None, "bad_delimiter"),
    ("a,b", "", "false", "ToolValidationError"),
    ("a,b", "", 0, "ToolValidationError"),
    ("a,b", "", 1.0, "ToolValidationError"),
    ('a,b\n1,x"y', "", None, "stray_quote"),
    ('a,b\n1,"x"y', "", None, "stray_quote"),
    ('a,b\n1, "x"', "", None, "stray_quote"),
    ('"' + '""' * 400_000, "", None, "stray_quote"),
    (",", "", None, "duplicate_header"),
    (",", "", False, [["", ""]]),
    ("a\n" + "é" * 500_000, "", None, "too_long"),
    (",".join(map(str, range(150_000))), "", None, "too_long"),
    ("," * 1_000_001, "", None, "ToolValidationError"),
]


def call(data: str, delimiter: str = "", headers: Any = None) -> Any:
    """The payload of a call, in which an empty delimiter and no headers are left out."""
    arguments: dict[str, Any] = {"data": data}
    if delimiter:
        arguments["delimiter"] = delimiter
    if headers is not None:
        arguments["headers"] = headers
    return dispatch_forge_tool(csv_parse, arguments).llm_payload()


@pytest.mark.requirement("csv_parse:gives-records")
@pytest.mark.parametrize(
    ("data", "delimiter", "headers", "outcome"),
    [*outcomes(CSV_PARSE=CSV_PARSE), *outcomes(CSV_PARSE_WANT=CSV_PARSE_WANT), *outcomes(MORE=MORE)],
)
def test_csv_is_parsed(data: str, delimiter: str, headers: Any, outcome: Any) -> None:
    answer = call(data, delimiter, headers)

    if isinstance(outcome, str):
        assert answer.keys() == {"error", "message"}
        assert answer["error"] == outcome
    else:
        assert answer.keys() == {"columns", "rows", "row_count", "truncated"}
        assert answer["truncated"] is False
        assert (answer["rows"], answer["row_count"]) == (outcome, len(outcome))
        assert (answer["columns"] is None) is (headers is False)
        for row in answer["rows"] if headers is not False else ():
            assert list(row) == answer["columns"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ('a,b\n"x\ny",1\n\n2', "The row in line 5 has 1 field, and the first row has 2."),
        ('a,b\r\n"x\r\ny",1\r\n2,"', "A quote in line 4 is stray or never closed."),
        ("a,b,a", "Columns 1 and 3 have the same name."),
        ("x" * 400_000 + "\n1", "The columns and the first row, which repeats their names, exceed 768 KiB."),
        ("a\n" + "x" * 800_000, "The columns and the first row, which repeats their names, exceed 768 KiB."),
        ("x" * 800_000, "The columns exceed 768 KiB."),
    ],
)
def test_a_refusal_says_where(data: str, message: str) -> None:
    assert call(data)["message"].startswith(message)


def test_an_empty_delimiter_is_the_default() -> None:
    answer = dispatch_forge_tool(csv_parse, {"data": "a,b", "delimiter": "", "headers": False}).llm_payload()

    assert answer["rows"] == [["a", "b"]]


def test_rows_beyond_the_cap_are_counted() -> None:
    answer = call("a" * 100 + "\n" + "1\n" * 10_000)

    assert (answer["row_count"], answer["truncated"]) == (10_000, True)
    assert 5_000 < len(answer["rows"]) < 10_000
    assert len(json.dumps(answer)) < 1_048_576


CELLS = st.text(st.sampled_from('ab"",;\t\r\n \0é'), max_size=5)
ROWS = st.integers(1, 3).flatmap(lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), max_size=4))
DIALECTS = st.sampled_from([("\r\n", csv.QUOTE_MINIMAL), ("\n", csv.QUOTE_ALL), ("\r", csv.QUOTE_ALL)])


@settings(max_examples=60)
@given(ROWS, st.sampled_from(",;\t|é"), DIALECTS)
def test_what_the_standard_library_writes_is_read(rows: list[list[str]], delimiter: str, dialect: Any) -> None:
    end, quoting = dialect
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(rows)

    assert read_csv("\ufeff" + text.getvalue(), delimiter) == rows
