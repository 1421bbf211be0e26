import importlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from forge_harness import ExecutorTool, FnToolExecutor, ForgeTool
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.definition.listing import estimated_tokens
from pytest_forge.checks.definition.locked import LOCK_CHECKS
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.campaign import checks_of
from pytest_forge.engine.session import open_session
from pytest_forge.lock.lock_file import LockFile
from pytest_forge.targets.definitions import load_definitions, read_definition
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.verdict import CheckFailure, NotApplicable

STATIC = sorted(name for name, one in all_checks().items() if one.is_static)
#: Their examples are servers.
OF_SERVERS = {
    "messages_fit_the_protocol",
    "notifications_are_not_answered",
    "requests_are_answered",
    "startup_prints_nothing",
    "unknown_cursors_are_refused",
}
HOSTILE = [None, True, 3, 1e999, "text", [], [1], {}, {"type": []}, {"type": {}}, {"properties": []}, {"properties": 5}]


def failures(tool: ToolFacts) -> dict[str, str]:
    """Return the message of every static check that fails; any other exception is the test's failure."""
    found = {}
    for check in checks_of(tool, [all_checks()[name] for name in STATIC]):
        name = check.id
        try:
            check.judge(tool)
        except NotApplicable:
            continue
        except CheckFailure as failure:
            found[name] = failure.message
    return found


def example_facts(check_id: str, which: str, tmp_path) -> list[ToolFacts]:
    """Return the facts of an example as the targets would."""
    module = importlib.import_module(f"pytest_forge.checks.examples.{check_id}")
    if check_id in OF_SERVERS:
        with open_session(f"mcp:python {module.__file__} {which}", budget=BUDGETS["quick"]) as session:
            # What is wrong with a server is reported once, with its first tool.
            return list(session.tools)[:1]
    example = getattr(module, which)
    if check_id in LOCK_CHECKS:
        then, now = ([read_definition(value) for value in values] for values in (module.locked, example))
        tools = LockFile("lock").with_tools("t", then, None, ()).compared("t", now, None, ())
        return [tool for tool in tools if tool.changes] or tools
    if isinstance(example, list):
        file = tmp_path / "tools.json"
        file.write_text(json.dumps(example))
        return load_definitions("definitions:tools.json", base=tmp_path)
    if isinstance(example, dict):
        return [read_definition(example)]
    tool = example if isinstance(example, ForgeTool) else ExecutorTool(example)
    shown = tool.definition()
    return [
        ToolFacts(
            name=shown.name,
            target="example",
            kind="forge" if isinstance(example, ForgeTool) else "executor",
            description=shown.description,
            input_schema=shown.input_schema,
            tier=shown.tier.value,
            tier_declared=tool.tier_declared,
            category=shown.category.value,
            rebuilt_schema=_built_elsewhere(check_id, which) if check_id == "schema_is_stable" else None,
        )
    ]


def _built_elsewhere(check_id: str, which: str) -> Any:
    code = (
        f"import json; from pytest_forge.checks.examples.{check_id} import {which} as tool;"
        "print(json.dumps(tool.definition().input_schema))"
    )
    schemas = []
    for seed in ("1", "2", "3"):
        run = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        schemas.append(json.loads(run.stdout))
    # This process has one of the orders itself; another one is what a second build would show.
    own = json.dumps(getattr(importlib.import_module(f"pytest_forge.checks.examples.{check_id}"), which).input_schema)
    return next((schema for schema in schemas if json.dumps(schema) != own), schemas[0])


def mcp(
    schema: Any, *, name: str = "look_up", description: str | None = "Look up the stock of an article."
) -> ToolFacts:
    return read_definition({"name": name, "description": description, "inputSchema": schema})


