"""Session: the turns of one cassette with their calls, usage and cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from msgspec import Struct

from forge_harness import PriceBook, Usage, billed_usage

from ..exchange import Exchange, RecordedFailure
from ..foreign.interaction import Interaction, UnreadableInteraction
from ..foreign.reading import read_cassette
from .conversation import RecordedCall, pair_calls
from .turn import Turn, read_turn

__all__ = ["Session", "cost_of", "read_session", "session_of"]


class Session(Struct, frozen=True):
    """A recorded session with a model.

    Attributes:
        cassette: The file, as it was given.
        turns: One for each recorded interaction, in order.
        cost_usd: The cost of all turns in dollars; None if a price is unknown.
        requests: The request body of each turn; None if empty.
        is_http: Whether it records HTTP, so that a test can replay it.
    """

    cassette: str
    turns: tuple[Turn, ...]
    cost_usd: float | None = None
    requests: tuple[bytes | None, ...] = ()
    is_http: bool = True

    @property
    def usage(self) -> Usage:
        """Tokens of all turns."""
        return reduce(Usage.__add__, (turn.reply.usage for turn in self.turns), Usage())

    def calls(self) -> tuple[RecordedCall, ...]:
        """Return every call in order, each with its recorded result; each call reads the requests again."""
        return pair_calls(self.turns, self.requests)

    def as_json(self) -> dict[str, Any]:
        """Return the session as `forge replay` prints it."""
        usage = self.usage
        return {
            "cassette": self.cassette,
            "turns": [turn.as_json() for turn in self.turns],
            "usage": {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens},
            "cost_usd": self.cost_usd,
        }


def read_session(path: Path, *, prices: PriceBook | None = None) -> Session:
    """Read a cassette and every turn in it.

    Args:
        path: The file.
        prices: The prices of models; those of `PriceBook` unless given.

    Raises:
        CassetteError: If the file is not a cassette.
    """
    cassette = read_cassette(path)
    turns = tuple(read_turn(interaction) for interaction in cassette.interactions)
    return Session(
        cassette.name,
        turns,
        cost_of(turns, prices or PriceBook(warns=False)),
        tuple(interaction.request_body for interaction in cassette.interactions),
        cassette.is_http,
    )


def session_of(name: str, exchanges: Sequence[Exchange], *, prices: PriceBook | None = None) -> Session:
    """Return the session of a client, with all its turns.

    Args:
        name: The cassette's name.
        exchanges: In the order of the requests.
        prices: The prices of models; those of `PriceBook` unless given.
    """
    turns = tuple(read_turn(_interaction(exchange)) for exchange in exchanges)
    requests = tuple(exchange.request.body or None for exchange in exchanges)
    return Session(name, turns, cost_of(turns, prices or PriceBook(warns=False)), requests)


def _interaction(exchange: Exchange) -> Interaction | UnreadableInteraction:
    asked, answer = exchange.request, exchange.answer
    begun = answer.begun if isinstance(answer, RecordedFailure) else answer
    if begun is None or (isinstance(answer, RecordedFailure) and not begun.chunks):
        kind = answer.kind if isinstance(answer, RecordedFailure) else ""
        reason = f"The connection failed ({kind}). There was no answer."
        return UnreadableInteraction(reason, url=asked.url, request_body=asked.body or None)
    headers: dict[str, str] = {}
    for field, value in begun.headers:
        headers[field.lower()] = f"{headers[field.lower()]}, {value}" if field.lower() in headers else value
    return Interaction(asked.method, asked.url, asked.body or None, begun.status, headers, begun.body)


def cost_of(turns: Sequence[Turn], prices: PriceBook) -> float | None:
    """Return the cost of *turns* in dollars; None if a price is unknown, or there are no turns.

    A refused request costs nothing. The cost of a reply without usage is unknown.
    """
    asked = [turn for turn in turns if turn.is_conversation]
    costs = [_turn_cost(turn, prices) for turn in asked if turn.status is None or turn.status < 400]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if asked and len(known) == len(costs) else None


def _turn_cost(turn: Turn, prices: PriceBook) -> float | None:
    usage = billed_usage(turn.reply.usage, turn.wire_format)
    if not (usage.input_tokens or usage.output_tokens) and turn.provider != "ollama":
        return None
    return prices.cost_usd(
        provider=turn.provider,
        model=turn.model,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=usage.cached_tokens,
        cache_write_tokens=usage.cache_write_tokens,
    )
