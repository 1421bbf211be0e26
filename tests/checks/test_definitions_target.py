import json
import sys

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.targets.definitions import load_definitions, read_definition
from pytest_forge.targets.target_error import TargetError
from pytest_forge.verdict import CheckFailure, NotApplicable

SCHEMA = {"type": "object", "properties": {"city": {"type": "string", "description": "Name."}}, "required": ["city"]}
CAPITALS = {"type": "OBJECT", "properties": {"city": {"type": "STRING", "description": "Name."}}, "required": ["city"]}
LOOSE = {"type": "dict", "properties": {"city": {"type": "string", "description": "Name."}}, "required": ["city"]}
SAID = {"name": "get_weather", "description": "Tell the weather."}

SHAPES = {
    "openai": {"type": "function", "function": {**SAID, "parameters": SCHEMA, "strict": True}},
    "openai_responses": {"type": "function", **SAID, "parameters": SCHEMA, "strict": True},
    "openai_functions": {**SAID, "parameters": SCHEMA},
    "anthropic": {**SAID, "input_schema": SCHEMA},
    "gemini": {**SAID, "parameters": CAPITALS},
    "mcp": {**SAID, "title": "Weather", "inputSchema": SCHEMA, "annotations": {"readOnlyHint": True}},
    "bedrock": {"toolSpec": {**SAID, "inputSchema": {"json": SCHEMA}}},
    "bfcl": {**SAID, "parameters": LOOSE},
}


def load(tmp_path, content, name="tools.json"):
    text = content if isinstance(content, (str, bytes)) else json.dumps(content)
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_definitions(f"definitions:{name}", base=tmp_path)


def judge(tool):
    """Run every static check; anything but a verdict is raised."""
    verdicts = {}
    for name, one in all_checks().items():
        if one.is_static:
            try:
                one.judge(tool)
                verdicts[name] = "passed"
            except NotApplicable:
                verdicts[name] = "not_applicable"
            except CheckFailure:
                verdicts[name] = "failed"
    return verdicts


@pytest.mark.parametrize("dialect", SHAPES)
def test_each_shape_is_recognised(dialect, tmp_path):
    [tool] = load(tmp_path, SHAPES[dialect])

    assert (tool.name, tool.description, tool.dialect, tool.problems) == (
        "get_weather",
        "Tell the weather.",
        dialect,
        (),
    )
    assert tool.input_schema == {"gemini": CAPITALS, "bfcl": LOOSE}.get(dialect, SCHEMA)
    assert tool.strict == (dialect in ("openai", "openai_responses"))
    assert tool.kind == "definition"
    assert tool.target == "definitions:tools.json"


def test_gemini_takes_json_schema_too():
    for key in ("parametersJsonSchema", "parameters_json_schema"):
        assert read_definition({**SAID, key: SCHEMA}).input_schema == SCHEMA


def test_a_recorded_dialect_is_believed():
    tool = read_definition({"dialect": "openai_chat", **SAID, "parameters": SCHEMA, "http_statuses": [200]})

    assert tool.dialect == "openai"


@pytest.mark.parametrize(
    "document",
    [
        [SHAPES["mcp"], SHAPES["mcp"] | {"name": "b"}],
        {"tools": [SHAPES["mcp"], SHAPES["mcp"] | {"name": "b"}]},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [SHAPES["mcp"], SHAPES["mcp"] | {"name": "b"}]}},
        {"tools": {"get_weather": {"description": "d", "inputSchema": SCHEMA}, "b": {"inputSchema": SCHEMA}}},
        {"get_weather": {"description": "d", "inputSchema": SCHEMA}, "b": {"description": "d", "inputSchema": SCHEMA}},
        {
            "model": "m",
            "messages": [],
            "functions": [SHAPES["openai_functions"], {**SAID, "name": "b", "parameters": SCHEMA}],
        },
        {"contents": [], "tools": [{"functionDeclarations": [SHAPES["gemini"], SHAPES["gemini"] | {"name": "b"}]}]},
        {
            "tools": [
                {"function_declarations": [SHAPES["gemini"]]},
                {"function_declarations": [SHAPES["gemini"] | {"name": "b"}]},
            ]
        },
        {
            "toolConfig": {
                "tools": [SHAPES["bedrock"], {"toolSpec": {**SAID, "name": "b", "inputSchema": {"json": SCHEMA}}}]
            }
        },
    ],
)
def test_each_kind_of_document_is_unpacked_in_order(document, tmp_path):
    tools = load(tmp_path, document)

    assert [tool.name for tool in tools] == ["get_weather", "b"]
    assert not any(tool.problems for tool in tools)


def test_a_list_of_arguments_becomes_a_schema(tmp_path):
    arguments = [
        {"name": "image", "type": "string", "desc": "Name of the image."},
        {"name": "tags", "type": "array", "items": {"type": "string"}, "desc": "Tags.", "optional": True},
    ]

    [tool] = load(tmp_path, [{**SAID, "arguments": arguments}])

    assert tool.input_schema == {
        "type": "object",
        "properties": {
            "image": {"type": "string", "description": "Name of the image."},
            "tags": {"type": "array", "items": {"type": "string"}, "description": "Tags."},
        },
        "required": ["image"],
    }


