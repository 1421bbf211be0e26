import asyncio
import gc
import importlib.util
import random
import sqlite3
import time

import pytest

from pytest_forge.checks.calls.fake_sleep import fake_sleep
from pytest_forge.engine import preparation
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.preparation import prepare_tool
from pytest_forge.engine.session import open_session
from pytest_forge.oracles import module_places as module_places_module
from pytest_forge.oracles.lasting_hooks import remove_lasting_hooks
from pytest_forge.oracles.module_places import module_places
from pytest_forge.oracles.own_code import OwnCode
from pytest_forge.oracles.probe import Probe
from pytest_forge.oracles.tracked_objects import freeze_objects, instances_of
from pytest_forge.strategies.calls.examples import candidate_arguments

TOOL = """
import gc
def frozen(text: str) -> dict[str, int]:
    '''Return how much is frozen.'''
    return {"frozen": gc.get_freeze_count()}
"""


def test_what_is_loaded_is_beyond_the_collector_of_a_child(tmp_path):
    (tmp_path / "frozen_tool.py").write_text(TOOL)
    with open_session("frozen_tool.py", budget=BUDGETS["quick"], base=tmp_path) as session:
        [answer] = session.dispatch([(0, {"text": "x"})])

    assert answer.payload["frozen"] > 10_000


def test_frozen_objects_are_found_as_well_as_new_ones():
    before = sqlite3.connect(":memory:")
    freeze_objects()
    try:
        after = sqlite3.connect(":memory:")
        found = instances_of(sqlite3.Connection)
        sources = instances_of(random.Random)
    finally:
        gc.unfreeze()

    assert [sum(each is one for each in found) for one in (before, after)] == [1, 1]
    assert not any(isinstance(each, sqlite3.Connection) for each in sources)
    before.close()
    after.close()


def test_a_function_is_found_under_each_name_and_in_modules_of_later():
    import sys
    import types

    module = types.ModuleType("forge_late_module")
    module.pause = time.sleep
    module_places(time.sleep)
    sys.modules["forge_late_module"] = module
    try:
        places = module_places(time.sleep, leave_out="time")
    finally:
        del sys.modules["forge_late_module"]

    assert (module, "pause") in places
    assert (time, "sleep") not in places


def test_a_function_that_stands_in_the_place_of_another_for_now_is_found_too(monkeypatch):
    def nap(_: float) -> None: ...

    monkeypatch.setattr(time, "sleep", nap)

    assert (time, "sleep") in module_places(nap)


def test_a_function_that_was_replaced_during_the_first_search_is_found_later(monkeypatch):
    again = importlib.util.module_from_spec(importlib.util.find_spec(module_places_module.__name__))
    again.__spec__.loader.exec_module(again)
    with monkeypatch.context() as replaced:
        replaced.setattr(time, "sleep", lambda _: None)
        again.remember_places()

    assert (time, "sleep") in again.module_places(time.sleep)


def test_a_pause_within_a_skipped_pause_is_found_without_a_search_of_every_module(monkeypatch):
    def search(*_):
        raise AssertionError("every module is searched")

    with fake_sleep():
        outer = time.sleep
        monkeypatch.setattr(module_places_module, "_names_everywhere", search)
        with fake_sleep():
            inner = time.sleep
        between = time.sleep

    assert outer is between is not inner
    assert time.sleep is not outer


@pytest.mark.parametrize("module", [time, asyncio])
def test_a_pause_that_a_probe_has_shortened_is_found_without_a_search_of_every_module(monkeypatch, module):
    def search(*_):
        raise AssertionError("every module is searched")

    before = module.sleep
    Probe(OwnCode(search), on_line=lambda _: None)
    monkeypatch.setattr(module_places_module, "_names_everywhere", search)
    try:
        found = module_places(module.sleep)
    finally:
        remove_lasting_hooks()

    assert (module, "sleep") in found
    assert module.sleep is before


def test_a_schema_that_holds_up_the_making_of_calls_holds_up_no_host(monkeypatch):
    monkeypatch.setattr(preparation, "_TIMEOUT_S", 0.05)
    schema = {
        "type": "object",
        "required": ["a"],
        "properties": {"a": {"type": "string", "pattern": "^(a|a)*$", "examples": ["a" * 60 + "b"]}},
    }
    started = time.process_time()

    prepare_tool(schema)

    assert time.process_time() - started < 5


def test_fewer_calls_are_the_first_of_more_and_belong_to_who_asked():
    schema = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "array"}}}
    many = candidate_arguments(schema, limit=9)
    few = candidate_arguments(schema, limit=3)
    many[0]["changed"] = True

    assert few == candidate_arguments(schema, limit=9)[:3]
    assert len(few) == 3
