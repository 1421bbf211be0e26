"""guarded_reply: a model's turn, with its text replaced where a rule denies it."""

from __future__ import annotations

from dataclasses import replace

from ..guardrails.guardrails import Guardrails
from ..messages import Reply

__all__ = ["guarded_reply"]


def guarded_reply(guardrails: Guardrails, reply: Reply) -> Reply:
    """Return a turn whose text, refusal and reasoning no rule for responses denies.

    What is denied is replaced as a whole by the rule's message, also for the turns that follow. The calls of a turn
    stay, and with them what the provider wants back.
    """
    message = reply.message
    refusal = guardrails.response_refusal(message.text)
    if refusal is not None:
        opaque = message.opaque if message.tool_calls else ()
        message = replace(message, text=refusal, opaque=opaque)
    return replace(
        reply,
        message=message,
        refusal=guardrails.response_refusal(reply.refusal) or reply.refusal,
        reasoning=guardrails.response_refusal(reply.reasoning) or reply.reasoning,
    )