@pytest.mark.parametrize("prefix", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_json_lines_with_and_without_mark_and_carriage_returns(prefix, ending, tmp_path):
    lines = [json.dumps(SHAPES["mcp"]), "", json.dumps(SHAPES["openai"] | {"function": {**SAID, "name": "b"}}), ""]

    tools = load(tmp_path, prefix + ending.join(lines).encode(), "tools.jsonl")

    assert [tool.name for tool in tools] == ["get_weather", "b"]


def test_a_line_separator_inside_a_text_ends_no_line(tmp_path):
    line = json.dumps(SHAPES["mcp"] | {"description": "a\u2028b"}, ensure_ascii=False)

    assert [tool.description for tool in load(tmp_path, f"{line}\n{line}")] == ["a\u2028b"] * 2


def test_a_broken_line_is_one_finding_and_the_others_are_judged(tmp_path):
    good = json.dumps(SHAPES["mcp"])

    tools = load(tmp_path, f'{good}\n{{"name": "b",}}\n{json.dumps(SHAPES["anthropic"])}\n[1, 2]\n', "tools.jsonl")

    assert [tool.dialect for tool in tools] == ["mcp", None, "anthropic", None, None]
    assert tools[1].problems[0].startswith("Line 2 is not valid JSON: ")
    assert "column 14" in tools[1].problems[0]
    assert tools[3].problems == ("Line 4, entry 1 is not a tool definition: it is a number instead of an object.",)
    assert [judge(tool)["declaration_is_accepted"] for tool in tools] == [
        "passed",
        "failed",
        "passed",
        "failed",
        "failed",
    ]
    assert set(judge(tools[1]).values()) == {"failed", "not_applicable"}


def test_names_are_counted_in_each_set_of_tools(tmp_path):
    here, there = ({**SHAPES["mcp"], "server": server} for server in ("a", "b"))

    assert [tool.occurrences for tool in load(tmp_path, [SHAPES["mcp"], SHAPES["mcp"]])] == [2, 2]
    assert [tool.occurrences for tool in load(tmp_path, [here, there, here])] == [2, 1, 2]
    request = json.dumps({"model": "m", "tools": [SHAPES["openai"]]})
    assert [tool.occurrences for tool in load(tmp_path, f"{request}\n{request}\n", "log.jsonl")] == [1, 1]


def test_a_broken_entry_beside_good_ones_is_reported(tmp_path):
    good = SHAPES["mcp"]

    tools = load(
        tmp_path, [good, 5, None, "x", {"name": "c", "arguments": {"a": 1}}, {"type": "object", "properties": {}}]
    )

    assert [tool.problems[0].partition(": ")[2] for tool in tools[1:]] == [
        "it is a number instead of an object.",
        "it is null instead of an object.",
        "it is a string instead of an object.",
        "it is a tool call.",
        "it is a schema without a tool name.",
    ]
    assert tools[4].name == "c"


def test_what_a_provider_defines_itself_is_told_apart(tmp_path):
    body = {
        "tools": [
            {"type": "web_search_20250305", "name": "web_search", "max_uses": 3},
            {"type": "file_search", "vector_store_ids": ["v"]},
            {"googleSearch": {}, "functionDeclarations": [SHAPES["gemini"]]},
            {"type": "mcp", "server_label": "x", "server_url": "https://x.test"},
            {"type": "custom", **SAID},
        ]
    }

    tools = load(tmp_path, body)

    assert [tool.dialect for tool in tools] == ["builtin", "builtin", "gemini", "builtin", "builtin", "openai_custom"]
    assert not any(tool.problems for tool in tools)


def test_a_tool_without_arguments_needs_no_schema(tmp_path):
    [tool] = load(
        tmp_path, [{"type": "function", "function": {"name": "ping", "description": "Tell whether it is up."}}]
    )

    assert (tool.input_schema, tool.dialect, tool.problems) == (None, "openai", ())
    assert "failed" not in judge(tool).values()


def test_a_schema_that_mcp_demands_is_missed(tmp_path):
    [tool] = load(tmp_path, [{**SAID, "inputSchema": None}])

    assert judge(tool)["root_is_an_object"] == "failed"


@pytest.mark.parametrize(
    "entry", [{"inputSchema": SCHEMA, "description": "d"}, {**SAID, "name": 5, "inputSchema": SCHEMA}]
)
def test_a_definition_without_a_name_is_judged(entry, tmp_path):
    [tool] = load(tmp_path, [entry])

    assert judge(tool)["name_is_valid"] == "failed"


def test_a_description_that_is_no_text_is_judged(tmp_path):
    [tool] = load(tmp_path, [{"name": "a", "description": ["d"], "inputSchema": SCHEMA}])

    assert tool.problems == ("The description in entry 1 is a list instead of a string.",)
    assert judge(tool)["declaration_is_accepted"] == "failed"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "is empty"),
        ("  \n", "is empty"),
        ("[]", "the list is empty"),
        ('{"tools": []}', "it has neither a name nor a schema"),
        ("5", "it is a number instead of an object"),
        ('{"question": "q", "ground_truth": []}', "it has neither a name nor a schema"),
        ('{"name": "a", "arguments": "{}"}', "it is a tool call"),
        ('{\n "tools": [\n  {"name": "a",}\n ]\n}', "line 3, column"),
        ('[{"name": "a"', "line 1, column"),
        ("[NaN]", "NaN"),
        ('{"a": ' * 100_000 + "1" + "}" * 100_000, "nested too deeply"),
        (b"\xff\xfe[\x00]\x00", "not valid UTF-8"),
    ],
)
def test_a_file_without_definitions_is_refused_in_two_sentences(content, told, tmp_path):
    with pytest.raises(TargetError) as refusal:
        load(tmp_path, content)

    assert told in str(refusal.value)
    assert "tools.json" in str(refusal.value)
    assert str(refusal.value).count(". ") == 1
    assert str(refusal.value).endswith(".")


