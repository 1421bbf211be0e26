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
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct, field

from ..verdict import Level

__all__ = ["FAMILIES", "Check", "Declaration", "Family", "check", "declarations"]

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

#: The kinds of tools that are written for Forge Harness, and so for its rules.
_OUR_KINDS = frozenset(("forge", "legacy", "script"))

Function = TypeVar("Function", bound=Callable[..., Any])
Judge: TypeAlias = Callable[[Any], None]


class Check(Struct, frozen=True):
    """One requirement of the tool contract.

    Attributes:
        id: Stable name, in snake case.
        family: Its subject.
        level: MUST for a broken contract or a security hole, SHOULD for a loss of quality.
        source: The document and passage that the rule comes from.
        promise: The requirement in one sentence.
        reason: Why it matters and how it is judged; may be several paragraphs.
        codes: The codes of its findings, each with its meaning; empty if its author lists none.
        advice: Those of them that are a MUST for our own tools alone and a SHOULD for all others.
        musts_only: Whether a run leaves out what is a SHOULD.
        judge: Returns if the tool meets the requirement; raises CheckFailure, NotApplicable or CouldNotRun
            otherwise.
        unseen: Why it cannot judge a tool of an MCP server, as a sentence; empty if it can.
        foreign: Why it cannot judge a tool of another framework, as a sentence; empty if it can.
    """

    id: str
    family: Family
    level: Level
    source: str
    promise: str
    reason: str
    judge: Judge
    codes: Mapping[str, str] = field(default_factory=dict)
    advice: frozenset[str] = frozenset()
    musts_only: bool = False
    unseen: str = ""
    foreign: str = ""

    def level_of(self, code: str, kind: str) -> Level:
        """Return the level of a finding with *code* of a tool of *kind*."""
        return "SHOULD" if code in self.advice and kind not in _OUR_KINDS else self.level

    @property
    def is_static(self) -> bool:
        """Whether it only reads the definition, without running the tool."""
        return self.family == "definition"


Declaration: TypeAlias = partial[Check]
"""A check that is not built yet."""

_declared: dict[str, Declaration] = {}


def check(
    *,
    family: Family,
    level: Level,
    source: str,
    codes: Mapping[str, str] | None = None,
    advice: Collection[str] = (),
    unseen: str = "",
    foreign: str = "",
) -> Callable[[Function], Function]:
    """Declare the decorated function a check.

    Args:
        family: Its subject.
        level: ``"MUST"`` or ``"SHOULD"``.
        source: Seed and sentence, or the reference of the rule.
        codes: The codes of its findings, each with its meaning: ``{"stale_cache": "After a change, an earlier
            answer is returned."}``.
        advice: Those of them that follow from a rule of Forge Harness, such as a declared workspace root. They are a
            SHOULD for functions, servers and tools of other frameworks, whose authors did not choose the rule.
        unseen: Why it cannot judge tools of MCP servers, as a sentence; empty if it can.
        foreign: Why it cannot judge tools of other frameworks, as a sentence; empty if it can.

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
            advice=frozenset(advice),
            unseen=unseen,
            foreign=foreign,
        )
        return function

    return decorate


def _parts(function: Callable[..., Any]) -> tuple[str, str]:
    """Return the first line of a docstring, and the rest."""
    first, _, rest = inspect.cleandoc(function.__doc__ or "").partition("\n")
    return first, rest.strip()


def declarations() -> Iterator[Declaration]:
    """Yield each check declared so far, in order."""
    yield from _declared.values()
