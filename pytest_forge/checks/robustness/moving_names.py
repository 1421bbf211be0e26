"""Moving names: words that say that a value, or the answer of a tool, is another one each time."""

from __future__ import annotations

__all__ = ["ABOUT_THE_CALL", "AMOUNTS", "CHOOSING_ANEW", "MOVING"]

#: Words in names and descriptions of tools that are there to answer differently each time.
MOVING = frozenset(
    (
        *("next", "poll", "pop", "receive", "dequeue", "advance", "step", "tick", "consume", "drain", "take", "tail"),
        *("random", "randomly", "shuffle", "shuffled", "sample", "draw", "pick", "dice", "roll", "lottery", "mix"),
        *("generate", "suggest", "surprise", "guess", "joke", "quote", "fortune", "history", "audit", "metrics"),
        *("stats", "statistics", "counter", "visits", "usage", "rotate", "rotating", "cycle", "robin", "toss", "flip"),
    )
)
#: Words in the names of values that tell about the call and not about what was asked.
ABOUT_THE_CALL = frozenset(
    (
        *(
            "id",
            "ids",
            "uuid",
            "nonce",
            "token",
            "cursor",
            "remaining",
            "left",
            "quota",
            "limit",
            "attempt",
            "attempts",
        ),
        *(
            "calls",
            "call",
            "requests",
            "request",
            "count",
            "counter",
            "hits",
            "hit",
            "misses",
            "cache",
            "cached",
            "age",
        ),
        *("sequence", "seq", "serial", "number", "revision", "version", "time", "at", "timestamp", "date", "now"),
        *("elapsed", "duration", "ms", "seconds", "trace", "span", "session", "source", "fresh", "expires", "uptime"),
        *("memory", "rss", "pid", "thread", "worker", "node", "server", "replica", "backend", "tip", "hint", "random"),
    )
)
#: Those of them whose answers are other ones, and not more of them each time.
CHOOSING_ANEW = frozenset(("suggest", "generate", "surprise", "guess", "joke", "quote", "fortune", "pick", "sample"))
#: Words in the names of numbers that count nothing, though they may grow by one.
AMOUNTS = frozenset(
    (
        *("fee", "price", "cost", "cents", "euros", "dollars", "tax", "rate", "percent", "discount", "salary"),
        *("temperature", "weight", "distance", "height", "width", "area", "volume", "score", "grade"),
    )
)
