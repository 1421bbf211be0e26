"""Byte limits: a limit in bytes that a tool keeps in characters.

cut(text="uuuuuu", max_bytes=4)     uuuu, 4 bytes
cut(text="üüüüüü", max_bytes=4)     üüüü, 8 bytes
"""

from __future__ import annotations

from typing import Any

from ....profile.told_ranges import counts_bytes
from ....strategies.schemas.flat_schema import CannotMake, FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.answer_values import leaves
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_byte_limits"]

_SHARE = 0.05
_MAX_BASES = 3
_LIMITS = (20, 50, 140)
_TIMES = 4


def judge_byte_limits(subject: Subject) -> bool:
    """Judge that a text is cut to as many bytes as an argument allows, also where a character takes two.

    The argument says by its name that it counts bytes.

    Returns:
        Whether a text of characters that take two was cut.

    Raises:
        CheckFailure: If a text of the answer was cut to as many characters, and has more bytes.
    """
    try:
        fits = FlatSchema(subject.schema).fits
    except CannotMake:
        return False
    judged = False
    properties = subject.schema.get("properties") or {}
    limits = [name for name in properties if counts_bytes(name)]
    calls = plausible_calls(subject, limit=_MAX_BASES) if limits else []
    with FastCalls(subject) as fast:
        for call in subject.patience(_SHARE).each(calls):
            for name in [name for name, value in call.items() if isinstance(value, str)]:
                for limit in limits:
                    most = next((one for one in _LIMITS if fits(subject.schema, {**call, limit: one})), None)
                    if most is None:
                        continue
                    for sign in ("u", "ü"):
                        given = {**call, limit: most, name: sign * most * _TIMES}
                        cut = _cut(fast.call(given), sign, most) if fits(subject.schema, given) else ""
                        size = len(cut.encode())
                        if size > most:
                            raise CheckFailure(
                                "limit_of_characters",
                                f"With {most} in {limit!r}, a text of the answer has {size} bytes: its {len(cut)} "
                                "characters were counted. Cut the encoded text, between two characters.",
                                about=limit,
                                arguments=given,
                            )
                        judged = judged or size > len(cut)
    return judged


def _cut(outcome: Outcome, sign: str, most: int) -> str:
    """Return the longest text of an answer that begins with a letter and was cut to so many characters; "" for none."""
    texts: list[Any] = [leaf for leaf in leaves(outcome.value) if isinstance(leaf, str) and leaf.startswith(sign)]
    return max((text for text in texts if len(text) <= most), key=len, default="") if outcome.succeeded else ""
