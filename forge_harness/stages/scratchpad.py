"""Scratchpad: what the stages of one run tell each other, in typed slots.

critic_findings   list[CriticFinding]     what critics found in the drafts
retrievals        list[RetrievalResult]   earlier records that resemble the task
feedback          list[StageFeedback]     what a validator asks of a stage when it runs again
raw               dict[str, Any]          anything else, by key

Any thread may write and read. Whatever is read is a copy, and whatever is written is copied, so nobody can change what
others read. Values that cannot be pickled are refused when they are written: a scratchpad pickles at any time.
Source: seed 001, "Scratchpad".
"""

from __future__ import annotations

import math
import pickle
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from .critic_finding import CriticFinding

__all__ = [
    "HasScratchpad",
    "RetrievalResult",
    "Scratchpad",
    "StageFeedback",
    "demand",
    "get_scratchpad",
    "replaced_findings",
]


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """An earlier record that resembles the task.

    Attributes:
        namespace: Where it is stored, for example ``"memory/semantic"``.
        key: Its key there.
        similarity: How much it resembles the task; the more, the higher.
        summary: What it is about, shortly.
        payload: The record.
    """

    namespace: str
    key: str
    similarity: float
    summary: str = ""
    payload: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if isinstance(self.similarity, bool) or not isinstance(self.similarity, int | float):
            raise TypeError(
                f"A similarity is a number, and {self.similarity!r:.80} is of type {type(self.similarity).__name__}. "
                "Give it as a float."
            )


@dataclass(frozen=True, slots=True)
class StageFeedback:
    """What one stage asks of another, when that runs again.

    Attributes:
        source_stage: Who asks, for example ``"validator"``.
        target_stage: Who is asked, for example ``"builder"``.
        summary: What is asked, in a sentence.
        structured: The same as data, for example ``{"errors": [...]}``.
    """

    source_stage: str
    target_stage: str
    summary: str
    structured: Mapping[str, Any] = field(default_factory=dict)


