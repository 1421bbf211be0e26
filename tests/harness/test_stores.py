"""Stores: the record, the backend that keeps nothing, and the choice of one."""

import logging
import math
import pickle
import threading
from datetime import UTC, datetime, timedelta

import pytest

from forge_harness import NullBackend, Store, StoreRecord, UnknownBackendError, resolve_store
from forge_harness.store import resolve

NAMES = ["null", "none", "disabled", "0", " NULL "]


@pytest.fixture(autouse=True)
def _as_in_a_new_process(monkeypatch):
    monkeypatch.setattr(resolve, "_has_warned", False)
    monkeypatch.delenv("FLUID_STORE_BACKEND", raising=False)


@pytest.mark.requirement("store:null-backend")
def test_a_null_backend_returns_the_record_and_forgets_it():
    store = NullBackend()

    record = store.put("memory/semantic", "orders", {"name": "Orders"}, metadata={"by": "run"}, fluid_version="0.7.2")

    assert isinstance(store, Store)
    assert (record.namespace, record.key, record.value) == ("memory/semantic", "orders", {"name": "Orders"})
    assert (record.metadata, record.fluid_version, record.expires_at) == ({"by": "run"}, "0.7.2", None)
    assert not record.expired
    assert store.get("memory/semantic", "orders") is None
    assert store.query("memory/semantic") == []
    assert [store.search("memory/semantic", "orders", mode=mode) for mode in ("exact", "keyword", "hybrid")] == [[]] * 3
    assert (store.clear("memory"), store.clear()) == (0, 0)


@pytest.mark.requirement("store:null-backend")
def test_choosing_null_warns_once_by_whatever_name_and_thread(caplog):
    threads = [threading.Thread(target=resolve_store, kwargs={"backend": name}) for name in NAMES * 4]
    with caplog.at_level(logging.WARNING):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert len(caplog.records) == 1
    assert caplog.messages[0].endswith("keeps nothing. What is put there cannot be read again.")


@pytest.mark.requirement("store:null-backend")
def test_a_null_backend_that_is_made_and_not_chosen_does_not_warn(caplog):
    NullBackend()

    assert caplog.records == []


@pytest.mark.requirement("store:choice")
@pytest.mark.parametrize("name", NAMES)
def test_the_choice_is_given_or_that_of_the_environment(name, monkeypatch):
    assert isinstance(resolve_store(backend=name), NullBackend)
    monkeypatch.setenv("FLUID_STORE_BACKEND", name)
    assert isinstance(resolve_store(), NullBackend)
    with pytest.raises(UnknownBackendError):
        resolve_store(backend="elsewhere")


@pytest.mark.requirement("store:choice")
@pytest.mark.parametrize("name", ["sqlite", "file", "nul", "x" * 1_000, None, "", " ", 0, False])
def test_any_other_choice_is_refused_with_what_there_is(name, caplog):
    with pytest.raises(UnknownBackendError) as raised:
        resolve_store(backend=name)

    first, second = str(raised.value).split(". ")
    assert first == (
        "No backend of a store was chosen"
        if name is None or not str(name).strip()
        else f"There is no backend {name!r:.80} of a store"
    )
    assert second == "Choose one of null, none, disabled, 0 by backend= or by FLUID_STORE_BACKEND: they keep nothing."
    assert caplog.records == []


@pytest.mark.requirement("store:record")
def test_a_record_holds_copies_and_pickles():
    value, metadata = {"tables": ["a"]}, {"tags": ["x"]}
    record = StoreRecord.new("history", "k", value, metadata=metadata)
    value["tables"].append("b")
    metadata["tags"].append("y")

    assert (record.value, record.metadata) == ({"tables": ["a"]}, {"tags": ["x"]})
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.requirement("store:record")
def test_a_record_expires_after_its_ttl():
    assert StoreRecord.new("llm/logical", "k", 1, ttl=0).expired
    week = StoreRecord.new("llm/logical", "k", 1, ttl=604_800)
    assert week.expires_at == week.created_at + timedelta(days=7)
    assert not week.expired
    assert StoreRecord("llm/logical", "k", 1, expires_at=datetime(2020, 1, 1, tzinfo=UTC)).expired


@pytest.mark.requirement("store:record")
@pytest.mark.parametrize("ttl", [-1, -0.5, math.nan, math.inf, 1e300, 10**40, "60", True])
def test_a_ttl_that_cannot_be_one_is_refused(ttl):
    with pytest.raises(ValueError, match=r"^The ttl .* is not a number of seconds .*\. Give such a number"):
        NullBackend().put("llm/logical", "k", 1, ttl=ttl)


@pytest.mark.requirement("store:record")
@pytest.mark.parametrize(
    "namespace", ["", "/", "../x", "a//b", "a/", "/a", "a/../b", "a\n", "a b", "ä", "x" * 201, None]
)
def test_what_cannot_be_a_namespace_is_refused_by_every_method(namespace):
    store = NullBackend()
    calls = [
        lambda: store.get(namespace, "k"),
        lambda: store.put(namespace, "k", 1),
        lambda: store.query(namespace),
        lambda: store.search(namespace, "k"),
    ]
    if namespace is not None:
        calls.append(lambda: store.clear(namespace))
    for call in calls:
        with pytest.raises(ValueError, match=r" is not a namespace\. Use letters"):
            call()


def test_what_no_store_can_keep_is_refused():
    store, cycle = NullBackend(), []
    cycle.append(cycle)
    for value in (object(), math.nan, {1, 2}, b"x", cycle):
        with pytest.raises(ValueError, match=r"^JSON cannot hold the value, which is of type \w+\. Use texts"):
            store.put("history", "k", value)
    with pytest.raises(ValueError, match=r"^JSON cannot hold the metadata"):
        store.put("history", "k", 1, metadata={"m": object()})
    for key in ("", None, 3):
        with pytest.raises(ValueError, match=r" is not a key\. Use a text"):
            store.put("history", key, 1)
        with pytest.raises(ValueError, match=r" is not a key\. Use a text"):
            store.get("history", key)
    with pytest.raises(ValueError, match=r"^'fuzzy' is not a mode of search\. Use one of exact, keyword, hybrid\.$"):
        store.search("history", "q", mode="fuzzy")
    with pytest.raises(ValueError, match=r" has no time zone\. Give it one"):
        StoreRecord("history", "k", 1, created_at=datetime(2026, 1, 1))
