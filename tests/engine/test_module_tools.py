"""What a module holds where a tool may be, and what is said of the rest."""

import re

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.session import open_session
from pytest_forge.targets.module_import import imported_module
from pytest_forge.targets.module_tools import load_module_tools
from pytest_forge.targets.target_error import TargetError

BUDGET = Budget(load_s=20, call_s=1, check_s=6)

VANISHING = '''
import functools

def wrapped(function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        return function(*args, **kwargs)
    return call

@functools.lru_cache(maxsize=None)
def rate(currency: str) -> str:
    """Return the rate of a currency."""
    return f"cached {currency}"

@wrapped
def greet(name: str, /, times: int = 1) -> str:
    """Greet somebody."""
    return f"greeted {name}"

def convert(amount: int, currency: str) -> str:
    """Convert an amount."""
    return f"{amount} {currency}"

class Store:
    def save(self, note: str) -> str:
        """Save a note."""
        return f"saved {note}"

class Greeter:
    """Greet somebody politely."""
    def __call__(self, guest: str) -> str:
        return f"welcome {guest}"

welcome = Greeter()
to_euro = functools.partial(convert, currency="EUR")
save_note = Store().save
also_rate = rate
shorten = lambda text: text[:3]

def bare(x): return x
def variadic(*parts: str) -> str: return ""
def options(name: str, **rest: str) -> str: return ""
def get_page(page_id: int, session: Store) -> str: return ""

TOOLS = [rate, Store().save, functools.partial(convert, currency="EUR"), 3, bare, Greeter()]
'''
CALLS = {
    "rate": ({"currency": "EUR"}, "cached EUR"),
    "greet": ({"name": "Ada"}, "greeted Ada"),
    "convert": ({"amount": 3, "currency": "SEK"}, "3 SEK"),
    "welcome": ({"guest": "Ada"}, "welcome Ada"),
    "to_euro": ({"amount": 3}, "3 EUR"),
    "save_note": ({"note": "x"}, "saved x"),
}


def test_no_function_of_a_module_vanishes_in_silence(tmp_path):
    (tmp_path / "shop.py").write_text(VANISHING)

    with open_session("shop.py", base=tmp_path, budget=BUDGET) as session:
        left_out = {tool.name: tool.left_out for tool in session.tools if tool.left_out}
        names = [tool.name for tool in session.tools if not tool.left_out]
        answers = session.dispatch([(names.index(name), arguments) for name, (arguments, _) in CALLS.items()])

    assert names == list(CALLS)
    assert [answer.payload for answer in answers] == [returned for _, returned in CALLS.values()]
    assert left_out.keys() == {"wrapped", "bare", "variadic", "options", "get_page"}
    assert left_out["bare"].startswith("The parameter 'x' of 'bare' is not annotated.")
    assert left_out["variadic"].startswith("'variadic' takes *parts, which a schema cannot describe.")
    assert left_out["options"].startswith("'options' takes **rest,")
    assert "its parameter 'session' is a Store, which a model cannot send." in left_out["get_page"]


def test_a_function_of_variable_arguments_is_refused_where_it_is_named(tmp_path):
    (tmp_path / "shop.py").write_text(VANISHING)

    with pytest.raises(TargetError, match=r"'variadic' takes \*parts, which a schema cannot describe\. Name"):
        load_module_tools("shop.py:variadic", base=tmp_path)