def arguments(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def forge(schema: Any, **facts: Any) -> ToolFacts:
    return ToolFacts(
        **{
            "name": "look_up",
            "target": "t",
            "kind": "forge",
            "description": "Look up the stock of an article.",
            "input_schema": schema,
            "tier_declared": True,
            **facts,
        }
    )


TEXT = {"type": "string", "description": "Number of the article."}


@pytest.mark.requirement("check:fields-are-described")
@pytest.mark.requirement("check:names-are-snake-case-and-unique")
@pytest.mark.parametrize("check_id", STATIC)
def test_the_broken_example_fails_its_check_and_no_other(check_id, tmp_path):
    found = [failures(tool) for tool in example_facts(check_id, "broken", tmp_path)]

    assert [list(one) for one in found] == [[check_id]] * len(found)


@pytest.mark.parametrize("check_id", STATIC)
def test_the_fixed_example_passes_every_check(check_id, tmp_path):
    found = [failures(tool) for tool in example_facts(check_id, "fixed", tmp_path)]

    assert found == [{}] * len(found)


@pytest.mark.parametrize("check_id", STATIC)
def test_every_example_says_what_is_wrong(check_id):
    module = importlib.import_module(f"pytest_forge.checks.examples.{check_id}")

    assert (module.__doc__ or "").splitlines()[0].endswith(".")


@pytest.mark.parametrize("schema", [*HOSTILE, *({"type": "object", "properties": {"a": value}} for value in HOSTILE)])
def test_any_json_as_a_schema_is_judged(schema):
    for kind in ("definition", "forge", "executor", "mcp"):
        facts = ToolFacts(name="a", target="t", kind=kind, description="b", input_schema=schema, dialect="mcp")

        assert set(failures(facts)) <= set(STATIC)


@pytest.mark.in_turns("pytest_forge/checks/definition", "pytest_forge/strategies/schemas")
@pytest.mark.parametrize(
    "keyword",
    [
        "type",
        "required",
        "enum",
        "default",
        "pattern",
        "minimum",
        "minLength",
        "$ref",
        "$schema",
        "$id",
        "anyOf",
        "allOf",
        "items",
        "prefixItems",
        "properties",
        "patternProperties",
        "additionalProperties",
        "$defs",
        "description",
        "if",
        "dependentSchemas",
        "dependentRequired",
        "const",
        "multipleOf",
        "examples",
        "not",
        "$anchor",
        "nullable",
        "format",
    ],
)
def test_any_json_under_any_keyword_is_judged(keyword):
    for value in [
        *HOSTILE,
        {"$ref": "#"},
        [{"$ref": "#"}],
        ["a", "a"],
        "#",
        "(?P<",
        -1,
        [[]],
        "#/properties/a",
        [None],
    ]:
        for dialect in ("mcp", "gemini", "bfcl"):
            node = {"type": "string", "default": 5, keyword: value}
            for schema in (node, {"type": "object", "properties": {"a": node}, keyword: value}):
                found = failures(ToolFacts("a", "t", "definition", input_schema=schema, dialect=dialect))

                assert set(found) <= set(STATIC)


def test_a_schema_nested_100_000_levels_deep_is_judged():
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(100_000):
        schema = {"type": "object", "properties": {"a": schema}, "default": {}}

    found = failures(forge(schema))

    assert found == {"schema_is_valid": "The schema is nested more than 200 levels deep. Flatten it."}


def test_a_recursive_schema_is_judged_and_found_good():
    node = {
        "type": "object",
        "description": "A node.",
        "properties": {
            "label": TEXT,
            "below": {"type": "array", "description": "Nodes.", "items": {"$ref": "#/$defs/Node"}},
        },
        "required": ["label"],
        "additionalProperties": False,
    }
    schema = {**arguments(root={"$ref": "#/$defs/Node"}), "$defs": {"Node": node}}

    assert failures(forge(schema)) == {}


def test_what_a_provider_defines_itself_is_not_judged():
    tools = [{"type": "web_search_20250305", "name": "web_search"}, {"googleSearch": {}}, {"type": "code_interpreter"}]

    assert [failures(read_definition(tool)) for tool in tools] == [{}] * 3


# Names and descriptions


@pytest.mark.parametrize("name", ["get_weather", "_private", "A-b_9", "a" * 64, "server__tool", "getWeather"])
def test_a_name_every_provider_takes_is_valid(name):
    assert failures(mcp(arguments(a=TEXT), name=name)) == {}


@pytest.mark.parametrize("name", ["", "get.weather", "1st", "a" * 65, "größe", "get weather", "a\n", "a/b"])
def test_a_name_some_provider_refuses_is_not_valid(name):
    assert "name_is_valid" in failures(mcp(arguments(a=TEXT), name=name))


def test_the_convention_of_other_authors_is_no_finding():
    assert failures(mcp(arguments(a=TEXT), name="getWeather")) == {}
    assert failures(forge(arguments(a=TEXT), kind="executor", category="adapter", name="getWeather")) == {}
    assert list(failures(forge(arguments(a=TEXT), name="getWeather"))) == ["name_is_snake_case"]


@pytest.mark.parametrize(
    "description",
    [
        "Lists disputes",
        "Poem generator",
        "Return x.",
        "Add two numbers.",
        "获取天气",
        "TODO list of a person.",
        "Joke to tell user.",
        "This tool always fails",
        "Run a query.",
        "天気を調べる",
        "Todo: adds an entry to the list of a person.",
    ],
)
def test_a_short_description_that_says_something_is_useful(description):
    assert "description_is_useful" not in failures(mcp(arguments(a=TEXT), description=description))


@pytest.mark.parametrize(
    "description",
    [
        "look_up",
        "Look up.",
        "LookUp",
        "...",
        "TODO",
        "TODO: write",
        "FIXME later: (",
        "TBD",
        "My tool",
        "Tool",
        "This is a tool.",
        "n/a",
        "Description",
        "No description available.",
        "stock",
        "-",
        "Add a description here.",
        "XXX",
        "lorem ipsum dolor",
    ],
)
def test_a_placeholder_or_the_name_once_more_is_not_useful(description):
    found = failures(mcp(arguments(a=TEXT), description=description))

    assert ("description_is_useful" in found) == (not description.startswith("FIXME later"))


def test_a_blank_description_is_none():
    assert list(failures(mcp(arguments(a=TEXT), description=" \n"))) == ["description_is_present"]
    assert list(failures(mcp(arguments(a=TEXT), description=None))) == ["description_is_present"]


def test_the_bound_of_a_description_is_2048_characters():
    assert failures(mcp(arguments(a=TEXT), description="Look it up. " * 170)) == {}
    assert list(failures(mcp(arguments(a=TEXT), description="Look it up. " * 171))) == ["description_is_bounded"]


def test_wide_characters_cost_a_token_each():
    assert estimated_tokens(mcp(None, name="a", description="気" * 400)) > 400
    assert estimated_tokens(mcp(None, name="a", description="a" * 400)) < 120


# Fields


@pytest.mark.parametrize(
    "field",
    [
        {"$ref": "#/$defs/Unit"},
        {"anyOf": [{"$ref": "#/$defs/Unit"}, {"type": "null"}], "default": None},
        {"allOf": [{"$ref": "#/$defs/Unit"}]},
        {"type": "array", "items": {"$ref": "#/$defs/Unit"}},
        {"type": "array", "items": {"type": "string", "description": "A unit."}},
        {"const": "celsius"},
        {"type": "string", "enum": ["celsius"]},
        {"description": "Any JSON value."},
        {"enum": ["c", "f"], "description": "Unit."},
    ],
)
def test_a_description_and_a_type_may_stand_where_json_schema_lets_them(field):
    unit = {"type": "string", "description": "Unit of the temperature."}

    assert failures(forge({**arguments(unit=field), "$defs": {"Unit": unit}})) == {}


def test_a_branch_that_names_a_declared_field_again_declares_nothing():
    person = {
        **arguments(kind={**TEXT, "enum": ["mail", "phone"]}, mail=TEXT, phone=TEXT),
        "if": {"properties": {"kind": {"const": "mail"}}, "required": ["kind"]},
        "then": {"required": ["mail"], "properties": {"mail": {"minLength": 3}}},
        "else": {"required": ["phone"]},
    }
    schema = arguments(person={**person, "description": "Who is asked."})

    found = failures(forge(schema))

    assert set(found) <= {"portable_to_openai_strict"}


def test_nested_fields_are_judged_and_pointed_to():
    inner = {"type": "object", "description": "Where.", "properties": {"city": {"type": "string"}, "zip": {}}}

    found = failures(forge(arguments(place={"type": "array", "description": "Where.", "items": inner})))

    assert found["fields_are_described"] == (
        "Arguments without a description: "
        "/properties/place/items/properties/city, /properties/place/items/properties/zip. "
        "Say what each one means, with its unit or format."
    )
    assert found["types_are_present"] == "Arguments without a type: /properties/place/items/properties/zip."


def test_a_long_list_of_findings_is_cut():
    found = failures(forge(arguments(**{f"a{number}": {"type": "string"} for number in range(9)})))

    assert "/properties/a4 and 4 more. " in found["fields_are_described"]


# The schema


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"a": TEXT}, "unevaluatedProperties": False},
        {"$ref": "#/$defs/A", "$defs": {"A": arguments(a=TEXT)}},
        {"type": "object", "allOf": [arguments(a=TEXT)]},
    ],
)
def test_a_root_may_be_closed_in_any_way(schema):
    assert "root_is_closed" not in failures(forge(schema))


