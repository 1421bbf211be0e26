import json

import pytest

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
