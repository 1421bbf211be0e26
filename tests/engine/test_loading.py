"""Targets as users name them, and modules that do not want to be imported."""

import json
import os
import sys
import time
from pathlib import Path

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.session import open_session
from pytest_forge.targets import own_clock
from pytest_forge.targets.module_tools import load_module_tools
from pytest_forge.targets.target_error import TargetError

BUDGET = Budget(load_s=20, call_s=1, check_s=6)

BROKEN = {
    "raises": ("x = 1\nraise RuntimeError('no \\x1b[31mway')\n", ["RuntimeError", "line 2", "'no \\x1b[31mway'"]),
    "exits": ("import sys\nsys.exit(4)\n", ["SystemExit"]),
    "vanishes": ("import os\nos._exit(0)\n", ["exit code 0"]),
    "hangs": (
        "while True:\n    try:\n        while True: pass\n    except: pass\n",
        ["did not finish within 2 s", "a larger budget"],
    ),
    "has a syntax error": ("x = 1\ndef broken(:\n", ["SyntaxError", "line 2"]),
    "lacks a dependency": ("import no_such_dependency\n", ["'no_such_dependency', which is not installed"]),
    "eats memory": ("x = b'x' * (50 << 30)\n", ["MemoryError"]),
    "is empty": ("", ["declares no tools"]),
    "holds no annotated function": (
        "def bare(x):\n    return x\n",
        ["The parameter 'x' of 'bare' is not annotated"],
    ),
    "closes descriptors": ("import os\nos.closerange(0, 4096)\n", ["exit code"]),
    "kills its parents": ("import os\nos.kill(os.getpid(), 9)\n", ["exit code 137"]),
}


def is_two_sentences(text: str) -> bool:
    return text.endswith(".") and "\n" not in text and "Traceback" not in text


@pytest.mark.parametrize("name", BROKEN)
def test_a_module_that_cannot_be_imported_is_told_in_two_sentences(opened, name):
    text, words = BROKEN[name]
    budget = Budget(load_s=2 if name == "hangs" else 20, call_s=1, check_s=2)

    with pytest.raises(TargetError) as caught, opened(text, budget=budget):
        pass

    assert is_two_sentences(str(caught.value))
    assert all(word in str(caught.value) for word in words), str(caught.value)


MISNAMED = {
    "no_such_module": "Module 'no_such_module' was not found",
    "tools.no_such_part": "Module 'tools.no_such_part' was not found",
    "pyproject.toml": "'pyproject.toml' is not a Python file. Name a '.py' file.",
    "missing.py": "File 'missing.py' does not exist",
    "folder/": "'forge init folder/' finds them",
    "tools.py:missing": "an attribute 'missing'",
    "tools.py:greet.missing": "an attribute 'greet.missing'",
    "tools.py:NUMBER": "'NUMBER' is not a tool; its type is int.",
    ":greet": "names no module",
    "": "The target is empty",
    "   ": "The target is empty",
    "tools.json": "File 'tools.json' does not exist",
    "mcp:uvx no-such-server": "'uvx' would have to download 'no-such-server'",
    "forge:builtins:": "Write 'forge:builtins', or 'forge:builtins:NAME' for one of them",
    "forge:copilots": "Write 'forge:copilot', or 'forge:copilot:NAME' for one of them",
    "forge:builtins:json_pars": "no tool 'json_pars'. Close to it: json_parse",
    "forge:builtins:zzz": "Write 'forge:builtins' for all",
    "forge:nothing": "Write 'forge:builtins', 'forge:copilot' or 'forge:dev', or 'forge:builtins:NAME'",
    "http://127.0.0.1:8765/mcp": "Write 'mcp+http://127.0.0.1:8765/mcp'",
    "definitions:": "names no file",
    "definitions:missing.json": "File 'missing.json' does not exist",
    "definitions:folder": "is a folder",
    "/": "'/' cannot be read in the sandbox. Name the folder that holds the tools.",
    "tools\0.py": "NUL",
}


@pytest.mark.parametrize("target", MISNAMED)
def test_a_target_that_names_nothing_is_told_in_two_sentences(opened, tmp_path, target):
    (tmp_path / "folder").mkdir()
    (tmp_path / "pyproject.toml").touch()
    text = "NUMBER = 3\ndef greet(text: str) -> str:\n    return text\n"

    with pytest.raises(TargetError) as caught, opened(text, target=target):
        pass

    assert is_two_sentences(str(caught.value))
    assert MISNAMED[target] in str(caught.value), str(caught.value)