def test_an_open_root_is_a_broken_contract_of_ours_and_a_weakness_of_others():
    schema = {"type": "object", "properties": {"a": TEXT}}

    assert list(failures(forge(schema))) == ["root_is_closed"]
    assert list(failures(mcp({**schema, "additionalProperties": True}))) == ["imported_root_is_closed"]
    assert failures(mcp(schema)) == {}
    assert failures(mcp({**schema, "additionalProperties": {"type": "string"}})) == {}


@pytest.mark.parametrize(
    "schema",
    [
        {**arguments(a=TEXT), "$schema": "http://json-schema.org/draft-07/schema#"},
        {**arguments(a=TEXT), "$schema": "https://json-schema.org/draft/2020-12/schema"},
        {
            **arguments(a={"type": "integer", "description": "A.", "minimum": 0, "exclusiveMinimum": True}),
            "$schema": "http://json-schema.org/draft-04/schema#",
        },
        arguments(
            type={"type": "string", "description": "Kind."}, required={"type": "boolean", "description": "Needed."}
        ),
        arguments(a={"type": ["string", "null"], "description": "A.", "x-order": 1, "minLength": 0}),
        {**arguments(a={"$ref": "#word", "description": "A."}), "$defs": {"w": {"$anchor": "word", "type": "string"}}},
    ],
)
def test_a_valid_schema_of_its_own_draft_is_valid(schema):
    assert "schema_is_valid" not in failures(mcp(schema))


