"""ServedSubject: a tool of an MCP server under check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from forge_harness import ServerLostError, Tool

from ...verdict import NotApplicable, NotEnoughSeen
from ..facts import ToolFacts
from ..outcome import Outcome
from ..own_clock import own_time
from ..subject import HAS_WORKED, Subject
from .record_names import RecordNames
from .tool import McpTool

__all__ = ["ServedSubject"]

#: Start no call after this share of a check's time.
_LAST_CALL = 0.75
#: A call with a longer limit than usual ends by this share, so that there is time for a verdict.
_LAST_ANSWER = 0.92
#: Key of the note that calls take long, and from when on they do.
_SLOW, _SLOW_S = "is_slow", 0.3


class ServedSubject(Subject):
    """A tool of an MCP server under check.

    Attributes:
        names: What the server calls the records that the calls need.
    """

    is_served = True

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.names = RecordNames()

    def beside(self, facts: ToolFacts, tool: Tool) -> Subject:
        """Return another tool of the server; the records that calls need have the same names for it."""
        found = super().beside(facts, tool)
        assert isinstance(found, ServedSubject)  # noqa: S101  # it is of this class
        found.names = self.names
        return found

    def renew(self) -> None:
        """Restore the state in which a check begins; what the server has made up names for is gone."""
        self.names.forget()
        super().renew()

    def call(
        self,
        arguments: Any,
        *,
        workspace_root: Path | None = None,  # noqa: ARG002  # the server has its own folder
        call_s: float | None = None,
        **policy: Any,
    ) -> Outcome:
        """Call the tool once; restart a server that no longer answers first.

        Args:
            arguments: The arguments to send.
            workspace_root: Not used.
            call_s: Time limit of this call in seconds, if longer than usual; less if the check's time would be over.
            policy: See `Subject.call`.

        Raises:
            NotApplicable: If several tools of the server have its name.
            NotEnoughSeen: If time runs out.
            ServerLostError: If the call ended the server, as a tool in this process would have ended the check.
        """
        tool = self.tool
        assert isinstance(tool, McpTool)  # noqa: S101  # the engine makes no other
        if self.facts.occurrences > 1:
            raise NotApplicable("Several tools of the server have this name, and a call reaches only one of them.")
        if own_time() > self.began + _LAST_CALL * self.check_s:
            self.has_left(0)
            raise NotEnoughSeen("Not judged: time ran out before another call.")
        # Not within the call's own time: starting a server takes longer than most calls.
        tool.server.recover()
        if tool.server.skips_pauses:
            # Calls of a neighbour have told so, whose notes are its own.
            self.notes[_SLOW] = True
        tool.server.skips_pauses = bool(self.notes.get(_SLOW))
        strays = len(tool.server.strays)
        left_s = self.began + _LAST_ANSWER * self.check_s - own_time()
        limit_s = self.call_s if call_s is None else max(self.call_s, min(call_s, left_s))
        outcome = super().call(self.names.present(arguments), call_s=limit_s, **policy)
        if outcome.timed_out:
            tool.server.distrust()
            outcome.stray = "".join(tool.server.strays[strays:][:1])
            return outcome
        outcome.answer = tool.answer
        if outcome.answer is not None and outcome.answer.kind == "lost":
            beside = self.facts.name if self.is_beside else ""
            raise ServerLostError(outcome.answer.how, outcome.answer.said, dict(arguments), tool=beside)
        if outcome.succeeded:
            self.notes[HAS_WORKED] = True
        tool.server.skips_pauses = tool.server.skips_pauses or outcome.seconds > _SLOW_S
        return outcome
