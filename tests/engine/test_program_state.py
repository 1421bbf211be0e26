"""The state of the author's program is put back, or known not to be."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_forge.oracles.own_code import OwnCode
from pytest_forge.oracles.program_state import ProgramState
from pytest_forge.targets.module_tools import load_module_tools

MODULE = '''
import collections, functools, itertools, random, sqlite3, threading

NAMES, PRICES, SEEN, LAST = ["a"], {"a": 1}, {"x"}, collections.deque([1], maxlen=3)
ORDERED = collections.OrderedDict(first=1, second=2)
TOTAL = 0
LOCK = threading.RLock()
SOURCE = random.Random(3)

class Shelf:
    count = 0
    def __init__(self):
        self.books = {"a": []}

class Card:
    __slots__ = ("number",)
    def __init__(self):
        self.number = 1

SHELF, CARD = Shelf(), Card()

@functools.lru_cache
def cached(name):
    return name.upper()

def counter():
    made = 0
    def count():
        nonlocal made
        made += 1
        return made
    return count

COUNT = counter()

def state(kept=[]):
    return [list(NAMES), dict(PRICES), set(SEEN), list(LAST), list(ORDERED), TOTAL, SOURCE.getstate(), Shelf.count,
            {key: list(value) for key, value in SHELF.books.items()}, CARD.number, list(kept), dict(vars(tool)),
            cached.cache_info().currsize, COUNT.__closure__[0].cell_contents]

def change(kept=[]):
    global TOTAL
    NAMES.append("b"); PRICES["a"] = 2; PRICES["b"] = 3; SEEN.add("y"); LAST.extend([2, 3]); TOTAL += 1000
    ORDERED.move_to_end("first"); SOURCE.random(); Shelf.count += 1; Shelf.extra = 1
    SHELF.books["a"].append("one"); SHELF.found = True
    CARD.number = 2; cached("x"); COUNT(); state.__defaults__[0].append(1); tool.calls = 1

def tool(name: str) -> str:
    """Return the name."""
    return name
'''
#: What cannot be put back, and what a call does to it.
LASTING = {
    "connection": ("import sqlite3\nKEPT = sqlite3.connect(':memory:')", ""),
    "generator": ("KEPT = (number for number in range(9))", "next(KEPT)"),
    "held lock": ("import threading\nKEPT = threading.Lock()", "KEPT.acquire()"),
    "cycle": ("import itertools\nKEPT = itertools.cycle('ab')", "next(KEPT)"),
    "count": ("import itertools\nKEPT = itertools.count()", "next(KEPT)"),
}


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    def load(text: str) -> Any:
        (tmp_path / "shelf_tools.py").write_text(text)
        [(_, tool)] = load_module_tools("shelf_tools.py:tool", base=tmp_path)
        module = next(
            module
            for module in sys.modules.values()
            if getattr(module, "__file__", "") == str(tmp_path / "shelf_tools.py")
        )
        # The modules of the other tests are in this process as well.
        monkeypatch.setattr(OwnCode, "modules", lambda _: [module])
        return tool, module

    yield load
    for name in [name for name, module in sys.modules.items() if str(tmp_path) in str(getattr(module, "__file__", ""))]:
        del sys.modules[name]


def test_everything_that_the_author_keeps_is_put_back(loaded):
    tool, module = loaded(MODULE)
    before, kept = module.state(), ProgramState.take(tool)
    names, shelf = module.NAMES, module.SHELF

    module.change()
    assert module.state() != before

    assert kept.is_whole
    assert kept.restore()
    assert module.state() == before
    assert not hasattr(module.Shelf, "extra")
    assert not hasattr(module.SHELF, "found")
    assert module.NAMES is names
    assert module.SHELF is shelf


@pytest.mark.parametrize("kind", LASTING)
def test_a_state_that_cannot_be_put_back_is_known(loaded, kind):
    setup, change = LASTING[kind]
    tool, module = loaded(f'{setup}\ndef tool(name: str) -> str:\n    """Return the name."""\n    return name\n')
    kept = ProgramState.take(tool)

    exec(change, vars(module))

    assert not (kept.is_whole and kept.restore())


def test_what_a_call_leaves_alone_is_left_alone(loaded):
    tool, module = loaded(MODULE)
    kept, before = ProgramState.take(tool), dict(vars(module))

    assert kept.restore()
    assert vars(module) == before