def judged(session) -> list[str]:
    return [
        result.status
        for index in range(len(session.tools))
        for result in session.run(index, all_checks()["call_returns"])
    ]


def test_an_import_that_is_kept_from_running_gets_that_time_in_addition(opened, monkeypatch):
    # As on a machine where each thread of the host only waits for a processor.
    monkeypatch.setattr(own_clock, "starved_s", lambda path: time.monotonic())

    text = "import time\ntime.sleep(4)\ndef greet(text: str) -> str:\n    return text\n"
    with opened(text, budget=Budget(load_s=2, call_s=1, check_s=6)) as session:
        assert [tool.name for tool in session.tools] == ["greet"]


def test_junk_written_while_importing_does_no_harm(opened):
    text = """
import os, sys
for descriptor in range(64):
    try:
        os.write(descriptor, b'{"@": "Sealed", "nonce": "", "message": {"@": "Loaded", "tools": []}}\\n\\x00\\xff{')
    except OSError:
        pass
print("x" * (1 << 20))
os.chdir("/")
os.environ.clear()
sys.stdout = sys.stderr = None
def greet(text: str) -> str:
    return text
"""
    with opened(text) as session:
        assert [tool.name for tool in session.tools] == ["greet"]
        assert judged(session) == ["passed"]


def test_a_module_of_the_home_folder_is_imported_late_after_a_change_there(opened, spy, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "words.py").write_text("WORD = 'home'\n")
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists/__init__.py").write_text("")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/names.py").write_text("NAME = 'a'\n")
    text = """
def greet(text: str) -> str:
    import lists, parts.names, words
    return words.WORD + parts.names.NAME + text
"""
    with opened(text) as session:
        (tmp_path / "changed").touch()
        os.utime(tmp_path, (1, 1))
        result = session.run(0, spy)[0]

    assert result.arguments["returned"] == "homeahello"


def test_a_daemon_started_while_importing_ends_with_the_session(opened):
    mark = f"86399.{os.getpid()}"
    text = f"""
import subprocess
subprocess.Popen(["sleep", "{mark}"], start_new_session=True)
def greet(text: str) -> str:
    return text
"""
    with opened(text) as session:
        statuses = judged(session)

    assert statuses == ["passed"]
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            assert mark not in place.read_bytes().decode(errors="replace")
        except OSError:
            continue


def test_relative_imports_work_in_a_package_and_from_a_file(tmp_path):
    package = tmp_path / "shop/orders"
    package.mkdir(parents=True)
    (tmp_path / "shop/__init__.py").write_text("WORD = 'shop'\n")
    (package / "__init__.py").write_text("")
    (package / "words.py").write_text("from .. import WORD\n")
    (package / "tools.py").write_text("from .words import WORD\ndef greet(text: str) -> str:\n    return WORD + text\n")

    for target in (
        "shop.orders.tools",
        "shop/orders/tools.py",
        "./shop/orders/tools.py:greet",
        str(package / "tools.py"),
    ):
        with open_session(target, base=tmp_path, budget=BUDGET) as session:
            assert [tool.name for tool in session.tools] == ["greet"]
            assert session.tools[0].target.endswith(":greet")


def test_a_file_outside_the_current_folder_is_found(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "here").mkdir()
    (tmp_path / "elsewhere/json.py").write_text("def greet(text: str) -> str:\n    return text\n")

    with open_session("../elsewhere/json.py", base=tmp_path / "here", budget=BUDGET) as session:
        assert [tool.name for tool in session.tools] == ["greet"]
        assert judged(session) == ["passed"]


MANY = '''
from pydantic import BaseModel, Field
from forge_harness import FORGE_TOOL_REGISTRY, FnToolExecutor, ToolDefinition, forge_tool
from forge_harness.registry import _register

class Args(BaseModel):
    text: str = Field(description="Any text.")

class Injected(BaseModel):
    workspace_root: str = Field(description="Not the model's to say.")

@forge_tool(args_schema=Args)
def typed(args):
    """Return the text."""
    return args.text

@forge_tool(args_schema=Args, name="twin", register=False)
def one(args):
    """Return the text."""
    return args.text

@forge_tool(args_schema=Args, name="twin", register=False)
def other(args):
    """Return the text."""
    return args.text

@forge_tool(args_schema=Args, name="bad name!")
def badly_named(args):
    """Return the text."""
    return args.text

@forge_tool(args_schema=Injected)
def injected(args):
    """Return the text."""
    return "x"

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
_register("legacy", "Return the text.", SCHEMA, lambda text: {"text": text})

def plain(text: str) -> str:
    """Return the text."""
    return text

class Suite:
    class Inner:
        tool = typed
        function = staticmethod(plain)

LISTED = [typed, plain]
'''


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    folder = tmp_path_factory.mktemp("many")
    (folder / "many.py").write_text(MANY)
    return folder


