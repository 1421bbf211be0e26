"""McpTool: a tool of an MCP server, for the dispatcher; and the facts that the server lists about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from forge_harness import (
    FACTS,
    FACTS_META_KEY,
    McpAnswer,
    Tool,
    ToolCategory,
    ToolDefinition,
    ToolError,
    ToolTier,
    ToolValidationError,
)

from ..definitions import read_definition
from ..facts import ToolFacts
from .server import McpServer

__all__ = ["McpTool", "load_mcp_tools"]

_AS_TASK = "The server runs it only as a task (taskSupport 'required'), and the check makes plain calls."


class McpTool(Tool):
    """A tool of an MCP server.

    Args:
        server: Its server.
        facts: Facts about it.

    Attributes:
        answer: The server's answer to the last call; None before the first call and during a call.
    """

    def __init__(self, server: McpServer, facts: ToolFacts) -> None:
        self.name = facts.name
        self.server = server
        self.answer: McpAnswer | None = None
        self.tier_declared = facts.tier_declared
        self._facts = facts

    @property
    def tier(self) -> ToolTier:
        """The tier that its annotations declare; the strictest if they declare none."""
        return ToolTier(self._facts.tier) if self._facts.tier else ToolTier.EXECUTE

    @property
    def required_scopes(self) -> tuple[str, ...]:
        """Empty: servers have no scopes."""
        return ()

    @property
    def origin(self) -> str:
        """The server's target."""
        return self._facts.target

    def definition(self) -> ToolDefinition:
        """Return the definition that the server lists."""
        schema = self._facts.input_schema
        return ToolDefinition(
            name=self.name,
            description=self._facts.description or "",
            input_schema=dict(schema) if isinstance(schema, dict) else {"type": "object"},
            tier=self.tier,
            category=ToolCategory.ADAPTER,
        )

    def validate(self, arguments: Mapping[str, Any]) -> Any:
        """Return the arguments unchanged: the server validates them."""
        return dict(arguments)

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        """Call the tool, and return its result in the form for a model.

        Raises:
            ToolValidationError: If the server refuses the arguments with a protocol error.
            ToolError: If it answers with another error, is lost, or must not be called here.
        """
        del workspace_root
        if self._facts.unsafe:
            raise ToolError(self._facts.unsafe, code="UnsafeHere")
        self.answer = None
        answer = self.server.call(self.name, validated)
        self.answer = answer
        if answer.kind == "lost":
            raise ToolError(f"The call {answer.how}.", code="ServerLost")
        if answer.kind == "error":
            if answer.refuses_arguments:
                raise ToolValidationError(answer.text, tool_name=self.name, reason="refused by the server")
            raise ToolError(answer.text, code="ServerError")
        if not answer.succeeded:
            return {"error": "ToolError", "message": answer.text}
        return answer.value


def load_mcp_tools(server: McpServer, target: str, *, is_probed: bool = True) -> list[tuple[ToolFacts, Tool]]:
    """Return the tools that *server* lists, in order.

    Args:
        server: The server.
        target: The target that leads to it.
        is_probed: Whether to send it wrong requests, for the checks of the protocol.

    Raises:
        TargetError: If it cannot be started, or lists no tools.
    """
    listed = server.tools()
    again = server.tools_again()
    changed = {} if again is None else _changes(listed, again)
    # Tools that only the second listing has can be called too.
    listed = listed + [value for value in again or () if _name(value) in changed.keys() - set(map(_name, listed))]
    found = [_facts(value, number, target) for number, value in enumerate(listed, start=1)]
    counted = Counter(facts.name for facts in found)
    noise, has_pages, version = server.startup_noise, server.has_pages, server.version
    answered = tuple(
        {"method": method, "result": message["result"], "jsonrpc": message.get("jsonrpc")}
        for method, message in server.answered
    )
    troubles = tuple(server.troubles()) if is_probed else ()
    found = [
        replace(
            facts,
            occurrences=counted[facts.name],
            # The server's output is reported once, with the first tool.
            noise=() if number else noise,
            troubles=() if number else troubles,
            has_pages=has_pages,
            answered=() if number else answered,
            protocol_version=version,
            relisted=changed.get(facts.name, ""),
            is_seen_inside=server.inside is not None and server.inside.is_seeing,
        )
        for number, facts in enumerate(found)
    ]
    return [(facts, McpTool(server, facts)) for facts in found]


def _changes(first: list[Any], second: list[Any]) -> dict[str, str]:
    """Return how definitions differ between two listings, by name; unchanged ones are left out."""
    before, after = ({_name(value): value for value in values} for values in (first, second))
    found = dict.fromkeys(before.keys() - after.keys(), "it was gone")
    found |= dict.fromkeys(after.keys() - before.keys(), "it was there, and not the first time")
    differing = (name for name in before.keys() & after.keys() if before[name] != after[name])
    return found | dict.fromkeys(differing, "it was another")


def _name(value: Any) -> str:
    return str(value.get("name")) if isinstance(value, dict) else ""


def _facts(value: Any, number: int, target: str) -> ToolFacts:
    facts = read_definition(value, target=target, place=f"entry {number}")
    entry = value if isinstance(value, dict) else {}
    annotations = entry.get("annotations")
    hints = annotations if isinstance(annotations, dict) else {}
    tier = _tier(hints)
    return replace(
        facts,
        kind="mcp",
        dialect="mcp" if facts.dialect is not None else None,
        tier=tier,
        tier_declared=tier is not None,
        declared=_declared(entry.get("_meta")),
        not_called=_AS_TASK if _only_as_task(entry.get("execution")) else "",
    )


def _only_as_task(execution: Any) -> bool:
    """Return whether a server refuses plain calls of a tool, by the field of the protocol of 2025-11-25."""
    return isinstance(execution, dict) and execution.get("taskSupport") == "required"


def _declared(meta: Any) -> dict[str, bool]:
    """Return the facts that the server's author declares in the tool's ``_meta``, which other hosts ignore."""
    facts = meta.get(FACTS_META_KEY) if isinstance(meta, dict) else None
    found = facts.items() if isinstance(facts, dict) else ()
    return {fact: value for fact, value in found if fact in FACTS and isinstance(value, bool)}


def _tier(hints: Mapping[str, Any]) -> str | None:
    """Return the tier that the annotations declare; None if they declare none."""
    if hints.get("readOnlyHint") is True:
        return "read"
    if hints.get("destructiveHint") is True:
        return "execute"
    if hints.get("destructiveHint") is False:
        # A readOnlyHint that is missing means false.
        return "write"
    return None
