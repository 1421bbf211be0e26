import json

import pytest

from forge_harness import ToolCategory
from forge_harness.tools.catalog import CATALOG

EVIL = "evil\x1b[31m\nname\x9b\u202e"


def test_the_list_is_a_line_a_tool(forge):
    code, out, err = forge("tool", "list", "definitions:tools.json")

    assert (code, err) == (0, "")
    assert out.splitlines()[0].split() == [
        "told",
        "-",
        "definition",
        "Return",
        "the",
        "given",
        "text",
        "as",
        "it",
        "is.",
    ]
    assert len(out.splitlines()) == 2


def test_the_list_is_json_for_machines(forge):
    _, out, _ = forge("tool", "list", "definitions:tools.json", "--format", "json")

    assert [tool["name"] for tool in json.loads(out)] == ["told", "mute"]


def test_a_module_is_listed_without_being_run_here(forge, folder):
    (folder / "forge_listed.py").write_text('def greet(text: str) -> str:\n    """Greet."""\n    return text\n')

    code, out, _ = forge("tool", "list", "forge_listed.py")

    import sys

    assert code == 0
    assert out.split() == ["greet", "-", "function", "Greet."]
    assert "forge_listed" not in sys.modules


@pytest.mark.parametrize(
    "provider", ["openai", "openai_responses", "openai_strict", "anthropic", "gemini", "ollama", "mcp"]
)
def test_a_tool_is_described_as_each_provider_is_sent_it(forge, provider):
    code, out, _ = forge("tool", "describe", "definitions:tools.json", "told", "--provider", provider)

    assert code == 0
    assert "told" in out
    assert isinstance(json.loads(out), dict)


def test_a_hostile_definition_reaches_the_terminal_escaped(forge, folder):
    schema = {"type": "object", "properties": {EVIL: {"type": EVIL, "description": EVIL}, "x": 3}, "required": 5}
    (folder / "evil.json").write_text(json.dumps([{"name": EVIL, "description": EVIL, "input_schema": schema}]))

    for words in (("list",), ("list", "--format", "json"), ("describe",), ("describe", "--format", "json")):
        code, out, err = forge("tool", words[0], "definitions:evil.json", *words[1:])

        assert (code, err) == (0, "")
        assert all(character.isprintable() or character == "\n" for character in out), words
    assert forge("tool", "describe", "definitions:evil.json", "evil\\x1b[31m\\nname\\x9b\\u202e")[0] == 0


def test_an_unknown_tool_names_the_known_ones(refused):
    assert "There is no tool 'x' in 'definitions:tools.json'. It has: told, mute." in refused(
        "tool", "describe", "definitions:tools.json", "x"
    )


def test_an_unknown_target_or_provider_is_refused(refused):
    assert "Module 'missing' was not found" in refused("tool", "list", "missing")
    assert "nonsense" in refused("tool", "describe", "definitions:tools.json", "--provider", "nonsense")


def test_a_module_that_needs_a_variable_is_listed_with_it(forge, refused, folder):
    source = "import os\nHOST = os.environ['FORGE_HOST']\ndef greet(text: str) -> str:\n    return text\n"
    (folder / "forge_needs_a_host.py").write_text(source)

    assert "Add --env FORGE_HOST" in refused("tool", "list", "forge_needs_a_host.py")
    code, out, _ = forge("tool", "list", "forge_needs_a_host.py", "--env", "FORGE_HOST=here")
    assert code == 0
    assert out.startswith("greet")


# --- our own tools ------------------------------------------------------------------------------------


def names(out: str) -> list[str]:
    return [tool["name"] for tool in json.loads(out)]


@pytest.mark.requirement("tool-command:lists-all-tools")
def test_without_a_target_our_own_tools_are_listed(forge):
    code, out, err = forge("tool", "list")

    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == sorted(
        name for name, entry in CATALOG.items() if entry.category is not ToolCategory.DEV
    )
    assert next(line for line in out.splitlines() if line.startswith("file_edit")).split()[1:3] == ["write", "code"]


@pytest.mark.parametrize(
    "words",
    [
        ("--tier", "write"),
        ("--category", "code"),
        ("--category", "copilot"),
        ("--category", "code", "--tier", "read"),
    ],
)
def test_the_list_is_filtered_by_category_and_tier(forge, words):
    chosen = dict(zip(words[::2], words[1::2], strict=True))

    _, out, _ = forge("tool", "list", *words, "--format", "json")

    assert names(out) == [
        name
        for name, entry in sorted(CATALOG.items())
        if entry.tier == chosen.get("--tier", entry.tier) and entry.category == chosen.get("--category", entry.category)
    ]


def test_the_filters_take_any_target(forge):
    listed = ("tool", "list", "definitions:tools.json", "--format", "json")

    assert names(forge(*listed)[1]) == ["told", "mute"]
    assert names(forge(*listed, "--tier", "read")[1]) == []


def test_a_filter_that_leaves_nothing_says_so(forge):
    code, out, _ = forge("tool", "list", "--category", "copilot", "--tier", "execute")

    assert code == 0
    assert out == "The harness holds no tools of the category 'copilot' and the tier 'execute'.\n"


@pytest.mark.requirement("tool-command:describes-one-tool")
def test_a_tool_of_ours_is_described_by_its_name_alone(forge):
    code, out, _ = forge("tool", "describe", "math_calculate")
    _, as_json, _ = forge("tool", "describe", "math_calculate", "--format", "json")

    assert code == 0
    assert out.splitlines()[0] == "math_calculate  builtin, tier read"
    assert "  expression: string, required" in out
    assert json.loads(as_json)["name"] == "math_calculate"


def test_a_tool_of_the_copilot_is_described_by_its_name_alone(forge):
    code, out, _ = forge("tool", "describe", "read_sample_schema")

    assert (code, out.splitlines()[0]) == (0, "read_sample_schema  copilot, tier read")
    assert forge("tool", "describe", "forge:copilot", "read_sample_schema")[1] == out


def test_a_module_of_the_project_is_described_by_its_name_alone(forge, folder):
    (folder / "forge_described.py").write_text('def greet(text: str) -> str:\n    """Greet."""\n    return text\n')

    code, out, _ = forge("tool", "describe", "forge_described")

    assert (code, out.splitlines()[0]) == (0, "greet  function, tier not given")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("describe", "file_reed"), "There is no tool 'file_reed', and no module of that name. Close to it: file_read"),
        (
            ("describe", "read_sample"),
            "There is no tool 'read_sample', and no module of that name. Close to it: read_s",
        ),
        (("describe", "zzzzz"), "There is no tool 'zzzzz', and no module of that name. `forge tool list` names ours."),
        (("describe", "forge:builtins", "file_reed"), "There is no tool 'file_reed' in 'forge:builtins'. Close to it:"),
        (("list", "--tier", "reed"), "There is no tier 'reed'. Close to it: read."),
        (("list", "--category", "zzz"), "There is no category 'zzz'. Use one of builtin, code, adapter, dev,"),
    ],
)
def test_a_wrong_name_category_or_tier_names_what_is_near(refused, words, told):
    assert told in refused("tool", *words)