@pytest.mark.parametrize(
    "field",
    [
        {"type": "strng"},
        {"type": 5},
        {"type": []},
        {"type": ["string", "string"]},
        {"type": "string", "minLength": -1},
        {"type": "string", "maxLength": "5"},
        {"type": "string", "enum": "a"},
        {"type": "string", "pattern": 5},
        {"type": "integer", "minimum": "0"},
        {"type": "integer", "minimum": 0, "exclusiveMinimum": True},
        {"type": "number", "multipleOf": 0},
        {"type": "array", "items": "string"},
        {"type": "array", "items": [{"type": "string"}]},
        {"type": "object", "properties": ["a"]},
        {"type": "object", "required": ["a", "a"], "properties": {"a": TEXT}},
        {"anyOf": []},
        {"$ref": "#/$defs/Nothing"},
        {"$ref": "other.json"},
    ],
)
def test_an_invalid_schema_is_found(field):
    found = failures(mcp(arguments(a={"description": "A.", **field})))

    assert "/properties/a" in found["schema_is_valid"]


def test_type_names_of_other_languages_are_a_matter_of_portability():
    tool = read_definition(
        {
            "name": "area",
            "description": "Compute the area of a circle.",
            "parameters": {"type": "dict", "properties": {"radius": {"type": "float", "description": "Radius."}}},
        }
    )

    found = failures(tool)

    assert set(found) == {"portable_to_openai", "portable_to_anthropic", "portable_to_gemini"}
    assert all("'dict'" in message and "'float'" in message for message in found.values())


