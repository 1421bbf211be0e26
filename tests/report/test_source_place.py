import json

import pytest

from pytest_forge.report.source_place import source_place

FILES = {
    "shop.py": (
        "import os\nfrom parts.impl import far, Desk as Table\n\n@tool(name='say_it')\ndef say(a): ...\n\n"
        "class Desk:\n    def ask(self): ...\n\nif os.name:\n    late: object = make('later')\n"
    ),
    "test_it.py": (
        "from shop import say\nfrom elsewhere import out\n\nclass TestSay:\n    tool = say\n\n"
        "class TestOut:\n    tool = out\n"
    ),
    "src/parts/__init__.py": "from .impl import far\n",
    "src/parts/impl.py": "\n\nasync def far(): ...\n\nclass Desk:\n    x = 1\n    def ask(self): ...\n",
    "broken.py": "def (\n\ndef say(a): ...\n",
    "server.py": "import mcp\n\n@mcp.tool()\ndef list_files(): ...\n\nmcp.add('other')\n",
    "tools.json": json.dumps([{"name": "one"}, {"name": "twö"}, {"function": {"name": "three"}}], indent=1),
    "lines.jsonl": '{"name": "one"}\nnot json\n',
    "mcp.json": '{"mcpServers": {\n "files": {"command": "x"},\n "mail": {"command": "y"}}}',
    "scripts/greet.sh": "echo\n",
}


@pytest.fixture
def base(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("tool", "target", "place"),
    [
        ("say_it", "shop.py:say", "shop.py:5"),
        ("ask", "shop.py:Desk.ask", "shop.py:8"),
        ("later", "shop.py:late", "shop.py:11"),
        ("far", "shop.py:far", "src/parts/impl.py:3"),
        ("ask", "shop.py:Table.ask", "src/parts/impl.py:7"),
        ("say_it", "test_it.py:TestSay.tool", "shop.py:5"),
        ("out", "test_it.py:TestOut.tool", "test_it.py:2"),
        ("far", "parts:far", "src/parts/impl.py:3"),
        ("say_it", "shop.py", "shop.py:4"),
        ("gone", "shop.py:gone", "shop.py:1"),
        ("say", "broken.py:say", "broken.py:3"),
        ("twö", "definitions:tools.json", "tools.json:6"),
        ("three", "definitions:tools.json", "tools.json:10"),
        ("<line 2>", "definitions:lines.jsonl", "lines.jsonl:2"),
        ("list_files", "mcp:python server.py --root {workspace}", "server.py:4"),
        ("other", "mcp:python -m server", "server.py:6"),
        ("send", "mcp.json:mail", "mcp.json:3"),
        ("greet", "scripts/", "scripts/greet.sh:1"),
    ],
)
def test_a_tool_is_found_where_it_is_defined(base, tool, target, place):
    found = source_place(tool, target, base=base)

    assert found is not None
    assert f"{found.path}:{found.line}" == place


@pytest.mark.parametrize(
    "target",
    [
        "forge:builtins:x",
        "mcp+http://127.0.0.1/mcp",
        "mcp:npx server",
        "mcp:'",
        "no.such:x",
        "../out.py:x",
        "a\0b",
        "json",
    ],
)
def test_a_tool_outside_of_the_repository_has_no_place(base, target):
    (base.parent / "out.py").write_text("x = 1\n")

    assert source_place("x", target, base=base) is None


def test_a_changed_file_is_read_again(base):
    (base / "shop.py").write_text("\n\n\n\n\n\n\n\n\n\n\n\ndef say(a): ...\n")

    assert source_place("say", "shop.py:say", base=base).line == 13
