"""Rules: what a critic asks of a draft, each a plain function.

    @rule(stage="logical", severity="warning")
    def hubs_have_sources(logical):
        \"\"\"Each hub names the tables that it is loaded from.\"\"\"
        for hub in logical.dv2.hubs:
            if not hub.mapped_source_tables:
                yield Remark(f"{hub.entity_name} has no mapped_source_tables", target=f"dv2.hubs.{hub.entity_name}")

The critic asks every rule of a stage whenever the stage has made a draft. A rule yields its remarks, or texts if a
message says it all. It only reads: it must neither change the draft nor raise.
Source: seed 001, "Adding a new critic rule".
"""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from ..errors import RegistrationError, RuleError
from .critic_finding import SEVERITIES, CriticFinding, Severity

__all__ = ["RULE_REGISTRY", "STAGES", "Remark", "Rule", "RuleRegistry", "Stage", "rule"]

#: The stages whose drafts are reviewed: a logical model, a contract, and a transform plan.
Stage = Literal["logical", "builder", "transformation"]
STAGES: tuple[Stage, ...] = get_args(Stage)


@dataclass(frozen=True, slots=True)
class Remark:
    """What a rule has to say.

    Attributes:
        message: What is wrong.
        target: The place in the draft; may be empty.
        suggestion: What to do about it; may be empty.
        severity: ``"error"``, ``"warning"`` or ``"info"``, if it is not that of the rule.
    """

    message: str
    target: str = ""
    suggestion: str = ""
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, as `rule` declares it.

    Attributes:
        name: The name of the function.
        stage: The stage whose drafts it reads.
        severity: That of its remarks, unless a remark has its own.
        function: The function itself.
        summary: The first line of its docstring; may be empty.
        takes_logical: Whether it also takes the logical model that a transform plan was made from.
    """

    name: str
    stage: Stage
    severity: Severity
    function: Callable[..., Any]
    summary: str = ""
    takes_logical: bool = False

    @property
    def origin(self) -> str:
        """The module and the name of the function."""
        return f"{getattr(self.function, '__module__', '?')}.{getattr(self.function, '__qualname__', self.name)}"

    def __call__(self, draft: Any, logical: Any = None) -> list[CriticFinding]:
        """Return what the rule finds in *draft*, for a test."""
        return list(self.findings(draft, logical))

    def findings(self, draft: Any, logical: Any = None) -> Iterator[CriticFinding]:
        """Yield what the rule finds in *draft*, each as soon as the rule yields it.

        Raises:
            RuleError: If the function yields anything but remarks, findings of its stage and texts.
            Exception: Whatever the function raises.
        """
        given = (draft, logical) if self.takes_logical else (draft,)
        remarks = self.function(*given)
        if remarks is None:
            return
        if isinstance(remarks, str | Remark | CriticFinding) or not isinstance(remarks, Iterable):
            raise RuleError(
                f"The rule {self.name!r} returned a value of type {type(remarks).__name__}. "
                "Yield each remark, or return a list of them."
            )
        for remark in remarks:
            yield self._finding(remark)

    def _finding(self, remark: Any) -> CriticFinding:
        if isinstance(remark, CriticFinding):
            if remark.stage != self.stage:
                raise RuleError(
                    f"The rule {self.name!r} of the stage {self.stage!r} yielded a finding of the stage "
                    f"{remark.stage!r}. Yield a Remark, which has the stage of its rule."
                )
            return replace(remark, rule=self.name)
        if isinstance(remark, str):
            remark = Remark(remark)
        if not isinstance(remark, Remark):
            raise RuleError(
                f"The rule {self.name!r} yielded a value of type {type(remark).__name__}. "
                "Yield a Remark, a CriticFinding or a text."
            )
        severity = self.severity if remark.severity is None else remark.severity
        try:
            return CriticFinding(self.stage, severity, remark.message, remark.suggestion, remark.target, rule=self.name)
        except (TypeError, ValueError) as error:
            raise RuleError(f"The rule {self.name!r} yielded a remark that is not a finding. {error}") from None


class RuleRegistry:
    """The rules that users declare, by name; any thread may register and read."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rules: dict[str, Rule] = {}
        self._sandboxes = 0

    def register(self, declared: Rule) -> Rule:
        """Add a rule under its name; a module that is reloaded replaces its rules.

        Raises:
            RegistrationError: If a rule of that name comes from elsewhere. Inside `restored` it is replaced.
        """
        with self._lock:
            present = self._rules.get(declared.name)
            if present is not None and present.origin != declared.origin and not self._sandboxes:
                raise RegistrationError(
                    f"A rule named {declared.name!r} is already declared by {present.origin!r}. "
                    f"Choose another name for {declared.origin!r}."
                )
            self._rules[declared.name] = declared
        return declared

    def __iter__(self) -> Iterator[Rule]:
        with self._lock:
            return iter(list(self._rules.values()))

    def __len__(self) -> int:
        return len(self._rules)

    def __contains__(self, name: object) -> bool:
        return name in self._rules

    def clear(self) -> None:
        """Forget every rule."""
        with self._lock:
            self._rules = {}

    @contextmanager
    def restored(self) -> Iterator[RuleRegistry]:
        """Restore on exit the rules that were registered on entry."""
        with self._lock:
            saved = dict(self._rules)
            self._sandboxes += 1
        try:
            yield self
        finally:
            with self._lock:
                self._sandboxes -= 1
                self._rules = saved


