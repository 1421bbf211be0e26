"""Check: one promise of a tool, as a plain function that raises when it is broken.

    @check(family="definition", level="MUST", source="seed-000: args model contract, rule 3")
    def root_is_closed(tool: ToolFacts) -> None:
        \"\"\"The schema refuses arguments that it does not name.\"\"\"
        if ...:
            raise CheckFailure("...")

The function's name is the id, its docstring's first line the promise, the rest of it the reason. A check of the family
``definition`` takes `ToolFacts` and runs in the checking process; any other takes a `Subject` and runs in a sandboxed
process of its own. ``examples/<id>.py`` holds a tool that breaks it and the same tool mended.
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

Function = TypeVar("Function", bound=Callable[..., None])
Judge: TypeAlias = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Check:
    """One promise.

    Attributes:
        id: Stable name, in snake case.
        family: What it is about.
        level: MUST for a broken contract or a security hole, SHOULD for what costs quality.
        source: The seed and sentence, or the rule's reference.
        promise: One sentence.
        reason: Why it matters; may be several paragraphs.
        codes: What its findings may be called, each with what it means; empty where its author lists none.
        judge: Returns if the promise holds; raises CheckFailure, NotApplicable or CouldNotRun otherwise.
        judge_served: The same for a tool of a server, of which nothing is seen but what it sends and what becomes of
            files; None where that is not enough.
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
        """Whether it reads the definition only, and runs nothing of the tool."""
        return self.family == "definition"


Declaration: TypeAlias = partial[Check]
"""All of a check but its judge for tools of servers, which may be declared later."""

_declared: dict[str, Declaration] = {}
_served: dict[str, Judge] = {}


def check(
    *, family: Family, level: Level, source: str, codes: Mapping[str, str] | None = None
) -> Callable[[Function], Function]:
    """Declare the decorated function a check.

    Args:
        family: What it is about.
        level: ``"MUST"`` or ``"SHOULD"``.
        source: Seed and sentence, or the rule's reference.
        codes: The codes of its findings, each with what it means: ``{"stale_cache": "An earlier answer is given after
            a change."}``.

    Raises:
        ValueError: If another check has the same name, or the function has no docstring.
    """

    def decorate(function: Function) -> Function:
        name = function.__name__
        promise, reason = _parts(function)
        if not promise:
            raise ValueError(f"The check {name!r} has no docstring. Its first line is the promise.")
        # A module that is imported again declares its checks again.
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
        return function

    return decorate


def _parts(function: Callable[..., None]) -> tuple[str, str]:
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
    """Yield each check declared so far, in order, with its judge for tools of servers; None if it has none."""
    for name, declaration in _declared.items():
        yield declaration, _served.get(name)