def test_the_notation_of_gemini_is_no_finding():
    schema = {
        "type": "OBJECT",
        "properties": {
            "city": {"type": "STRING", "description": "City.", "nullable": True},
            "days": {"type": 3, "description": "N."},
        },
        "required": ["city"],
    }

    assert (
        failures(read_definition({"name": "weather_of", "description": "Tell the weather.", "parameters": schema}))
        == {}
    )


@pytest.mark.parametrize(
    ("field", "fits"),
    [
        ({"type": "integer", "default": 3, "minimum": 1}, True),
        ({"type": "number", "default": 3}, True),
        ({"type": "integer", "default": 3.0}, True),
        ({"type": "string", "default": None}, True),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}, True),
        ({"type": "array", "items": {"type": "string"}, "default": []}, True),
        ({"type": "object", "default": {}, "additionalProperties": {"type": "string"}}, True),
        ({"$ref": "#/$defs/Unit", "default": "c"}, True),
        ({"type": "float", "default": 0.5}, True),
        ({"type": "any", "default": "x"}, True),
        ({"type": "string", "pattern": "^a", "default": "ab"}, True),
        ({"type": "integer", "default": "3"}, False),
        ({"type": "boolean", "default": "false"}, False),
        ({"type": "integer", "default": True}, False),
        ({"type": "integer", "default": 0, "minimum": 1}, False),
        ({"type": "string", "enum": ["a", "b"], "default": "c"}, False),
        ({"type": "string", "minLength": 1, "default": ""}, False),
        ({"type": "string", "pattern": "^a", "default": "b"}, False),
        ({"type": "array", "items": {"type": "string"}, "default": [1]}, False),
        ({"$ref": "#/$defs/Unit", "default": "k"}, False),
        ({"type": "float", "default": "0.5"}, False),
    ],
)
def test_a_default_is_held_to_its_schema(field, fits):
    schema = {**arguments(a={"description": "A.", **field}), "$defs": {"Unit": {"type": "string", "enum": ["c", "f"]}}}

    assert ("defaults_fit_the_schema" not in failures(mcp(schema))) == fits


@pytest.mark.parametrize(
    ("field", "is_told"),
    [
        ({"type": "string", "enum": ["md5", "sha256"], "default": "md5", "description": "SHA-256 by default."}, False),
        ({"type": "integer", "default": 20, "description": "How many; defaults to 10."}, False),
        ({"type": "boolean", "default": True, "description": "Whether to sort (default: false)."}, False),
        ({"type": "number", "default": 0.5, "description": "Weight. Default is 1.5."}, False),
        (
            {"type": "string", "enum": ["md5", "sha256"], "default": "sha256", "description": "SHA-256 by default."},
            True,
        ),
        ({"type": "integer", "default": 30, "description": "How many days back; 90 days when it is left out."}, False),
        ({"type": "integer", "default": 60, "description": "Minutes to wait; 1 hour if omitted."}, True),
        ({"type": "integer", "default": 30, "description": "How many days back; 30 days if left out."}, True),
        ({"type": "integer", "default": 10, "description": "How many; defaults to 10.0"}, True),
        ({"type": "integer", "default": 3600, "description": "Seconds to keep it; defaults to 1 hour."}, True),
        ({"type": "string", "default": "en", "description": "Language; defaults to English."}, True),
        ({"type": "boolean", "default": True, "description": "Whether the default is taken."}, True),
        ({"type": "integer", "default": 5, "description": "Rows. The default is fine."}, True),
    ],
)
def test_a_default_is_the_one_that_is_told(field, is_told):
    assert ("defaults_fit_the_schema" not in failures(mcp(arguments(a=field)))) == is_told


_KEY = {"type": "string", "pattern": "^[A-Z]{2,5}-[0-9]{1,6}$"}
_DAY = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
_COUNT = {"type": "integer", "minimum": 1, "maximum": 100}
_FORMAT = {"type": "string", "enum": ["csv", "json_lines"]}
_CLOCK = {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}


