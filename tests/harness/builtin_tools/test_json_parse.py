from __future__ import annotations

import importlib.util
import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge_harness import dispatch_forge_tool
from forge_harness.texts.json_path import find
from forge_harness.texts.strict_json import read_json
from forge_harness.tools.builtin.json_parse import json_parse

from .deviations import outcomes

MISSING = "is not there"
ERR = "invalid_json"

JSON_PARSE = [  # (data, query, value, or where none is found, or the error)
    ('{"name":"John","age":30}', "", {"name": "John", "age": 30}),
    ('{"a":{"b":null}}', "a.b", None),
    ('{"a":1}', "b", MISSING),
    ('{"a":1}', "a.b", MISSING),
    ('{"a":[1,2,3]}', "a", [1, 2, 3]),
    ("[1,2]", "", [1, 2]),
    ('"s"', "", "s"),
    ("12345678901234567890", "", 12345678901234567000),
    ('{"n":1.0}', "", {"n": 1}),
    ('{"n":1e3}', "", {"n": 1000}),
    ('{"h":"<b>&"}', "", {"h": "<b>&"}),
    ('{"":{"":5}}', ".", 5),
    ('{"a":1}', ".a", MISSING),
    ("", "", ERR),
    ('{"a":1} x', "", ERR),
    ('{"a":1,"a":2}', "", {"a": 2}),
    ("NaN", "", ERR),
    ("null", "", None),
    ("true", "", True),
    ("{}", "", {}),
    ('{"u":"\\u00e9"}', "u", "é"),
]
JSON_PARSE_WANT = [
    ('{"a":[1,2,3]}', "a.0", 1),
    ('{"a":[1,2,3]}', "a[0]", 1),
    ('{"a":1}', "b", MISSING),
    ('{"a":{"b":null}}', "a.b", None),
    ('{"n":9007199254740993}', "", {"n": 9007199254740993}),
    ("Infinity", "", ERR),
    ("9" * 300, "", int("9" * 300)),
]
MORE_DATA = [  # of the same classes
    ("[-Infinity]", ERR),
    ("[1e999]", ERR),
    ("[-1E999]", ERR),
    ("9" * 4_300, int("9" * 4_300)),
    ("9" * 4_301, ERR),
    ("[1e-999]", [0]),
    ('\ufeff{"a":1}', {"a": 1}),
    ('["\\ud800", {"\\udfff": "\\ud83d\\ude00"}]', ["\ufffd", {"\ufffd": "😀"}]),
    ("[" * 128 + "]" * 128, json.loads("[" * 128 + "]" * 128)),
    ("[" * 129 + "]" * 129, "too_deep"),
    ("[" * 500_000, "too_deep"),
    ('{"a":' * 100_000, "too_deep"),
    ('"\\"' + "[" * 500 + '"', '"' + "[" * 500),
    ('"' + '\\"' * 400_000, ERR),
    ("  \n", ERR),
    ("{'a': 1}", ERR),
    ('{"a": 1,}', ERR),
    ("[1] // one", ERR),
    ("\x00", ERR),
    ("\u00a01", ERR),
    ('"' + "é" * 400_000 + '"', "too_long"),
    ("1" + " " * 1_000_000, "ToolValidationError"),
]
SAMPLE = """{"a": [1, 2, 3], "a b": {"c.d": 5}, "first name": 6, "a,b": 7, "a=b": 8, "a[*]": null, "/a": {"b": 5},
    "é": 1, "d-e": 2, "0": 7, "@id": 3, "$": 9, "n": null, "q\\"r": 4,
    "users": [{"name": "Ann", "age": 30}, {"name": "Bo", "age": 20}, {"name": null}]}"""
QUERIES = [
    # Paths
    ("users[0].name", "Ann"),
    ("users.1.name", "Bo"),
    ("users[-1].name", None),
    ("users[3].name", MISSING),
    ("users[-4]", MISSING),
    ("users.name", MISSING),
    ("users.0.name.0", MISSING),
    ("n", None),
    ("n.n", MISSING),
    ("0", 7),
    ("[0]", MISSING),
    ("é", 1),
    ("d-e", 2),
    ("@id", 3),
    ('"a b"."c.d"', 5),
    ('"q\\"r"', 4),
    ('"\\u0061"[0]', 1),
    ('a."0"', MISSING),
    ('"$"', 9),
    ("a..b", MISSING),
    # Names of the object at the top, and no paths
    ("a b", {"c.d": 5}),
    ("first name", 6),
    ("a,b", 7),
    ("a=b", 8),
    ("a[*]", None),
    ("$", 9),
    ("/a", {"b": 5}),
    ("/a.b", 5),
    ("/a.c", MISSING),
    # JMESPath
    ("users[*].name", ["Ann", "Bo"]),
    ("users[?age > `20`].name | [0]", "Ann"),
    ("users[?age > `90`].name | [0]", MISSING),
    ("length(a)", 3),
    ("a[1:]", [2, 3]),
    ('{first: a[0], id: "@id"}', {"first": 1, "id": 3}),
    ("@.a", [1, 2, 3]),
    # Neither, or one that fails
    ("$.a", "invalid_query"),
    ("b a", "invalid_query"),
    ("#/a", "invalid_query"),
    ("/b", "invalid_query"),
    ("/b c/0", "invalid_query"),
    ("a[", "invalid_query"),
    ("a.[0]", "invalid_query"),
    ('"a', "invalid_query"),
    ('a."\\q"', "invalid_query"),
    ("sum(users)", "invalid_query"),
    ("nope(a)", "invalid_query"),
    ("&a", "invalid_query"),
    ("a[::0]", "invalid_query"),
    ("(" * 990, "invalid_query"),
    ("a" * 1_001, "ToolValidationError"),
    # What is not JSON, or can no longer be written
    ("to_number('nan')", "invalid_query"),
    ("avg([`1" + "0" * 400 + "`])", "invalid_query"),
    ('`"\\ud800"`', "invalid_query"),
    ("[@]" + "|[@]" * 150, "invalid_query"),
]