def test_an_entry_that_is_no_tool_leaves_the_rest_of_its_list_checked(tmp_path):
    (tmp_path / "shop.py").write_text(VANISHING)

    with open_session("shop.py:TOOLS", base=tmp_path, budget=BUDGET) as session:
        found = [(tool.name, tool.target, bool(tool.left_out)) for tool in session.tools]
        reason, described = session.tools[3].left_out, session.tools[5].description

    assert found == [
        ("rate", "shop.py:rate", False),
        ("save", "shop.py:TOOLS[1]", False),
        ("convert", "shop.py:TOOLS[2]", False),
        ("TOOLS[3]", "shop.py:TOOLS[3]", True),
        ("bare", "shop.py:TOOLS[4]", True),
        ("Greeter", "shop.py:TOOLS[5]", False),
    ]
    assert reason.startswith("'TOOLS[3]' is not a tool; its type is int.")
    assert "a tool of LangChain, Pydantic AI" in reason
    assert described == "Greet somebody politely."
    with open_session("shop.py:TOOLS[1]", base=tmp_path, budget=BUDGET) as session:
        assert [tool.name for tool in session.tools] == ["save"]


FRAMEWORKS = {
    "pydantic_ai/__init__.py": "class Tool:\n    def __init__(self, function): self.function = function\n",
    "autogen_core/tools.py": "class BaseTool:\n    def __init__(self, func): self._func = func\n",
    "agents/__init__.py": "class FunctionTool: pass\nclass RunContextWrapper: pass\n",
    "pa_tools.py": (
        "from pydantic_ai import Tool\nfrom autogen_core.tools import BaseTool\nfrom agents import FunctionTool\n"
        "from mcp.server import MCPServer\nfrom mcp.server.lowlevel import Server\n"
        "def half(number: int) -> int: return number // 2\n"
        "def _hidden(text: str) -> str: return text\n"
        "half_tool, chained, agent, server = Tool(half), BaseTool(lambda x: x), FunctionTool(), MCPServer('x')\n"
        "low = Server('low')\n"
        "ALL = [half_tool]\n"
    ),
}


@pytest.fixture
def frameworks(tmp_path):
    for name, text in FRAMEWORKS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.in_turns("pytest_forge/targets")
@pytest.mark.parametrize(
    ("attribute", "told"),
    [
        (
            "half_tool",
            "object is not callable). Name its function: 'pa_tools.py:half'.",
        ),
        (
            "chained",
            "which forge does not support directly. Name its function: 'pa_tools.py:chained._func'.",
        ),
        ("agent", "has no attribute 'name'). Give its function a name in 'pa_tools.py'"),
        (
            "server",
            "'server' is an MCPServer of mcp without tools that run here. Give it one, or name another target.",
        ),
        (
            "low",
            "forge does not support directly. Check the server by its start command: 'mcp:python pa_tools.py'.",
        ),
        (
            "ALL",
            "object is not callable). Name its function: 'pa_tools.py:half'.",
        ),
    ],
)
def test_a_frameworks_object_is_told_with_a_way_to_check_it(frameworks, attribute, told):
    with pytest.raises(TargetError) as caught, open_session(f"pa_tools.py:{attribute}", base=frameworks, budget=BUDGET):
        pass

    assert told in str(caught.value)
    assert str(caught.value).count(". ") == 1


def test_frameworks_objects_beside_functions_are_left_out_by_name(frameworks):
    with open_session("pa_tools.py", base=frameworks, budget=BUDGET) as session:
        left_out = {tool.name for tool in session.tools if tool.left_out}
        assert left_out == {"half_tool", "chained", "agent", "server", "low"}
        assert [tool.name for tool in session.tools if not tool.left_out] == ["half"]


CONTEXTS = '''
from typing import Annotated
from agents import RunContextWrapper
from mcp.server.mcpserver import Context

async def average(values: list[float], ctx: Context) -> float:
    """Return the average of some numbers."""
    await ctx.info("x")
    return sum(values) / len(values)

def count(words: list[str], ctx: "Context | None" = None, run: RunContextWrapper = None) -> int:
    """Count some words."""
    assert ctx is None
    return len(words)
'''


