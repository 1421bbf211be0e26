"""FastMCP: its tools and the tools of a server in memory as targets."""

from __future__ import annotations

import logging

import pytest

from forge_harness import dispatch_forge_tool
from pytest_forge.targets.interop.framework_error import FrameworkError
from pytest_forge.targets.interop.interop_tool import finished

from .conftest import DEFECTS

FRAMEWORK = "fastmcp"

WRAPPED = """
from fastmcp import FastMCP
import functions as f
server = FastMCP("functions")
for name in ("add_tax", "go_to", "evaluate", "read_note", "count_lines"):
    server.tool(getattr(f, name))
server.tool(f.tool_a, description="tool_a")
"""

MODULE = """
from fastmcp import Context, FastMCP
from fastmcp.tools import Tool

masked = FastMCP('masked', mask_error_details=True)
plain = FastMCP('plain')

def half(number: int) -> int:
    'Return the half of a number.'
    if number % 2:
        raise ValueError(f'{number} is odd')
    return number // 2

masked.tool(half, name='masked_half')
plain.tool(half, name='plain_half')
def third(number: int) -> int:
    'Return the third of a number.'
    return number // 3

alone = Tool.from_function(third)

@plain.tool
async def average(values: list[float], ctx: Context) -> float:
    'Return the average of some numbers.'
    await ctx.report_progress(1)
    return sum(values) / len(values)

@plain.tool
async def strict_half(number: int, ctx: Context) -> int:
    'Return the half of a number.'
    return half(number)
"""


def test_a_function_on_a_server_has_the_findings_of_the_function(findings):
    assert findings(WRAPPED) == DEFECTS


QUOTING = """
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

server = FastMCP('s')

@server.tool
def first_line(name: str) -> str:
    'Return the first line of a note.'
    try:
        return open(name.replace('/', '')).readline()
    except OSError as error:
        raise ToolError(f'Not read: {error}')

@server.tool
def total(prices: list[float]) -> float:
    'Return the total of some prices.'
    return sum(prices)
"""


def test_an_exception_is_a_finding_if_the_author_quotes_it_and_not_if_only_the_framework_would(codes):
    found = codes(QUOTING, "errors_carry_no_detail")

    assert found == {"first_line": "exception_text_in_answer", "total": ""}


def test_an_exception_reaches_the_model_as_far_as_the_server_lets_it(loaded):
    found = loaded(MODULE)

    said = {
        name: dispatch_forge_tool(found[name][1], {"number": 3}).llm_payload()["message"]
        for name in ("masked_half", "plain_half")
    }
    assert ("odd" in said["plain_half"], "odd" in said["masked_half"]) == (True, False)
    assert dispatch_forge_tool(found["third"][1], {"number": 6}).llm_payload() == 2
    assert dispatch_forge_tool(found["third"][1], {"number": "x"}).error_type == "ToolValidationError"
    assert list(found["average"][0].input_schema["properties"]) == ["values"]
    assert dispatch_forge_tool(found["average"][1], {"values": [1, 2]}).llm_payload() == 1.5


def test_an_exception_of_a_tool_that_takes_a_context_is_told_in_the_words_of_the_framework(loaded):
    tool = loaded(MODULE)["strict_half"][1]

    with pytest.raises(FrameworkError, match="3 is odd") as told:
        finished(tool.run(tool.validate({"number": 3}), workspace_root=None))

    assert (type(told.value.original), told.value.is_verbatim) == (ValueError, True)


def test_an_exception_is_logged_as_plain_text_since_a_call_waits_for_the_boxes_of_fastmcp(loaded):
    tool = loaded(MODULE)["plain_half"][1]

    dispatch_forge_tool(tool, {"number": 3})

    boxes = [getattr(handler, "rich_tracebacks", None) for handler in logging.getLogger("fastmcp").handlers]
    assert (False in boxes, True in boxes) == (True, False)