def call(data: str, query: str | None = None) -> Any:
    """The value, `MISSING` or the error of a call, with the keys of the answer checked."""
    arguments = {"data": data} | ({} if query is None else {"query": query})
    answer = dispatch_forge_tool(json_parse, arguments).llm_payload()
    if "error" in answer:
        assert answer.keys() == {"error", "message"}
        return answer["error"]
    assert answer.keys() == {"found", "value"}
    assert answer["found"] or answer["value"] is None
    return answer["value"] if answer["found"] else MISSING


@pytest.mark.requirement("json_parse:parses-and-queries")
@pytest.mark.parametrize(
    ("data", "query", "outcome"), [*outcomes(JSON_PARSE=JSON_PARSE), *outcomes(JSON_PARSE_WANT=JSON_PARSE_WANT)]
)
def test_json_is_parsed_and_queried_as_recorded(data: str, query: str, outcome: Any) -> None:
    assert call(data, query) == outcome


@pytest.mark.parametrize(("data", "outcome"), MORE_DATA, ids=range(len(MORE_DATA)))
def test_only_json_that_can_be_written_again_is_read(data: str, outcome: Any) -> None:
    assert call(data) == outcome


@pytest.mark.parametrize(("query", "outcome"), QUERIES, ids=range(len(QUERIES)))
def test_a_query_finds_its_value(query: str, outcome: Any) -> None:
    assert call(SAMPLE, query) == outcome


@pytest.mark.parametrize(
    "query",
    [
        "[@,@]" + "|[@,@]" * 150,
        "a" + "|[@,@][]" * 110,
        "to_string(@)" + "|join(@,['','',''])" * 40,
        "join(to_string(@), [@,@,@,@,@,@][].a[].to_string(@))",
    ],
)
def test_a_query_cannot_make_much_of_little(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forge_harness.texts.json_query._MAX_STEPS", 300)

    assert call(SAMPLE, "users[?age > `20`].{name: name, text: to_string(@)}")
    assert call(SAMPLE, query) == "too_long"


@pytest.mark.parametrize(
    ("data", "query", "message"),
    [
        ("[1,\n 2,]", "", "The data is not valid JSON at line 2, column 4. Pass one JSON value, with double quotes"),
        ("[1] x", "", "The data has text after its value, at line 1, column 5. Pass one value alone"),
        ("{}\n{}", "", "The data has text after its value, at line 2, column 1. Pass one value alone"),
        ("```json\n{}\n```", "", "The data has a Markdown fence in line 1. Pass only the text between the fences."),
        ("So:\n\n  ~~~\n{}", "", "The data has a Markdown fence in line 3. Pass only the text between the fences."),
        ("1", "/a/b", "The query begins with '/', as a JSON pointer does. Write the path with dots, as in 'a.b[0]'."),
        ("1", "#/a b", "The query begins with '#/', as a JSON pointer does. Write the path with dots, as in"),
        ("1", "$.a", "The query begins with '$', as in JSONPath. Write the path without it"),
        ("1", "a[?b == 1]", "The query is neither a path nor JMESPath. Write a filter as in 'a[?b > `5`].c'"),
        ("1", "a b", "The query is neither a path nor JMESPath. Write a path such as 'a.b[0].c'"),
    ],
)
def test_a_refusal_says_where_and_what_to_do(data: str, query: str, message: str) -> None:
    payload = dispatch_forge_tool(json_parse, {"data": data, "query": query}).llm_payload()

    assert payload["message"].startswith(message)


def test_paths_need_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "forge_harness.texts.json_query", raising=False)
    monkeypatch.setitem(sys.modules, "jmespath", None)
    monkeypatch.setitem(sys.modules, "jmespath.parser", None)

    payload = dispatch_forge_tool(json_parse, {"data": SAMPLE, "query": "users[*].name"}).llm_payload()

    assert call(SAMPLE, "users[0].name") == "Ann"
    assert payload["error"] == "invalid_query"
    assert payload["message"] == (
        "The query is not a path, and JMESPath is not installed. "
        "Quote names with blanks or signs, as in 'a.\"b c\"', or install it (extra 'tools')."
    )


@pytest.mark.parametrize("is_installed", [True, False])
def test_jmespath_is_offered_where_it_is_installed(is_installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.find_spec("forge_harness.tools.builtin.json_parse")
    assert spec
    assert spec.loader
    if not is_installed:
        monkeypatch.setitem(sys.modules, "jmespath", None)

    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    text = json.dumps(module.JsonParseArguments.model_json_schema())
    assert ("JMESPath" in text) is is_installed
    assert ("null counts as missing" in text) is is_installed


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=50)
@given(JSON, st.data())
def test_every_value_is_found_by_its_path(document: Any, data: st.DataObject) -> None:
    value, path = document, ""
    while isinstance(value, list | dict) and value and data.draw(st.booleans(), label="goes on"):
        if isinstance(value, list):
            index = data.draw(st.integers(-len(value), len(value) - 1))
            value, path = value[index], f"{path}[{index}]"
        else:
            key = data.draw(st.sampled_from(sorted(value)))
            value, path = value[key], f"{path}{'.' if path else ''}{json.dumps(key)}"

    assert read_json(json.dumps(document)) == document
    assert find(document, path) == (True, value)
    assert find(document, f"{path}[9]") == (False, None)