def test_what_a_framework_passes_is_no_argument_of_the_models(frameworks):
    (frameworks / "server.py").write_text(CONTEXTS)

    with open_session("server.py", base=frameworks, budget=BUDGET) as session:
        fields = {tool.name: list(tool.input_schema["properties"]) for tool in session.tools}
        called = [session.run(index, all_checks()["call_returns"])[0] for index in range(2)]
        static = session.run(0, all_checks()["schema_is_valid"])[0]

    assert fields == {"average": ["values"], "count": ["words"]}
    assert static.status == "passed"
    assert [(result.status, result.was_made) for result in called] == [("not_applicable", False), ("passed", True)]
    assert called[0].message.startswith(
        "The parameter 'ctx' is a Context of MCP's Python SDK, which only the framework can pass"
    )


def test_a_module_that_only_imports_its_tools_is_told_where_they_are(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk/store.py").write_text(
        "def save(note: str) -> str: return note\ndef load(name: str) -> str: return name\n"
    )
    (tmp_path / "desk/__init__.py").write_text("from .store import load, save\n")
    (tmp_path / "listing.py").write_text("from desk.store import load, save\nALL = [load, save]\n")

    with pytest.raises(
        TargetError, match=re.escape("'desk' declares no tools, and imports 2 functions. Name 'desk.store'.")
    ):
        load_module_tools("desk", base=tmp_path)
    with pytest.raises(TargetError, match=re.escape("'listing.py' declares no tools. Name 'listing.py:ALL'.")):
        load_module_tools("listing.py", base=tmp_path)


@pytest.mark.parametrize("name", ["desk_tools.py", "7-desk.tools.py"])
def test_a_file_that_is_named_again_is_the_same_module(tmp_path, name):
    for folder in ("one", "two", "three"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(f"def save(note: str) -> str: return {folder!r}\n")

    loaded = [imported_module(f"{folder}/{name}", tmp_path) for folder in ("one", "two", "three", "one", "three")]

    assert [module.save("") for module in loaded] == ["one", "two", "three", "one", "three"]
    assert loaded[0] is loaded[3]


def test_a_missing_attribute_is_told_with_the_tools_that_there_are(tmp_path):
    (tmp_path / "few.py").write_text("import json\ndef save(note: str) -> str: return note\n")

    with pytest.raises(
        TargetError, match=re.escape("'few.py' does not have an attribute 'nosuch'. Its tools are save.")
    ):
        load_module_tools("few.py:nosuch", base=tmp_path)


def test_a_number_past_the_end_of_a_list_is_told_with_its_length(tmp_path):
    (tmp_path / "few.py").write_text("def save(note: str) -> str: return note\nALL = [save]\n")

    with pytest.raises(
        TargetError, match=re.escape("'ALL' in 'few.py' has 1 entry, and none with the number 9. The first one is [0].")
    ):
        load_module_tools("few.py:ALL[9]", base=tmp_path)


def test_a_variable_that_a_module_needs_is_named(opened):
    with (
        pytest.raises(
            TargetError,
            match=re.escape(
                "needs the environment variable 'DESK_DB', which the sandbox does not pass on. Add --env DESK_DB "
            ),
        ),
        opened("import os\nplace = os.environ['DESK_DB']\n"),
    ):
        pass


DESCRIBED = '''
from typing import Annotated
from pydantic import BaseModel

class Order(BaseModel):
    """An order of the shop."""

def count(order: Order) -> int:
    """Count the articles of an order."""
    return 1

def find(name: Annotated[str, "Name of the customer."]) -> str:
    """Find a customer."""
    return name

def cut(text: str, size: int = 3) -> str:
    """Cut a text.

    Args:
        text (str):
            The text to cut.
        size (int, optional): Characters to keep.

    Returns:
        str: What is left.
    """
    return text[:size]
'''


def test_whatever_describes_a_parameter_is_its_description(tmp_path):
    (tmp_path / "described.py").write_text(DESCRIBED)

    for facts, _ in load_module_tools("described.py", base=tmp_path):
        all_checks()["fields_are_described"].judge(facts)
        if facts.name == "cut":
            assert facts.input_schema["properties"]["text"]["description"] == "The text to cut."