@pytest.mark.parametrize(
    ("field", "told"),
    [
        (_KEY, "Key of the ticket: code, dash and number, e.g. PLATFORM-88."),
        (_KEY, "Key (for example `ops-12`)."),
        (_KEY, "Key, such as \"PLATFORM-1\" or 'OPS-2'."),
        (_KEY, "Key. Example: PLATFORM-88"),
        (_KEY, "Key of the ticket, e.g. PLATFORM-88, not its title."),
        ({"anyOf": [_KEY, {"type": "null"}]}, "Key, e.g. OPS-1 or PLATFORM-88; null for all."),
        ({"type": "array", "items": _KEY}, "Keys of tickets, e.g. PLATFORM-88."),
        (_COUNT, "How many rows, e.g. 500."),
        (_COUNT, "How many, for example 2.5."),
        (_COUNT, "Number of the order, e.g. ORD-42."),
        (_COUNT, "Priority such as `high`."),
        (_FORMAT, "Format, e.g. `xml`."),
        (_FORMAT, 'Format, for example "json-lines", of the file.'),
        (_DAY, "Day of the visit, e.g. 31.12.2024."),
        ({"type": "string", "format": "date"}, "Day, e.g. 31.12.2024."),
        ({"type": "string", "pattern": "^[a-z_]+$"}, "Name of the column, e.g. `unit-price`."),
        ({"type": "string", "maxLength": 5}, "Short name, e.g. `invoices`."),
        ({**_KEY, "examples": ["PLATFORM-1"]}, "Key."),
        (_CLOCK, "Start on the 24-hour clock, e.g. 7:45 or 18:20."),
    ],
)
def test_an_example_that_does_not_fit_is_a_finding(field, told):
    assert "defaults_fit_the_schema" in failures(mcp(arguments(a={**field, "description": told})))


@pytest.mark.parametrize(
    ("field", "told"),
    [
        (_KEY, "Key, e.g. OPS-88."),
        (_KEY, "Key; lower case such as `ops-1` is not allowed."),
        (_KEY, "Key, not the long form (e.g. PLATFORM-88)."),
        (_KEY, "Key that starts with the project code, e.g. OPS, and a dash."),
        (_KEY, "Key, unlike names such as `platform-88`."),
        (_KEY, "Letters such as `ops-1` are turned to capitals."),
        (_KEY, "Key, e.g. <project>-<number>."),
        ({"type": "string", "pattern": "^[a-z_]+$"}, "Name with an ending such as `_id`."),
        ({"type": "string", "pattern": "^[a-z_]+$"}, "Words such as `drop table` are refused."),
        ({"type": "string", "pattern": "^[a-z_]+$"}, "Name, e.g. the last part of https://x.org/items/my_item."),
        ({"type": "string", "pattern": "[0-9]"}, "Text with a digit, e.g. `hello`."),
        ({"type": "string", "pattern": "(?i)^[a-z]{2}$"}, "Country, e.g. DE."),
        ({"type": "string", "pattern": r"^\+[0-9]{6,15}$"}, "Phone with the country code, e.g. +49 for Germany."),
        (_COUNT, "Size of pages, e.g. 500 kB."),
        (_COUNT, "Size of pages, e.g. `500kB`."),
        (_COUNT, "Share, e.g. 150%."),
        (_COUNT, "How many, e.g. 1,000."),
        (_COUNT, "Page size for e.g. A4 sheets."),
        (_FORMAT, "Format of the file, e.g. CSV."),
        (_FORMAT, "Format (csv for e.g. a spreadsheet)."),
        (_DAY, "Day, e.g. YYYY-MM-DD."),
        (_DAY, "Day, e.g. 2024-12-31 for 31.12.2024."),
        ({"type": "string", "pattern": r"^\d+\.\d+\.\d+$"}, "Version, e.g. `1.2.0`, not `1.2`."),
        ({"type": "string", "pattern": r"^\d+\.\d+\.\d+$"}, "Version, not 1.2, e.g. 1.2.0."),
        ({"type": ["integer", "string"]}, "Page, e.g. A-3."),
        (_CLOCK, "Start on the 24-hour clock, e.g. 07:45 or 18:20."),
        (_CLOCK, "Start on the 24-hour clock, e.g. 18:20, but not 7:45."),
    ],
)
def test_a_text_that_may_be_no_example_is_no_finding(field, told):
    assert "defaults_fit_the_schema" not in failures(mcp(arguments(a={**field, "description": told})))