class Scratchpad:
    """What the stages of one run tell each other; see the module.

    Two are equal if they hold the same.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._critic_findings: list[CriticFinding] = []
        self._retrievals: list[RetrievalResult] = []
        self._feedback: list[StageFeedback] = []
        self._raw: dict[str, Any] = {}

    @property
    def critic_findings(self) -> list[CriticFinding]:
        """Every finding, oldest first."""
        with self._lock:
            return list(self._critic_findings)

    @property
    def retrievals(self) -> list[RetrievalResult]:
        """Every retrieval, oldest first."""
        with self._lock:
            kept = list(self._retrievals)
        return [_copied_retrieval(result) for result in kept]

    @property
    def feedback(self) -> list[StageFeedback]:
        """All feedback, oldest first."""
        with self._lock:
            kept = list(self._feedback)
        return [_copied_feedback(feedback) for feedback in kept]

    @property
    def raw(self) -> dict[str, Any]:
        """The slots that have no type, by key."""
        with self._lock:
            kept = dict(self._raw)
        return {key: _copied(value) for key, value in kept.items()}

    def add_critic_finding(self, finding: CriticFinding) -> None:
        """Add one finding.

        Raises:
            TypeError: If it is not a CriticFinding.
        """
        demand(finding, CriticFinding)
        with self._lock:
            self._critic_findings.append(finding)

    def replace_critic_findings(self, stage: str, findings: Iterable[CriticFinding]) -> None:
        """Replace the findings of a stage at once, because it has made a new draft.

        Raises:
            TypeError: If one of them is not a CriticFinding; nothing is changed then.
            ValueError: If one of them is of another stage; nothing is changed then.
        """
        new = list(findings)  # whoever yields them may use this scratchpad
        with self._lock:
            self._critic_findings = replaced_findings(self._critic_findings, stage, new)

    def critic_findings_for_stage(self, stage: str) -> list[CriticFinding]:
        """Return the findings about the draft of one stage, oldest first."""
        return [finding for finding in self.critic_findings if finding.stage == stage]

    def add_retrieval(self, result: RetrievalResult) -> None:
        """Add one retrieval.

        Raises:
            TypeError: If it is not a RetrievalResult, or its payload cannot be copied.
        """
        demand(result, RetrievalResult)
        kept = _copied_retrieval(result)
        with self._lock:
            self._retrievals.append(kept)

    def top_retrievals(self, *, limit: int = 5, namespace: str | None = None) -> list[RetrievalResult]:
        """Return the retrievals that resemble the task most, the best first, of equals the oldest.

        Args:
            limit: At most so many; none for 0 or less.
            namespace: Only those of this namespace, or None for all.
        """
        with self._lock:
            fitting = [
                result
                for result in self._retrievals
                if namespace in (None, result.namespace) and not math.isnan(result.similarity)
            ]
        fitting.sort(key=lambda result: result.similarity, reverse=True)
        return [_copied_retrieval(result) for result in fitting[: max(limit, 0)]]

    def add_feedback(self, feedback: StageFeedback) -> None:
        """Add what one stage asks of another.

        Raises:
            TypeError: If it is not a StageFeedback, or its data cannot be copied.
        """
        demand(feedback, StageFeedback)
        kept = _copied_feedback(feedback)
        with self._lock:
            self._feedback.append(kept)

    def feedback_for_stage(self, stage: str) -> list[StageFeedback]:
        """Return what is asked of one stage, oldest first."""
        return [feedback for feedback in self.feedback if feedback.target_stage == stage]

    def set_raw(self, key: str, value: Any) -> None:
        """Keep a copy of *value* under *key*, in place of what was there.

        Raises:
            TypeError: If the value cannot be pickled.
        """
        kept = _copied(value)
        with self._lock:
            self._raw[key] = kept

    def get_raw(self, key: str, default: Any = None) -> Any:
        """Return a copy of what is kept under *key*, or *default*."""
        with self._lock:
            if key not in self._raw:
                return default
            kept = self._raw[key]
        return _copied(kept)

    def __eq__(self, other: object) -> bool:
        return self.__getstate__() == other.__getstate__() if isinstance(other, Scratchpad) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # what it holds changes

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name[1:]}={len(value)}" for name, value in self.__getstate__().items())
        return f"<Scratchpad {sizes}>"

    # Copies and pickles are made of what all slots hold at one moment, and have a lock of their own.

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            return {
                "_critic_findings": list(self._critic_findings),
                "_retrievals": list(self._retrievals),
                "_feedback": list(self._feedback),
                "_raw": dict(self._raw),
            }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._lock = threading.Lock()
        self.__dict__.update(state)


class HasScratchpad(Protocol):
    """Anything with a place for a scratchpad, which is None before it is first asked for."""

    scratchpad: Scratchpad | None


_creating = threading.Lock()


def get_scratchpad(session: HasScratchpad) -> Scratchpad:
    """Return the scratchpad of *session*, which is made when it is first asked for; all threads get the same one.

    Source: seed 001, "Lazy scratchpad accessor — never construct directly".
    """
    if session.scratchpad is None:
        with _creating:
            if session.scratchpad is None:
                session.scratchpad = Scratchpad()
    return session.scratchpad


Kept = TypeVar("Kept")


def replaced_findings(
    present: Iterable[CriticFinding], stage: str, findings: Iterable[CriticFinding]
) -> list[CriticFinding]:
    """Return the findings of other stages among *present*, then those of the new draft of *stage*.

    Raises:
        TypeError: If one of *findings* is not a CriticFinding.
        ValueError: If one of them is of another stage.
    """
    new = list(findings)
    for finding in new:
        demand(finding, CriticFinding)
        if finding.stage != stage:
            raise ValueError(
                f"A finding of the stage {finding.stage!r} cannot stand for the stage {stage!r}. "
                "Replace the findings of each stage by themselves."
            )
    return [finding for finding in present if finding.stage != stage] + new


def demand(value: object, wanted: type) -> None:
    """Refuse a value that is not of the class *wanted*.

    Raises:
        TypeError: If it is not.
    """
    if not isinstance(value, wanted):
        raise TypeError(
            f"{value!r:.80} is of type {type(value).__name__} and not a {wanted.__name__}. "
            f"Make a {wanted.__name__} of it."
        )


def _copied(value: Kept) -> Kept:
    """Return a copy of *value* through pickle, so that whatever is kept can be pickled."""
    try:
        copy: Kept = pickle.loads(pickle.dumps(value))  # noqa: S301  # our own bytes, written on the same line
    except Exception as error:  # an object may raise anything while it is pickled
        raise TypeError(
            f"A value of type {type(value).__name__} cannot be kept in a scratchpad, since it cannot be pickled. "
            "Keep plain data: texts, numbers, lists, dicts, models."
        ) from error
    return copy


def _copied_retrieval(result: RetrievalResult) -> RetrievalResult:
    return replace(result, payload=_copied(result.payload)) if result.payload else result


def _copied_feedback(feedback: StageFeedback) -> StageFeedback:
    return replace(feedback, structured=_copied(feedback.structured)) if feedback.structured else feedback
