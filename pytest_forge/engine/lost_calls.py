"""LostCalls: the calls of a session's tools that ended their process or did not return, and what they decide."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, field

from ..checks.catalogue import all_checks
from ..checks.check import Check
from ..targets.facts import ToolFacts
from ..verdict import CALL_HUNG, CheckResult
from .messages import Loss, Verdict
from .result_maker import SURVIVAL_CHECK

__all__ = ["LostCalls"]

#: Makes a result of a verdict on the tool at hand.
MakeResult = Callable[[Check, Verdict], CheckResult]


class LostCalls(Struct):
    """What is known of the calls that do not come back; tools go by index, since two may carry one name."""

    _found: dict[int, CheckResult] = field(default_factory=dict)
    # Tools whose other checks would be lost as well.
    _futile: set[int] = field(default_factory=set)
    _unfit: set[int] = field(default_factory=set)

    def verdict_before(self, index: int, judged: Check) -> Verdict | None:
        """Return the verdict of a check that need not be made; None if it must be."""
        if index not in self._futile or judged.id == SURVIVAL_CHECK:
            return None
        message = f"Not judged: a call did not return, see {SURVIVAL_CHECK}."
        return Verdict("error", message, CALL_HUNG, follows=SURVIVAL_CHECK)

    def verdict_instead(self, index: int, judged: Check, verdict: Verdict) -> Verdict | None:
        """Return the error that explains another one: no call fits the schema; None if there is none."""
        if verdict.status != "error" or index not in self._unfit or judged.id == SURVIVAL_CHECK:
            return None
        message = f"Not judged: no call fits the schema, see {SURVIVAL_CHECK}."
        return Verdict("error", message, follows=SURVIVAL_CHECK)

    def note(self, index: int, judged: Check, verdict: Verdict, result: CheckResult) -> None:
        """Note the verdict of a check that was made."""
        if judged.id != SURVIVAL_CHECK:
            return
        if verdict.is_call_lost:
            self._found[index] = result
            self._futile.add(index)
        if verdict.fits_no_call:
            self._unfit.add(index)

    def results(
        self, index: int, tool: ToolFacts, judged: Check, loss: Loss, make: MakeResult, *, others_return: bool = False
    ) -> list[CheckResult]:
        """Return the results of a check that a call of the tool has lost, with the finding once a tool.

        Args:
            index: Of the tool.
            tool: The tool.
            judged: The check.
            loss: How its process was lost.
            make: Makes a result.
            others_return: Whether calls that other checks have made return.
        """
        if tool.kind != "mcp" or loss.timed_out or (judged.id == SURVIVAL_CHECK and not others_return):
            # A server is restarted; only checks that make such a call lose it again.
            self._futile.add(index)
        if loss.tool not in ("", tool.name):
            message = f"Not judged: a call of {loss.tool!r} {loss.how}. Mend that tool first."
            return [make(judged, Verdict("error", message))]
        # The call was announced through a pipe that the tool can write to.
        arguments = loss.arguments if isinstance(loss.arguments, dict) else None
        found = Verdict("failed", f"A call {loss.how}.", "call_lost", arguments=arguments)
        if judged.id == SURVIVAL_CHECK:
            self._found[index] = make(judged, found)
            return [self._found[index]]
        message = f"Not judged: a call {loss.how}, see {SURVIVAL_CHECK}."
        not_judged = make(judged, Verdict("error", message, follows=SURVIVAL_CHECK))
        if index in self._found:
            return [not_judged]
        self._found[index] = make(all_checks()[SURVIVAL_CHECK], found)
        return [not_judged, self._found[index]]