#: The rules of users, which every critic asks besides our own.
RULE_REGISTRY = RuleRegistry()


def rule(*, stage: Stage, severity: Severity, register: bool = True) -> Callable[[Callable[..., Any]], Rule]:
    """Declare the decorated function a rule.

    Args:
        stage: ``"logical"`` for logical models, ``"builder"`` for contracts, ``"transformation"`` for transform plans.
        severity: ``"error"``, ``"warning"`` or ``"info"``; an error is to be repaired before anything goes on.
        register: Whether every critic asks it from now on; False for tests, and for critics that are given their rules.

    Returns:
        The rule, which may be called with a draft and returns its findings.

    Raises:
        RegistrationError: If stage or severity are unknown, the name is taken, or the function cannot be called with a
            draft.
    """
    if stage not in STAGES:
        raise RegistrationError(
            f"There is no review of the stage {stage!r:.80}. Write 'logical', 'builder' or 'transformation'."
        )
    if severity not in SEVERITIES:
        raise RegistrationError(
            f"A rule cannot have the severity {severity!r:.80}. Write 'error', 'warning' or 'info'."
        )

    def decorate(function: Callable[..., Any]) -> Rule:
        declared = Rule(
            name=function.__name__,
            stage=stage,
            severity=severity,
            function=function,
            summary=inspect.cleandoc(function.__doc__ or "").partition("\n")[0],
            takes_logical=_takes_logical(function, stage),
        )
        return RULE_REGISTRY.register(declared) if register else declared

    return decorate


def _takes_logical(function: Callable[..., Any], stage: Stage) -> bool:
    """Tell whether *function* takes a second argument.

    Raises:
        RegistrationError: If it cannot be called with a draft, or with a transform plan and its logical model.
    """
    name = function.__name__
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise RegistrationError(f"The rule {name!r} is async. Write it with 'def', since a review does not wait.")
    signature = inspect.signature(function)
    for given in (2, 1) if stage == "transformation" else (1,):
        try:
            signature.bind(*[None] * given)
        except TypeError:  # not with so many; perhaps with fewer
            continue
        return given == 2
    wanted = "a transform plan, or with it and the logical model" if stage == "transformation" else "one draft"
    raise RegistrationError(f"The rule {name!r} cannot be called with {wanted}. Its signature is {name}{signature}.")
