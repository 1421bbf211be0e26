"""Tier rules: what a tier does not allow, as a table of effects, and the finding of each.

    check                            read      write     execute   effects
    readers_change_no_files          finding                       files that a reader changed
    writers_keep_to_their_own_files            finding             files of others that a writer changed
    readers_send_no_orders           finding                       requests that are no queries

A rule judges an observation: it makes no call, and does not ask how the call was observed.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ...observe.observation import Answer, Observation
from ...profile.claim import Claim
from ...profile.reads import promise_of_reading
from ...sandbox import Sandbox
from ...targets.facts import ToolFacts
from ...verdict import CheckFailure
from .effect import Effects
from .file_effects import reader_effects, writer_effects
from .network_effects import orders

__all__ = ["RULES", "TierRule"]

#: The finding of a tool without a tier that promises to change nothing.
_OF_A_PROMISE = "The description says {promise!r}, but the tool {did}. Leave it alone, or correct the description."


class TierRule(Struct, frozen=True):
    """A kind of effect that some tiers do not allow.

    Attributes:
        tiers: The tiers.
        effects: Yields the effects of a call.
        code: The finding's code.
        sentence: The finding of a tool of the harness, with ``{tier}`` and ``{did}``.
        served: The finding of a server's tool, with ``{did}``; the same by default.
    """

    tiers: tuple[str, ...]
    effects: Effects
    code: str
    sentence: str
    served: str = ""

    def finding(
        self,
        tool: ToolFacts,
        sandbox: Sandbox,
        seen: Observation[Answer],
        note: Callable[[Claim], None] = lambda _: None,
    ) -> CheckFailure | None:
        """Return the finding of one observed call, or None.

        Args:
            tool: The tool.
            sandbox: The sandbox in which it was called.
            seen: The call and its effects.
            note: Called with each guess that excuses an effect; a declaration settles the question.
        """
        promise = promise_of_reading(tool) if self.tiers == ("read",) else ""
        if tool.tier not in self.tiers and not promise:
            return None
        for effect in self.effects(tool, sandbox, seen):
            if not effect.excuse:
                sentence = self.served if tool.kind == "mcp" and self.served else self.sentence
                if promise:
                    sentence = _OF_A_PROMISE
                message = sentence.format(tier=tool.tier, did=effect.did, promise=promise)
                return CheckFailure(self.code, message, arguments=seen.answer.arguments)
            if effect.excuse.source == "guessed":
                note(effect.excuse)
        return None


RULES = {
    "readers_change_no_files": TierRule(
        ("read",),
        reader_effects,
        "reader_wrote",
        "The tool is declared read-only, but it {did}. Declare the tier 'write', or leave the file alone.",
        served="The tool has readOnlyHint, but it {did}. Leave the file alone, or set readOnlyHint to false.",
    ),
    "writers_keep_to_their_own_files": TierRule(
        ("write",),
        writer_effects,
        "writer_outside",
        "The tool {did}, which is not its own file. Write to the workspace or to a folder of the tool's own.",
    ),
    "readers_send_no_orders": TierRule(
        ("read",),
        orders,
        "reader_sent",
        "The tool is declared read-only, but it {did}. Declare the tier 'write', or remove the request.",
        served="The tool has readOnlyHint, but it {did}. Remove the request, or set readOnlyHint to false.",
    ),
}
"""By the id of the check."""