def test_an_example_of_another_argument_is_no_finding():
    schema = arguments(
        day={**_DAY, "description": "Day. The zone of the argument place, e.g. `Europe/Berlin`, counts."},
        place={"type": "string", "pattern": "^[A-Za-z/]+$", "description": "A place."},
    )

    assert "defaults_fit_the_schema" not in failures(mcp(schema))


def test_null_as_the_default_of_a_required_field_is_a_finding():
    schema = {**arguments(a={**TEXT, "default": None}), "required": ["a"]}

    assert list(failures(mcp(schema))) == ["defaults_fit_the_schema"]


def test_a_field_named_default_is_no_default():
    assert failures(mcp(arguments(default=TEXT, pattern=TEXT, enum=TEXT, minimum=TEXT))) == {}


@pytest.mark.parametrize(
    ("field", "possible"),
    [
        ({"type": "integer", "minimum": 5, "maximum": 5}, True),
        ({"type": ["string", "null"], "enum": ["a", None]}, True),
        ({"type": "string", "enum": ["a", None]}, True),
        ({"type": "number", "enum": [1, 2]}, True),
        ({"type": "integer", "minimum": 6, "maximum": 5}, False),
        ({"type": "string", "minLength": 6, "maxLength": 5}, False),
        ({"type": "integer", "enum": ["1", "2"]}, False),
        ({"type": "string", "const": 1}, False),
    ],
)
def test_a_field_must_allow_some_value(field, possible):
    found = failures(mcp(arguments(a={"description": "A.", **field})))

    assert ("bounds_allow_a_value" not in found) == possible


def test_a_required_name_declared_around_a_branch_is_declared():
    schema = {
        **arguments(
            place={
                **arguments(a=TEXT, b=TEXT),
                "description": "P.",
                "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
            }
        )
    }

    assert "required_fields_are_declared" not in failures(mcp(schema))


def test_only_the_root_offers_injected_names():
    nested = arguments(options={**arguments(workspace_root=TEXT), "description": "Options."})

    assert failures(forge(nested)) == {}
    assert "injected_names_are_absent" in failures(forge(arguments(workspace_root=TEXT)))
    refused = "Args declares the injected name 'workspace_root'. Remove the field."
    assert failures(forge(arguments(a=TEXT), problems=(refused,))) == {"injected_names_are_absent": refused}


def test_a_refused_declaration_is_reported_once():
    told = ("The tool name 'a b' is not accepted by every provider. Use letters.",)

    assert list(failures(forge(arguments(a=TEXT), name="a b", problems=told))) == ["name_is_valid"]
    assert failures(forge(arguments(a=TEXT), problems=("It cannot take the keyword.",))) == {
        "declaration_is_accepted": "It cannot take the keyword."
    }


def test_the_order_of_keys_is_part_of_a_stable_schema():
    schema = arguments(a=TEXT, b=TEXT)

    assert failures(forge(schema, rebuilt_schema=json.loads(json.dumps(schema)))) == {}
    found = failures(forge(schema, rebuilt_schema=arguments(b=TEXT, a=TEXT)))
    assert found["schema_is_stable"].startswith("Two builds of the schema differ at /properties.")


def test_a_description_that_another_process_builds_in_another_way_is_told_by_where_it_differs():
    schema = arguments(a=TEXT)
    first = forge(schema, rebuilt_schema=schema)

    assert failures(replace(first, rebuilt_description=first.description)) == {}
    found = failures(replace(first, rebuilt_description=f"{first.description} Of b, a."))
    assert found["schema_is_stable"].startswith("Two builds of the description differ from character ")
    assert "'Of b, a.'" in found["schema_is_stable"] or "' Of b, a.'" in found["schema_is_stable"]


