"""Tool: its definition, its tier, a call, and the result.

Tool                       base of every kind of tool
├── ForgeTool              a function and its Pydantic arguments, by @forge_tool
├── LegacyTool             a dict of name, description, input_schema and impl
└── ExecutorTool           any object with name, definition() and execute()
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

__all__ = [
    "FACTS",
    "FACTS_META_KEY",
    "NAME_PATTERN",
    "Tool",
    "ToolCall",
    "ToolCategory",
    "ToolDefinition",
    "ToolDispatchResult",
    "ToolInvocationRecord",
    "ToolTier",
    "several",
]

NAME_PATTERN = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
"""Tool names that every provider accepts; use `fullmatch`. `DIALECTS` has the limits of each provider."""


#: The facts that a tool may declare about itself, beyond its tier, each with its meaning. A declared fact takes the
#: place of the guess that a checker would make from names and descriptions.
FACTS: Mapping[str, str] = {
    "varies": "equal calls may have different answers",
    "moves_on": "a call changes the answer to the next equal call",
    "creates": "each call makes something new that stays",
    "replaces": "a call may replace or remove what is there",
    "open_world": "calls reach systems outside, such as the network",
    "reports_failures": "an answer may report the failure of something else, or say no",
    "takes_sql": "an argument is meant to hold SQL",
    "takes_commands": "an argument is meant to hold commands or options of programs",
    "takes_code": "an argument is meant to hold code or expressions to evaluate",
    "takes_templates": "an argument is meant to hold a template or a format",
    "takes_markup": "an argument is meant to hold a document such as XML, JSON or YAML",
    "takes_patterns": "an argument is meant to hold a regular expression",
    "takes_root": "an argument is the folder to work in, which the application chooses",
    "takes_local_addresses": "an argument may lead to the machine or the network that the tool runs in",
    "shows_environment": "an answer is meant to show variables of the environment",
    "starts_lasting": "what a call starts or opens is meant to last after it",
    "posts_questions": "what is posted over the network asks, and changes nothing there",
    "changes_process": "a call is meant to change the process it runs in, such as its working directory",
    "takes_no_secrets": "no argument holds a secret, whatever its name is",
}

#: The key of an MCP tool's ``_meta`` for facts that its author declares, from `FACTS`; other hosts ignore it.
FACTS_META_KEY = "forge_harness/facts"


class ToolTier(StrEnum):
    """The effects that a tool may have, mildest first; tiers compare in this order. Source: seed 004, "Three tiers"."""

    READ = "read"
    WRITE = "write"
    EXECUTE = "execute"

    @property
    def rank(self) -> int:
        """0 for read, 1 for write, 2 for execute."""
        return _RANKS[self]

    # As strings they would compare by the alphabet, in which "execute" comes before "write".
    def __lt__(self, other: object) -> bool:
        return self.rank < _rank(other)

    def __le__(self, other: object) -> bool:
        return self.rank <= _rank(other)

    def __gt__(self, other: object) -> bool:
        return self.rank > _rank(other)

    def __ge__(self, other: object) -> bool:
        return self.rank >= _rank(other)


def _rank(tier: object) -> int:
    try:
        return ToolTier(tier).rank  # type: ignore[arg-type]  # a value that is not a string is not a tier
    except ValueError:
        # Not NotImplemented: Python would go on to compare the strings.
        raise TypeError(f"{tier!r} is not a tier. Compare with 'read', 'write' or 'execute'.") from None


_RANKS = {ToolTier.READ: 0, ToolTier.WRITE: 1, ToolTier.EXECUTE: 2}


def several(names: Iterable[str], what: str) -> tuple[str, ...]:
    """Return *names* as a tuple.

    Args:
        names: Any number of strings.
        what: The name of the parameter, for the message.

    Raises:
        TypeError: If *names* is a single string, which would be split into letters.
    """
    if isinstance(names, str):
        raise TypeError(f"{what}={names!r} is a single string. Put it into a list.")
    return tuple(names)


class ToolCategory(StrEnum):
    """Where a tool comes from."""

    BUILTIN = "builtin"
    CODE = "code"
    ADAPTER = "adapter"
    DEV = "dev"
    CUSTOM = "custom"
    COPILOT = "copilot"


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """The description of a tool: for the model, and for the host that decides on a call.

    Source: seed 004, "ToolDefinition".

    Attributes:
        name: The tool's name.
        description: What it does, for the model.
        input_schema: JSON Schema of the arguments, an object at its root.
        tier: What the tool may do; the strictest one unless declared.
        required_scopes: Scopes the agent must hold, all of them.
        category: Where the tool comes from.
    """

    name: str
    description: str
    input_schema: dict[str, Any]
    tier: ToolTier = ToolTier.EXECUTE
    required_scopes: tuple[str, ...] = ()
    category: ToolCategory = ToolCategory.CUSTOM


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's request to call a tool.

    Attributes:
        id: The provider's id of the call, unique within a conversation.
        name: The tool's name, as the model wrote it.
        arguments: The decoded arguments; empty where they were malformed.
        malformed_arguments: The text that the model sent if it was not a JSON object, else None. Such a call must not
            run.
    """

    id: str
    name: str
    arguments: dict[str, Any]
    malformed_arguments: str | None = None


