"""Of which functions the code can only compute."""

from __future__ import annotations

import functools
import itertools
import json
import math
import os
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any, Literal

import pytest

from pytest_forge.checks.calls.only_computes import _computes

RATE = Decimal("1.19")
WORD = re.compile(r"\w+")
UNITS = ("m", "ft")
seen: list[str] = []
numbers = itertools.count()
settings = SimpleNamespace(rate=1)


class Size(Enum):
    SMALL = 1
    LARGE = 2


@dataclass
class Box:
    width: float
    height: float = 1.0

    def area(self) -> float:
        return self.width * self.height


class Cart:
    total = 0

    def __init__(self, prices: list[float]) -> None:
        self.prices = prices

    @property
    def worth(self) -> float:
        return sum(self.prices)


class CountingCart:
    made = 0

    def __init__(self) -> None:
        CountingCart.made += 1


def _words(text: str) -> list[str]:
    return WORD.findall(text)


def adds(a: int, b: int = 1) -> int:
    return a + b


def price(net: str, unit: Literal["m", "ft"]) -> str:
    if unit not in UNITS:
        raise ValueError(unit)
    return str((Decimal(net) * RATE).quantize(Decimal("0.01")))


def counts(text: str) -> dict[str, int]:
    return dict(Counter(_words(text)))


def area(width: float, size: Size) -> str:
    return json.dumps({"area": math.ceil(Box(width, 2).area()), "size": Size(size).name, "worth": Cart([width]).worth})


def keeps(text: str) -> int:
    seen.append(text)
    return len(seen)


def numbered(text: str) -> str:
    return f"{next(numbers)} {text}"


def set_up(rate: int) -> int:
    settings.rate = rate
    return rate


def reads(path: Path) -> str:
    return path.read_text()


def lists(paths: list[Path]) -> int:
    return len(paths)


lists.__annotations__["paths"] = list[Path]


def opens(name: str) -> str:
    return open(name).read()


def asks(name: str) -> str | None:
    return os.environ.get(name)


def draws(most: int) -> int:
    return random.randint(0, most)


def imports(text: str) -> str:
    import shutil

    return str(shutil.which(text))


def makes(text: str) -> str:
    CountingCart()
    return text


def notes(text: str) -> str:
    notes.last = text  # type: ignore[attr-defined]
    return text


def hidden(text: str) -> Any:
    return text.__class__


def shared(text: str, known: list[str] = []) -> int:  # noqa: B006  # the list is the point
    known.append(text)
    return len(known)


PLACES = {"oak": {"height": 3}}
STORE = {"path": Path("notes.txt")}


def set_place(name: str, height: int) -> dict[str, int]:
    PLACES[name]["height"] = height
    return PLACES[name]


def saves(text: str) -> None:
    STORE["path"].write_text(text)


@functools.cache
def cached(text: str) -> str:
    return text.upper()


def calls_cached(text: str) -> str:
    return cached(text)


@pytest.mark.parametrize("function", [adds, price, counts, area])
def test_code_that_reaches_nothing_only_computes(function: FunctionType) -> None:
    assert _computes(function)


@pytest.mark.parametrize(
    ("function", "stays"),
    [
        *((one, True) for one in (adds, keeps, numbered, draws, makes, notes, shared, calls_cached, set_place)),
        *((one, False) for one in (reads, lists, opens, asks, imports, saves, set_up)),
    ],
)
def test_what_a_module_holds_is_memory(function: FunctionType, stays: bool) -> None:
    assert _computes(function, may_keep=True) == stays


@pytest.mark.parametrize(
    "function",
    [keeps, numbered, set_up, reads, opens, asks, draws, imports, makes, notes, hidden, shared, calls_cached],
)
def test_in_doubt_code_does_more(function: Callable[..., Any]) -> None:
    assert isinstance(function, FunctionType)
    assert not _computes(function)
