"""Chunk cutting: a body with replacements, cut into as many chunks as it had before."""

from __future__ import annotations

from collections.abc import Sequence

from .secret_value import PLACEHOLDER

__all__ = ["Replacement", "replaced", "replaced_chunks"]

Replacement = tuple[int, int, bytes]

#: Lengthens a placeholder if the body would otherwise have fewer bytes than chunks.
_FILLER = b"_"


def replaced(data: bytes, replacements: Sequence[Replacement]) -> bytes:
    """Return *data* with *replacements* made, which are in order and do not overlap."""
    parts: list[bytes] = []
    position = 0
    for start, end, new in replacements:
        parts += (data[position:start], new)
        position = end
    return b"".join((*parts, data[position:]))


def replaced_chunks(chunks: Sequence[bytes], replacements: Sequence[Replacement]) -> tuple[bytes, ...]:
    """Make *replacements* in the joined *chunks*, and cut at the same places; no chunk becomes empty."""
    if not replacements:
        return tuple(chunks)
    data = b"".join(chunks)
    lacking = len(chunks) - (len(data) + sum(len(new) - (end - start) for start, end, new in replacements))
    if lacking > 0:
        # The body arrived byte by byte: the last placeholder is lengthened.
        at = max(index for index, one in enumerate(replacements) if one[2])
        start, end, new = replacements[at]
        replacements = [*replacements[:at], (start, end, new + _FILLER * lacking), *replacements[at + 1 :]]
    new_data = replaced(data, replacements)
    borders = _moved(_borders(chunks), replacements)
    count = len(borders)
    for index in range(count):
        borders[index] = max(borders[index], (borders[index - 1] if index else 0) + 1)
    for index in reversed(range(count)):
        # Leave at least one byte for each later chunk.
        borders[index] = min(borders[index], (borders[index + 1] if index + 1 < count else len(new_data)) - 1)
    return tuple(new_data[start:end] for start, end in zip([0, *borders], [*borders, len(new_data)], strict=True))


def _borders(chunks: Sequence[bytes]) -> list[int]:
    borders = []
    position = 0
    for chunk in chunks[:-1]:
        position += len(chunk)
        borders.append(position)
    return borders


def _moved(borders: Sequence[int], replacements: Sequence[Replacement]) -> list[int]:
    moved = []
    shift = 0
    waiting = iter((*replacements, None))
    current = next(waiting)
    for border in borders:
        while current is not None and current[1] <= border:
            shift += len(current[2]) - (current[1] - current[0])
            current = next(waiting)
        if current is not None and current[0] < border:
            # Inside a replaced part: the same distance from its beginning, as far as it goes.
            moved.append(current[0] + shift + min(border - current[0], len(current[2])))
        else:
            moved.append(border + shift)
    return moved


def placeholder_for(length: int) -> bytes:
    """Return a placeholder of exactly *length* bytes, for bodies that hold their own lengths."""
    return (PLACEHOLDER.encode() + _FILLER * length)[:length]