def test_what_is_no_file_is_refused(tmp_path):
    (tmp_path / "folder").mkdir()

    told = {"missing.json": "does not exist", "folder": "is a folder", "/dev/null": "not a regular file"}
    for name, sentence in told.items():
        with pytest.raises(TargetError, match=sentence):
            load_definitions(f"definitions:{name}", base=tmp_path)


def test_hostile_lines_are_judged_and_the_good_one_is_too(tmp_path):
    limit = sys.getrecursionlimit()
    deep = '{"name": "a", "inputSchema": ' + '{"a": ' * 100_000 + "1" + "}" * 100_001
    nested = '{"name": "a", "description": "d", "inputSchema": {"default": ' + "[" * 300 + "]" * 300 + "}}"
    lines = [
        deep,
        nested,
        '{"name": "a", "inputSchema": {"maximum": NaN}}',
        '{"name": "a", "name": "b", "description": "d", "inputSchema": {"type": "object", "type": "array"}}',
        '{"name": "c", "description": "d", "inputSchema": {"type": "object", "maximum": ' + "9" * 5_000 + "}}",
        '{"name": "d\\ud800", "description": "\\ud800", "inputSchema": {"properties": {"\\ud800": {"enum": [1e999]}}}}',
        json.dumps(SHAPES["mcp"]),
    ]

    tools = load(tmp_path, "\n".join(lines), "tools.jsonl")

    assert [tool.dialect for tool in tools] == [None, None, None, "mcp", "mcp", "mcp", "mcp"]
    for tool in tools:
        judge(tool)
        str(tool).encode("utf-8", "backslashreplace")
        tool.name.encode()
    assert sys.getrecursionlimit() == limit


def test_every_file_of_the_corpus_is_read_and_every_definition_judged(corpus):
    folder = corpus / "tool_schemas"
    files = sorted(path for path in folder.rglob("*.json*") if path.is_file())
    refused, tools = [], []
    for file in files:
        try:
            tools += load_definitions(f"definitions:{file.name}", base=file.parent)
        except TargetError:
            refused.append(file.name)

    assert all("cases" in name or "calls" in name or "examples" in name for name in refused)
    assert len(tools) > 300
    assert not [tool.problems for tool in tools if tool.problems]
    names = {name for name, one in all_checks().items() if one.is_static}
    assert all(judge(tool).keys() == names for tool in tools)


def test_what_providers_have_answered_with_200_is_portable_to_them(corpus):
    file = corpus / "tool_schemas" / "recorded_tools.jsonl"
    check_of = {
        "openai": "openai",
        "openai_responses": "openai",
        "openai_functions": "openai",
        "anthropic": "anthropic",
    }
    check_of["gemini"] = "gemini"

    refused = [
        (tool.name, tool.dialect)
        for tool in load_definitions(f"definitions:{file.name}", base=file.parent)
        if tool.dialect in check_of and judge(tool)[f"portable_to_{check_of[tool.dialect]}"] == "failed"
    ]

    assert refused == []


def test_real_mcp_servers_break_no_rule_that_must_hold(corpus):
    folder = corpus / "tool_schemas"
    files = [folder / "mcp_github_mcp_server.jsonl", *(folder / "mcp_snapshots").glob("*.json")]
    musts = {name for name, one in all_checks().items() if one.is_static and one.level == "MUST"}
    broken = []
    for file in files:
        if "examples" not in file.name:
            for tool in load_definitions(f"definitions:{file.name}", base=file.parent):
                verdicts = judge(tool)
                broken += [(tool.name, name) for name in musts if verdicts[name] == "failed"]

    assert broken == []


def test_a_list_of_declarations_is_gemini_whatever_the_case_of_its_types(tmp_path):
    declaration = {
        "name": "get_weather",
        "description": "Tell the weather of a city.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string", "description": "The city."}}},
    }
    (tmp_path / "tools.json").write_text(json.dumps({"functionDeclarations": [declaration]}))

    (facts,) = load_definitions("definitions:tools.json", base=tmp_path)

    assert facts.dialect == "gemini"
