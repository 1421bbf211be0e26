"""MCP's Python SDK: the tools of a server in memory as targets."""

from __future__ import annotations

from forge_harness import dispatch_forge_tool

from .conftest import DEFECTS

FRAMEWORK = "mcp.server.mcpserver"

WRAPPED = """
from mcp.server import MCPServer
import functions as f
server = MCPServer("functions")
for name in ("add_tax", "go_to", "evaluate", "read_note", "count_lines"):
    server.tool()(getattr(f, name))
server.tool(description="tool_a")(f.tool_a)
"""

MODULE = """
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

server = MCPServer('s')

@server.tool(annotations=ToolAnnotations(read_only_hint=True))
async def average(values: list[float], ctx: Context) -> float:
    'Return the average of some numbers.'
    await ctx.report_progress(1)
    if not values:
        raise ToolError('No numbers. Send some.')
    return sum(values) / len(values)
"""


def test_a_function_on_a_server_has_the_findings_of_the_function(findings):
    assert findings(WRAPPED) == DEFECTS


def test_a_tool_that_takes_a_context_is_called_with_one_and_its_errors_are_the_servers(loaded):
    facts, average = loaded(MODULE)["average"]

    assert (list(facts.input_schema["properties"]), facts.tier, facts.tier_declared) == (["values"], "read", True)
    assert dispatch_forge_tool(average, {"values": [1, 2]}).llm_payload() == 1.5
    failed = dispatch_forge_tool(average, {"values": []}).llm_payload()
    assert failed["message"] == "Error executing tool average: No numbers. Send some."


QUOTING = """
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer('s')

@server.tool()
async def first_line(name: str, ctx: Context) -> str:
    'Return the first line of a note.'
    try:
        return open(name.replace('/', '')).readline()
    except OSError as error:
        raise ToolError(f'Not read: {error}')

@server.tool(name='total_of')
def total(prices: list[float]) -> float:
    'Return the total of some prices.'
    return sum(prices)

def other(prices: list[float]) -> float:
    'Return the sum of some prices.'
    return sum(prices)
"""


def test_a_function_that_is_named_alone_is_called_through_its_server(loaded):
    (first_line,) = loaded(QUOTING, "first_line").values()
    (total,) = loaded(QUOTING, "total").values()
    (other,) = loaded(QUOTING, "other").values()

    assert [facts.kind for facts, _ in (first_line, total, other)] == ["interop", "interop", "function"]
    assert (first_line[0].not_called, total[0].name) == ("", "total_of")
    assert "Not read: [Errno 2]" in dispatch_forge_tool(first_line[1], {"name": "no"}).llm_payload()["message"]