def test_every_tool_of_a_module_is_found_and_functions_are_left_to_themselves(many):
    with open_session("many", base=many, budget=BUDGET) as session:
        found = {tool.name: tool for tool in session.tools}
        names = [tool.name for tool in session.tools]

        assert sorted(names) == sorted(["typed", "twin", "twin", "bad name!", "injected", "legacy"])
        assert found["legacy"].kind == "legacy"
        assert found["typed"].kind == "forge"
        assert found["twin"].occurrences == 2
        assert found["typed"].occurrences == 1
        assert "'bad name!'" in found["bad name!"].problems[0]
        assert "'workspace_root'" in found["injected"].problems[0]
        results = {
            tool.name: session.run(index, all_checks()["call_returns"])[0] for index, tool in enumerate(session.tools)
        }
        assert results["injected"].status == results["bad name!"].status == "error"
        assert "refused when it was declared" in results["injected"].message
        assert results["typed"].status == results["twin"].status == results["legacy"].status == "passed"
        json.dumps([tool.as_json() for tool in session.tools])


@pytest.mark.parametrize(
    ("attribute", "names"),
    [
        ("Suite.Inner.tool", ["typed"]),
        ("Suite.Inner.function", ["plain"]),
        ("LISTED", ["typed", "plain"]),
        ("plain", ["plain"]),
        ("injected", ["injected"]),
    ],
)
def test_an_attribute_may_be_anything_that_holds_tools(many, attribute, names):
    with open_session(f"many.py:{attribute}", base=many, budget=BUDGET) as session:
        assert [tool.name for tool in session.tools] == names


def test_an_executor_is_a_tool(opened):
    text = """
from forge_harness import FnToolExecutor
schema = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
echo = FnToolExecutor("echo", lambda arguments: arguments, input_schema=schema)
nameless = FnToolExecutor(3, lambda arguments: arguments, input_schema=schema)
"""
    with opened(text) as session:
        assert [(tool.name, tool.kind) for tool in session.tools] == [("echo", "executor"), ("3", "executor")]
        assert "name is a int" in session.tools[1].problems[0]


def test_a_definition_that_cannot_be_built_is_a_problem_of_that_tool_alone(opened):
    text = """
from pydantic import BaseModel
from forge_harness import forge_tool
class Opaque:
    pass
class Args(BaseModel):
    model_config = {"arbitrary_types_allowed": True}
    thing: Opaque
class Good(BaseModel):
    text: str
@forge_tool(args_schema=Args)
def opaque(args):
    '''Take something that JSON cannot carry.'''
@forge_tool(args_schema=Good)
def good(args):
    '''Return the text.'''
    return args.text
"""
    with opened(text) as session:
        problems = {tool.name: bool(tool.problems) for tool in session.tools}

    assert problems == {"opaque": True, "good": False}


def test_an_engine_that_cannot_start_does_not_blame_the_target(opened, monkeypatch, started_hosts):
    monkeypatch.setattr("sys.executable", "/bin/false")

    with (
        pytest.raises(TargetError, match=r"could not start \(exit code 1\)"),
        opened("def greet(text: str) -> str: ..."),
    ):
        pass


def test_a_registered_tool_without_a_name_in_the_module_is_found_by_its_own(tmp_path, forge_registry):
    (tmp_path / "older.py").write_text(
        "from forge_harness import _register\n"
        "def _impl(*, number):\n"
        "    return {'double': 2 * number}\n"
        "schema = {'type': 'object', 'properties': {'number': {'type': 'integer', 'description': 'Any.'}}}\n"
        "_register(name='double_number', description='Double a number.', input_schema=schema, impl=_impl)\n"
    )

    assert [facts.name for facts, _ in load_module_tools("older.py:double_number", base=tmp_path)] == ["double_number"]


def test_an_executor_that_warns_while_it_is_asked_does_not_end_the_loading(tmp_path, forge_registry):
    (tmp_path / "warning.py").write_text(
        "import warnings\n"
        "from forge_harness import ToolDefinition\n"
        "class Executor:\n"
        "    name = 'warns'\n"
        "    def definition(self):\n"
        "        globals()[f'seen_{len(globals())}'] = 1\n"
        "        return ToolDefinition('warns', 'Warn whoever asks.', {'type': 'object', 'properties': {}})\n"
        "    def execute(self, arguments):\n"
        "        return {}\n"
        "executor = Executor()\n"
    )

    assert [facts.name for facts, _ in load_module_tools("warning.py", base=tmp_path)] == ["warns"]