def test_an_executor_without_a_schema_is_open():
    tool = ExecutorTool(FnToolExecutor("ask", lambda arguments: arguments, description="Ask a person.", tier="read"))
    facts = forge(tool.definition().input_schema, kind="executor", name="ask", description="Ask a person.")

    assert list(failures(facts)) == ["root_is_closed"]


def test_an_enum_without_values_allows_nothing():
    schema = arguments(unit={"type": "string", "description": "Unit of the answer.", "enum": []})

    assert "bounds_allow_a_value" in failures(forge(schema))


ARGS = (
    "Look up the stock of an article.\n\nArgs:\n    number (str):\n        Number of the article.\n    place: Where.\n"
)


def test_a_list_of_arguments_in_the_description_describes_them():
    fields = {"number": {"type": "string"}, "place": {"type": "string"}}

    assert failures(mcp(arguments(**fields), description=ARGS)) == {}
    told = failures(mcp(arguments(**fields, other={"type": "object", "properties": {"place": {}}}), description=ARGS))
    assert told["fields_are_described"].startswith(
        "Arguments without a description: /properties/other, /properties/other/properties/place. "
    )


def test_a_definition_that_nothing_refers_to_declares_no_field():
    place = {"type": "object", "properties": {"city": {"type": "string"}}}

    copied = mcp({**arguments(location={**place, "description": "Where."}), "$defs": {"Loc": place}})
    used = mcp({**arguments(location={"$ref": "#/$defs/Loc", "description": "Where."}), "$defs": {"Loc": place}})

    for definition, place in ((copied, "/properties/location/properties/city"), (used, "/$defs/Loc/properties/city")):
        (told,) = failures(definition).items()
        assert told[0] == "fields_are_described"
        assert f"Arguments without a description: {place}. " in told[1]


def test_a_definition_that_says_nothing_of_its_root_is_not_judged_by_it():
    function = {"name": "look_up", "description": "Look up an article.", "parameters": {"type": "object"}}

    assert failures(read_definition({"type": "function", "function": function})) == {}


def test_a_tool_of_another_framework_has_no_tier_to_declare():
    assert "tier_is_declared" in failures(forge(arguments(a=TEXT), kind="executor", tier_declared=False))
    assert failures(forge(arguments(a=TEXT), kind="executor", tier_declared=False, category="adapter")) == {}


@pytest.mark.parametrize("check_id", ["injected_names_are_absent", "text_is_visible", "description_gives_no_orders"])
def test_a_schema_too_deep_to_be_read_is_not_passed(check_id):
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    for _ in range(400):
        schema = {"type": "object", "properties": {"a": schema}}

    with pytest.raises(NotApplicable, match="nested too deeply"):
        all_checks()[check_id].judge(ToolFacts("deep", "tools.py", "forge", "Goes deep.", schema))


def test_a_definition_without_a_name_is_a_finding():
    with pytest.raises(CheckFailure) as found:
        all_checks()["name_is_valid"].judge(ToolFacts("<unnamed 1>", "tools.json", "definition", dialect="openai"))
    assert found.value.code == "name_missing"


@pytest.mark.parametrize(
    ("check_id", "given", "code"),
    [
        ("root_is_an_object", {"input_schema": [{"type": "object"}]}, "root_not_an_object"),
        ("root_is_an_object", {"input_schema": {"properties": {"a": {"type": "string"}}}}, "root_without_type"),
        (
            "schema_is_stable",
            {"input_schema": {}, "relisted": "'a' was gone"},
            "definition_changed",
        ),
    ],
)
def test_a_definition_is_found_by_its_code(check_id, given, code):
    with pytest.raises(CheckFailure) as found:
        all_checks()[check_id].judge(ToolFacts("a", "tools.json", "definition", dialect="openai", **given))

    assert found.value.code == code
