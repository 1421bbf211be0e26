"""Random leaves: makers of values, integers, fractions and texts from one random source."""

from __future__ import annotations

import copy
import functools
import math
import random
from collections.abc import Callable
from typing import Any

from .grammar import Constant, Real, Text, Whole

__all__ = ["Make", "NoValueError", "constant_maker", "no_value", "real_maker", "text_maker", "whole_maker"]

Make = Callable[[random.Random, int], Any]
"""Makes a value; the second argument is the number of levels of containers that may still be opened freely."""

_TEXTS = (
    "abcdefghijklmnopqrstuvwxyz",
    "abcdefghijklmnopqrstuvwxyz0123456789 _-",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?/\\'\"<>(){}[]$%&*+-=@#|~^`_",
    "aZ0 é\u00df\u4e2d\u6587\u0301\u202e\u200b\U0001f600\n\t\r\0\x7f'\"\\/<%{",
)
_BLOCK = 16_384
_SMALL_BLOCK = 2_048
_AROUND = 1_000


class NoValueError(Exception):
    """No value was found within the limit of tries."""


@functools.lru_cache(maxsize=256)
def _block(alphabet: str, size: int = _SMALL_BLOCK) -> str:
    source = random.Random(f"block/{alphabet}")  # noqa: S311  # repeatable on purpose
    return "".join(source.choices(alphabet, k=size))


_BLOCKS = [_block(alphabet, _BLOCK) for alphabet in _TEXTS]


def no_value(_source: random.Random, _levels: int) -> Any:
    """Fail: the maker of a union without members."""
    raise NoValueError


def constant_maker(node: Constant) -> Make:
    """Return a maker that picks one of *values*; containers are copied, since a tool may change them."""
    values, count = node.values, len(node.values)
    if any(isinstance(value, list | dict) for value in values):
        return lambda source, _levels: copy.deepcopy(values[int(source.random() * count)])
    if count == 1:
        only = values[0]
        return lambda _source, _levels: only
    return lambda source, _levels: values[int(source.random() * count)]


def whole_maker(node: Whole) -> Make:
    """Return a maker of integers: mostly small ones, sometimes an end of the range or any other."""
    low, step, span = node.low, node.step, node.high - node.low + 1
    if span <= _AROUND:
        return lambda source, _levels: (low + int(source.random() * span)) * step
    high = node.high
    middle = min(max(0, low), high)
    near_low, near_high = max(low, middle - 100), min(high, middle + 100)
    near = near_high - near_low + 1
    bits = span.bit_length()

    def make(source: random.Random, _levels: int) -> int:
        draw = source.random()
        if draw < 0.75:
            return (near_low + int(draw / 0.75 * near)) * step
        if draw < 0.8:
            return (low if draw < 0.775 else high) * step
        number = source.getrandbits(1 + int(source.random() * bits))
        return (low + number % span if draw < 0.9 or middle != 0 else max(low, min(high, number))) * step

    return make


def real_maker(node: Real) -> Make:
    """Return a maker of fractions: mostly short ones, sometimes an end of the range."""
    low = -1e9 if node.low is None and (node.high is None or node.high > -1e9) else node.low
    high = 1e9 if node.high is None and (low is None or low < 1e9) else node.high
    low = high - 1e9 if low is None and high is not None else low
    high = low + abs(low) + 1e9 if high is None and low is not None else high
    low, high = float(low or 0.0), float(min(high or 0.0, 1.7e308))
    width = high - low if math.isfinite(high - low) else 1.7e308

    def make(source: random.Random, _levels: int) -> float:
        draw = source.random()
        if draw < 0.5:
            value = round(low + width * source.random(), 2)
        elif draw < 0.8:
            value = float(int(source.random() * 200) - 100)
        else:
            value = low + width * source.random() if draw < 0.95 else (low if draw < 0.975 else high)
        return low if value < low else min(value, high)

    return make


def text_maker(node: Text) -> Make:
    """Return a maker of texts, cut from blocks of characters drawn once."""
    least, alphabet = node.least, node.alphabet
    roof = least + 12 if node.most is None else min(node.most, least + 12)
    span = roof - least + 1
    if alphabet is None:
        # Longer ones are built from short ones.
        offset = _BLOCK - roof - 1

        def sliced(source: random.Random, _levels: int) -> str:
            draw = source.random()
            block = _BLOCKS[int(draw * 4)]
            start = int(source.random() * offset)
            return block[start : start + least + int(source.random() * span)]

        return sliced
    count = len(alphabet)
    block = _block(alphabet)
    if roof >= _SMALL_BLOCK // 2:
        return lambda source, _levels: alphabet[int(source.random() * count)] * least
    if count == 1:
        return lambda source, _levels: alphabet * (least + int(source.random() * span))
    if roof == 1 == least:
        return lambda source, _levels: alphabet[int(source.random() * count)]
    room = _SMALL_BLOCK - roof - 1

    def make(source: random.Random, _levels: int) -> str:
        start = int(source.random() * room)
        return block[start : start + least + int(source.random() * span)]

    return make
