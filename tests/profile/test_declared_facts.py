"""Facts that authors declare: in the decorator, on a plain function, and in the tools of a server."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from forge_harness import FnToolExecutor, forge_tool, tool_facts
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session


class Args(BaseModel):
    text: str


def test_the_decorator_takes_facts_and_whether_they_hold():
    @forge_tool(args_schema=Args, register=False, facts={"varies": False})
    def echo(args: Args) -> str:
        return args.text

    assert dict(echo.facts) == {"varies": False}


def test_a_list_of_facts_holds():
    @forge_tool(args_schema=Args, register=False, facts=["varies", "open_world"])
    def echo(args: Args) -> str:
        return args.text

    assert dict(echo.facts) == {"varies": True, "open_world": True}


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"variess": True}, "Did you mean 'varies'?"),
        ({"varies": "no"}, "Use True or False."),
    ],
)
def test_a_mistaken_fact_is_refused_where_it_is_declared(facts, sentence):
    with pytest.raises(TypeError, match=sentence.replace("?", r"\?")):

        @forge_tool(args_schema=Args, register=False, facts=facts)
        def echo(args: Args) -> str:
            return args.text


def test_a_handler_of_an_executor_is_declared_like_any_function():
    @tool_facts(open_world=True)
    def handler(arguments):
        return arguments

    assert FnToolExecutor("echo", handler).facts == {"open_world": True}


def test_a_plain_function_of_a_module_keeps_its_facts(tmp_path):
    path = tmp_path / "tools.py"
    path.write_text(
        "from forge_harness import tool_facts\n\n"
        "@tool_facts(varies=False)\ndef history(text: str) -> str:\n    return text\n"
    )

    with open_session(str(path), budget=BUDGETS["quick"]) as session:
        assert session.tools[0].declared == {"varies": False}
