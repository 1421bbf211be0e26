"""ToolFacts: facts about a tool that are known without running it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from .change import Change

__all__ = ["ToolFacts"]


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """Facts about a tool that are known without running it, in JSON types, to be sent between processes.

    Attributes:
        name: As declared by its author; not necessarily a valid name.
        target: The target specification that leads to it.
        kind: ``forge``, ``legacy``, ``executor``, ``function``, ``interop``, ``script``, ``mcp`` or
            ``definition``.
        description: The description for the model; None if there is none.
        input_schema: The advertised schema exactly as found; None if there is none. Any JSON value.
        tier: ``read``, ``write`` or ``execute``; None if the tool's kind does not have tiers.
        tier_declared: Whether its author chose the tier.
        category: ``builtin``, ``code``, ``adapter``, ``dev``, ``custom`` or ``copilot``; None if the kind has none.
        workspace_root_aware: Whether it is given the workspace root.
        required_scopes: Scopes that it requires.
        raises: Names of the exception classes in its contract.
        dialect: The format of a definition (``openai``, ``openai_responses``, ``anthropic``, ``gemini``, ``mcp``,
            ``bfcl``, ...); else None.
        strict: Whether the definition asks for OpenAI's strict mode.
        problems: Problems found when the tool was declared, a sentence each.
        left_out: Why it is not checked: a function without a schema, a provider's own tool, a framework's object; else
            empty.
        not_called: Why it cannot be called here, though its definition is judged; else empty.
        unusable: Why the server that this entry stands for cannot be used, so that its tools are unknown; else empty.
        helpers: Plain functions that its module declares next to its registered tools, and that are not checked.
        unsafe: Why it must not be called on this system, as a sentence; else empty.
        is_destructive: Whether its author has marked it as destructive.
        occurrences: Number of tools of the same target with this name.
        output_schema: The schema of structured results that an MCP server declares; None if it declares none.
        annotations: The hints of an MCP server about the tool, by name.
        declared: Facts that its author declares, by name: see `forge_harness.FACTS`.
        noise: Lines on an MCP server's standard output, before its tools were listed, that are not messages.
        troubles: How an MCP server's answers to wrong requests break the protocol: a code and a sentence for each.
        has_pages: Whether an MCP server lists its tools by pages.
        answered: The answers in which an MCP server introduced itself and listed its tools, each with ``method``,
            ``result`` and ``jsonrpc``.
        protocol_version: The version of the protocol that an MCP server speaks.
        relisted: How the definition changed when an MCP server listed its tools twice, as the rest of a sentence; empty
            if it was the same.
        is_seen_inside: Whether the interpreter of an MCP server reports its operations.
        is_locked: Whether a lock file is compared with, and lists it.
        changes: What has changed since it was locked.
        framework: The framework that calls it, if that is not ours; else empty.
        validates: What its framework validates before it runs: ``all``, the ``top`` level of arguments, or ``nothing``.
        marks_failures: Whether the model is told of a failure by anything but a text like that of a result.
        rebuilt_schema: The schema as built by a second, independent process; None if it was not built twice.
        rebuilt_description: The description as built by that process; None if there is none.
    """

    name: str
    target: str
    kind: str
    description: str | None = None
    input_schema: Any = None
    tier: str | None = None
    tier_declared: bool = False
    category: str | None = None
    workspace_root_aware: bool = False
    required_scopes: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    dialect: str | None = None
    strict: bool = False
    problems: tuple[str, ...] = ()
    left_out: str = ""
    not_called: str = ""
    unusable: str = ""
    helpers: tuple[str, ...] = ()
    unsafe: str = ""
    is_destructive: bool = False
    occurrences: int = 1
    output_schema: Any = None
    annotations: dict[str, bool] = field(default_factory=dict)
    declared: dict[str, bool] = field(default_factory=dict)
    noise: tuple[str, ...] = ()
    troubles: tuple[tuple[str, str], ...] = ()
    has_pages: bool = False
    answered: tuple[dict[str, Any], ...] = ()
    protocol_version: str = ""
    relisted: str = ""
    is_seen_inside: bool = False
    is_locked: bool = False
    changes: tuple[Change, ...] = ()
    framework: str = ""
    validates: str = "all"
    marks_failures: bool = True
    rebuilt_schema: Any = field(default=None)
    rebuilt_description: str | None = None

    @property
    def runs_code(self) -> bool:
        """Whether there is anything to call."""
        return self.kind != "definition" and not (self.left_out or self.not_called or self.unusable)

    @property
    def needs_permission(self) -> bool:
        """Whether it is called only with the user's permission: it is destructive, or runs in a separate program."""
        return self.is_destructive or self.kind == "mcp"

    def as_json(self) -> dict[str, Any]:
        """Return every fact."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> ToolFacts:
        """Rebuild the facts from `as_json`."""
        tuples = {
            key: tuple(value[key]) for key in ("required_scopes", "raises", "problems", "noise", "helpers", "answered")
        }
        troubles = tuple((code, text) for code, text in value["troubles"])
        return cls(**{**value, **tuples, "troubles": troubles})