def test_a_function_that_cannot_be_a_tool_is_left_out_with_the_reason(tmp_path):
    (tmp_path / "mixed.py").write_text(
        "from __future__ import annotations\n"
        "import sqlite3\n"
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    from decimal import Decimal\n"
        "def greet(name: str) -> str:\n"
        "    return name\n"
        "def total(connection: sqlite3.Connection) -> int:\n"
        "    return 0\n"
        "def price(amount: Decimal) -> str:\n"
        "    return ''\n"
        "def weigh(load: Kilograms) -> str:\n"
        "    return ''\n"
    )

    with open_session("mixed.py", base=tmp_path, budget=BUDGET) as session:
        found = {tool.name: tool.left_out for tool in session.tools}
        total = [tool.name for tool in session.tools].index("total")
        results = [session.run(total, check)[0] for check in all_checks().values()]

    assert found["greet"] == ""
    assert found["total"].startswith("The signature of 'total' cannot become a JSON Schema")
    assert found["weigh"].startswith("The annotations of 'weigh' cannot be resolved (NameError).")
    # What is imported for type checkers alone is a type all the same.
    assert found["price"] == ""
    assert {(result.status, result.was_made) for result in results} == {("not_applicable", False)}


def test_a_module_none_of_whose_functions_can_be_a_tool_says_why(tmp_path):
    (tmp_path / "helpers.py").write_text("import sqlite3\ndef total(connection: sqlite3.Connection) -> int: ...\n")

    with pytest.raises(TargetError, match="The signature of 'total' cannot become a JSON Schema"):
        load_module_tools("helpers.py", base=tmp_path)


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_a_typed_dict_of_the_standard_library_is_read(tmp_path, future):
    (tmp_path / "steps.py").write_text(
        f"{future}from typing import NotRequired, TypedDict\n"
        "class Tool(TypedDict, total=False):\n"
        "    size: int\n"
        "class Step(TypedDict):\n"
        '    """A step."""\n'
        "    name: str\n"
        "    tools: NotRequired[list[Tool]]\n"
        "def total(steps: list[Step]) -> int: return sum(len(step['name']) for step in steps)\n"
    )

    ((facts, tool),) = load_module_tools("steps.py", base=tmp_path)

    assert facts.name == "total"
    parts = tool.args_schema.model_json_schema()["$defs"]
    assert (parts["Step"]["required"], parts["Step"]["description"]) == (["name"], "A step.")
    assert "required" not in parts["Tool"]
    validated = tool.validate({"steps": [{"name": "cut", "tools": [{}]}]})
    assert tool.run(validated, workspace_root=None) == 3


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="Pydantic takes typing.TypedDict from Python 3.12 on.")
def test_a_typed_dict_that_holds_itself_is_told_with_a_way_out(tmp_path):
    (tmp_path / "steps.py").write_text(
        "from typing import TypedDict\n"
        "class Step(TypedDict):\n"
        "    then: list['Step']\n"
        "def total(steps: list[Step]) -> int: ...\n"
    )

    with pytest.raises(TargetError, match=r"before Python 3\.12\. Import TypedDict from typing_extensions\."):
        load_module_tools("steps.py", base=tmp_path)


def test_legacy_entries_are_found_under_names_in_lists_and_in_dicts(tmp_path, forge_registry):
    (tmp_path / "older_tools.py").write_text(
        "def entry(name):\n"
        "    schema = {'type': 'object', 'properties': {}}\n"
        "    return {'name': name, 'description': 'Does it.', 'input_schema': schema, 'impl': lambda: name}\n"
        "alone = entry('alone')\n"
        "TOOLS = [alone, entry('listed')]\n"
        "BY_NAME = {'kept': entry('kept')}\n"
        "_private = entry('private')\n"
        "settings = {'impl': 'fast', 'input_schema': {}}\n"
    )

    found = load_module_tools("older_tools.py", base=tmp_path)

    assert [(facts.kind, tool.name) for facts, tool in found] == [
        ("legacy", "alone"),
        ("legacy", "listed"),
        ("legacy", "kept"),
    ]


def test_functions_beside_registered_tools_are_helpers(many):
    with open_session("many", base=many, budget=BUDGET) as session:
        assert {tool.helpers for tool in session.tools if not tool.problems} == {("plain",)}