# Not frozen: assigning six fields through object.__setattr__ would cost more than looking the tool up.
@dataclass(slots=True)
class ToolDispatchResult:
    """The outcome of one call; it does not change after it is made.

    ``error_message`` is for this process only: it may hold the text of an exception. Only `llm_payload` may be sent
    to a model.

    Attributes:
        ok: Whether the tool ran and returned.
        value: What it returned; None unless ok.
        error_type: Class name of the failure; empty if ok.
        error_message: Detail of the failure, for the host; never shown by ``repr``.
    """

    ok: bool
    value: Any = None
    error_type: str = ""
    error_message: str = field(default="", repr=False)
    _payload: Any = field(default=None, repr=False, compare=False)
    _json: str = field(default="", repr=False, compare=False)

    @classmethod
    def success(cls, value: Any) -> ToolDispatchResult:
        """Return the outcome of a call that returned *value*."""
        return cls(ok=True, value=value, _payload=value)

    @classmethod
    def failure(cls, error_type: str, error_message: str, *, public: str = "The call failed.") -> ToolDispatchResult:
        """Return the outcome of a call that failed.

        Args:
            error_type: Class name or code of the failure.
            error_message: Detail for the host.
            public: The sentence that the model may read.
        """
        return cls(
            ok=False,
            error_type=error_type,
            error_message=error_message,
            _payload={"error": error_type, "message": public},
        )

    def llm_payload(self) -> Any:
        """Return the value that may be sent to a model: of JSON types, scrubbed and capped."""
        return self._payload

    def llm_json(self) -> str:
        """Return `llm_payload` as JSON text, written once."""
        if self._json:
            return self._json
        import json  # only failures, which are rare, are written here

        return json.dumps(self._payload, ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True, slots=True)
class ToolInvocationRecord:
    """The record that every call leaves, whatever its outcome. Source: seed 004, "Execution path", step 5.

    Attributes:
        tool_name: The registered name; the name of an unknown tool only if it is well-formed.
        outcome: How the call ended; a tool that returns an ``{"error": ...}`` has failed.
        tier: The tool's tier; None for an unknown tool.
        duration_s: Seconds from the look-up to the end.
        error_type: Class name or code of the failure; empty on success.
        call_id: The provider's id of the call; empty if there was none.
    """

    tool_name: str
    outcome: Literal["success", "failed", "timeout", "rejected"]
    tier: ToolTier | None
    duration_s: float
    error_type: str = ""
    call_id: str = ""


class Tool(ABC):
    """Anything the dispatcher can run.

    Attributes:
        name: The name it is registered and called under.
        timeout_s: The limit of one call in seconds, or None for no limit of its own.
        workspace_root_aware: Whether it works on the user's files and receives the workspace root.
        raises: Exception classes that are part of its contract.
        tier_declared: Whether its author chose the tier.
        facts: Facts of `FACTS` that its author declares, True or False.
    """

    name: str
    timeout_s: float | None = None
    workspace_root_aware: bool = False
    raises: tuple[type[BaseException], ...] = ()
    tier_declared: bool = False
    facts: Mapping[str, bool] = MappingProxyType({})

    @property
    @abstractmethod
    def tier(self) -> ToolTier:
        """What the tool may do."""

    @property
    @abstractmethod
    def required_scopes(self) -> tuple[str, ...]:
        """Scopes that the agent must hold."""

    @property
    @abstractmethod
    def origin(self) -> str:
        """Module and name of the code behind the tool, for messages about conflicts."""

    def problems(self) -> list[str]:
        """Return the reasons to refuse this tool at registration, a sentence each; empty if there are none."""
        return []

    def keeps_state(self) -> bool:
        """Tell whether calls, of this tool or others, may share an object that is bound to an event loop."""
        return True

    @abstractmethod
    def definition(self) -> ToolDefinition:
        """Return the definition; the caller owns it."""

    @abstractmethod
    def validate(self, arguments: Mapping[str, Any]) -> Any:
        """Return the validated form of *arguments*, which `run` takes.

        Raises:
            ToolValidationError: If they are invalid; the message names fields and kinds, never values.
        """

    @abstractmethod
    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        """Run the tool; may return an awaitable. Any exception is a failure of the tool."""
