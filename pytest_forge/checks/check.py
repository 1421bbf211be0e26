"""Check: one requirement of the tool contract, as a plain function that raises when a tool fails it.

    @check(family="definition", level="MUST", source="Authoring Forge Tools: args model contract, rule 3")
    def root_is_closed(tool: ToolFacts) -> None:
        \"\"\"The schema refuses arguments that it does not name.\"\"\"
        if ...:
            raise CheckFailure("...")

The name of the function is the check's id, the first line of its docstring the requirement, and the rest the reason. A
check of the family ``definition`` takes `ToolFacts` and runs in the checking process. Any other runs in a sandboxed
process: it takes a `Subject` and makes its own calls, or it takes `ToolFacts` and the observed calls that are made for
it (`observed_check`). ``examples/<id>.py`` contains a tool that fails it and the same tool fixed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar

from ..verdict import Level

__all__ = ["FAMILIES", "Check", "Declaration", "Family", "check", "declarations", "served"]

Family = Literal[
    "definition", "arguments", "results", "errors", "confinement", "approval", "effects", "injection", "robustness"
]
FAMILIES: tuple[Family, ...] = (
    "definition",
    "arguments",
    "results",
    "errors",
    "confinement",
    "approval",
    "effects",
    "injection",
    "robustness",
)

Function = TypeVar("Function", bound=Callable[..., Any])
Judge: TypeAlias = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Check:
    """One requirement of the tool contract.

    Attributes:
        id: Stable name, in snake case.
        family: Its subject.
        level: MUST for a broken contract or a security hole, SHOULD for a loss of quality.
        source: The document and passage that the rule comes from.
        promise: The requirement in one sentence.
        reason: Why it matters and how it is judged; may be several paragraphs.
        codes: The codes of its findings, each with its meaning; empty if its author lists none.
        judge: Returns if the tool meets the requirement; raises CheckFailure, NotApplicable or CouldNotRun
            otherwise.
        judge_served: The same for a tool of an MCP server, judged by its messages and the files it changes; None if
            these are not enough.
    """

    id: str
    family: Family
    level: Level
    source: str
    promise: str
    reason: str
    judge: Judge
    codes: Mapping[str, str] = field(default_factory=dict)
    judge_served: Judge | None = None

    @property
    def promise_served(self) -> str:
        """What is judged of a tool of an MCP server, in one sentence; empty without a judge of its own."""
        return _parts(self.judge_served)[0] if self.judge_served is not None else ""

    @property
    def reason_served(self) -> str:
        """How a tool of an MCP server is judged; empty where there is no own judge."""
        return _parts(self.judge_served)[1] if self.judge_served is not None else ""

    @property
    def is_static(self) -> bool:
        """Whether it only reads the definition, without running the tool."""
        return self.family == "definition"


Declaration: TypeAlias = partial[Check]
"""A check without its judge for tools of MCP servers, which may be declared later."""

_declared: dict[str, Declaration] = {}
_served: dict[str, Judge] = {}


def check(
    *, family: Family, level: Level, source: str, codes: Mapping[str, str] | None = None, servers: bool = False
) -> Callable[[Function], Function]:
    """Declare the decorated function a check.

    Args:
        family: Its subject.
        level: ``"MUST"`` or ``"SHOULD"``.
        source: Seed and sentence, or the reference of the rule.
        codes: The codes of its findings, each with its meaning: ``{"stale_cache": "After a change, an earlier
            answer is returned."}``.
        servers: Whether the function judges tools of MCP servers as well. A function over observed calls always does.

    Raises:
        ValueError: If another check has the same name, or the function has no docstring.
    """

    def decorate(function: Function) -> Function:
        name = function.__name__
        promise, reason = _parts(function)
        if not promise:
            raise ValueError(f"The check {name!r} has no docstring. State the requirement in its first line.")
        # A module that is reloaded declares its checks again.
        present = _declared[name].keywords["judge"].__module__ if name in _declared else function.__module__
        if present != function.__module__:
            raise ValueError(f"The check {name!r} is already declared in {present!r}. Choose another name.")
        _declared[name] = partial(
            Check,
            id=name,
            family=family,
            level=level,
            source=source,
            promise=promise,
            reason=reason,
            judge=function,
            codes=dict(codes or {}),
        )
        if servers:
            _served[name] = function
        return function

    return decorate


def _parts(function: Callable[..., Any]) -> tuple[str, str]:
    """Return the first line of a docstring, and the rest."""
    first, _, rest = inspect.cleandoc(function.__doc__ or "").partition("\n")
    return first, rest.strip()


def served(identifier: str) -> Callable[[Function], Function]:
    """Declare the decorated function the judge of a check for tools of MCP servers.

    Args:
        identifier: The check's id. The check may be declared before or after.
    """

    def decorate(function: Function) -> Function:
        _served[identifier] = function
        return function

    return decorate


def declarations() -> Iterator[tuple[Declaration, Judge | None]]:
    """Yield each check declared so far, in order, with its judge for tools of MCP servers; None if it has none."""
    for name, declaration in _declared.items():
        yield declaration, _served.get(name)
