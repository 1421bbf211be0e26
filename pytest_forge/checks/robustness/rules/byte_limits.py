"""Byte limits: a limit in bytes that a tool keeps in characters.

cut(text="uuuuuu", max_bytes=4)     uuuu, 4 bytes
cut(text="üüüüüü", max_bytes=4)     üüüü, 8 bytes

"A text of at most 4 bytes"
send(text="uuuu")      sent
send(text="uuuuu")     refused
send(text="üüü")       sent, though it has 6 bytes
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....profile.told_ranges import counts_bytes
from ....profile.told_sizes import told_text_sizes
from ....strategies.schemas.flat_schema import FlatSchema
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
#: A letter of three bytes in UTF-8, and of two in most encodings.
_WIDE = "\u6587"
_FEWEST_BYTES, _MOST_BYTES = 4, 1 << 20


def judge_byte_limits(subject: Subject) -> bool:
    """Judge that a limit in bytes holds where a character takes several.

    It is that of an argument which says by its name that it counts bytes, or one that a text's description names.

    Returns:
        Whether a text of characters that take several bytes was cut, or met a limit of its own.

    Raises:
        CheckFailure: If a text of the answer was cut to as many characters, and has more bytes; or if a text of more
            bytes than its description names is taken, and refused with more characters alone.
    """
    fits = FlatSchema(subject.schema).fits
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
    return _judge_told_sizes(subject, fits) or judged


def _judge_told_sizes(subject: Subject, fits: Callable[[Any, Any], bool]) -> bool:
    """Judge limits that the descriptions of texts name; return whether there was one that a call met."""
    told = list(_told_sizes(subject))
    judged = False
    with FastCalls(subject) as fast:
        for name, most in told:

            def takes(call: dict[str, Any], text: str, name: str = name) -> bool:
                given = {**call, name: text}
                return fits(subject.schema, given) and fast.call(given).succeeded

            for call in subject.patience(_SHARE).each(plausible_calls(subject, limit=_MAX_BASES)):
                if not isinstance(call.get(name), str) or not takes(call, "u" * most) or takes(call, "u" * (most + 1)):
                    continue
                judged = True
                text = _WIDE * (most * 3 // 4)
                # It takes as many characters, and not more: no other limit is meant, and nothing has changed.
                if takes(call, text) and takes(call, _WIDE * most) and not takes(call, _WIDE * (most + 1)):
                    raise CheckFailure(
                        "limit_of_characters",
                        f"The description allows {most} bytes in {name!r}, but a text of {len(text.encode())} bytes is "
                        f"taken: up to {most} characters are. Count the bytes of the encoded text.",
                        about=name,
                        arguments={**call, name: text},
                    )
                break
    return judged


def _told_sizes(subject: Subject) -> Iterator[tuple[str, int]]:
    """Yield each text argument whose description names a number of bytes, with the number."""
    for name, node in (subject.schema.get("properties") or {}).items():
        says = str(node.get("description") or "") if isinstance(node, Mapping) else ""
        yield from ((name, size) for size in told_text_sizes(says) if _FEWEST_BYTES <= size <= _MOST_BYTES)


def _cut(outcome: Outcome, sign: str, most: int) -> str:
    """Return the longest text of an answer that begins with a letter and was cut to so many characters; "" for none."""
    texts: list[Any] = [leaf for leaf in leaves(outcome.value) if isinstance(leaf, str) and leaf.startswith(sign)]
    return max((text for text in texts if len(text) <= most), key=len, default="") if outcome.succeeded else ""
