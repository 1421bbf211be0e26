"""ToolFacts: what is known of a tool without running it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["ToolFacts"]


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """What is known of a tool without running it, in JSON types, so that it can leave the process the tool lives in.

    Attributes:
        name: As its author declared it; may be no valid name at all.
        target: The target specification that leads to it.
        kind: ``forge``, ``legacy``, ``executor``, ``function``, ``mcp`` or ``definition``.
        description: What the model reads; None if there is none.
        input_schema: The advertised schema exactly as it was found; None if there is none. Not trusted to be a dict.
        tier: ``read``, ``write`` or ``execute``; None if the tool's kind has none.
        tier_declared: Whether its author chose the tier.
        category: ``builtin``, ``code``, ``adapter``, ``dev``, ``custom`` or ``copilot``; None if the kind has none.
        workspace_root_aware: Whether it is given the workspace root.
        required_scopes: Scopes it asks for.
        raises: Names of the exception classes that are part of its contract.
        dialect: For a definition: the shape it was written in (``openai``, ``openai_responses``, ``anthropic``,
            ``gemini``, ``mcp``, ``bfcl``, ...); else None.
        strict: Whether the definition asks for OpenAI's strict mode.
        problems: Refusals that were collected when the tool was declared, a sentence each.
        left_out: Why it is not checked: a module's function that no schema can be made for, a tool of the provider's
            own, a framework's object; else empty.
        not_called: Why it cannot be called from here, though its definition is judged; else empty.
        helpers: The plain functions that its module declares beside its registered tools, and that are not checked.
        unsafe: Why it must not be called on this system, as a sentence; else empty.
        is_destructive: Whether its author has marked it as one that destroys what it is given.
        occurrences: How many tools of the same target carry this name.
        output_schema: What an MCP server says its structured results look like; None if it says nothing.
        annotations: The hints that an MCP server gives of a tool, by name.
        declared: What its author declares of it, by fact: see `forge_harness.FACTS`.
        noise: What an MCP server printed to standard output, before its tools were listed, that is no message.
        relisted: What became of the definition when an MCP server listed its tools again at once, as the rest of a
            sentence; empty if it was the same.
        rebuilt_schema: The schema as a second, independent process built it; None if it was not built twice.
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
    helpers: tuple[str, ...] = ()
    unsafe: str = ""
    is_destructive: bool = False
    occurrences: int = 1
    output_schema: Any = None
    annotations: dict[str, bool] = field(default_factory=dict)
    declared: dict[str, bool] = field(default_factory=dict)
    noise: tuple[str, ...] = ()
    relisted: str = ""
    rebuilt_schema: Any = field(default=None)

    @property
    def runs_code(self) -> bool:
        """Whether there is anything to call."""
        return self.kind != "definition" and not self.left_out and not self.not_called

    @property
    def needs_permission(self) -> bool:
        """Whether it is only called where the user has allowed it: it destroys, or runs in a program of its own."""
        return self.is_destructive or self.kind == "mcp"

    def as_json(self) -> dict[str, Any]:
        """Return every fact."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> ToolFacts:
        """Rebuild the facts from `as_json`."""
        tuples = {key: tuple(value[key]) for key in ("required_scopes", "raises", "problems", "noise", "helpers")}
        return cls(**{**value, **tuples})
