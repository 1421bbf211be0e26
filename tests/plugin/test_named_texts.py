"""Named texts: each text of a value with its name, also where many objects hold the same one."""

from __future__ import annotations

from typing import Any

from pytest_forge.oracles.named_texts import named_texts


def test_what_many_objects_hold_is_read_once() -> None:
    shared = {"token": "wh-aa01"}

    assert list(named_texts([shared] * 50)) == [("token", "wh-aa01")]


def test_a_list_is_read_for_each_name_that_it_has() -> None:
    shared = ["wh-aa01"]

    assert set(named_texts({"token": shared, "ids": shared})) == {("token", "wh-aa01"), ("ids", "wh-aa01")}


def test_an_object_that_lies_too_deep_in_one_place_is_read_in_another() -> None:
    shared = {"token": "wh-aa01"}
    deep: Any = shared
    for _ in range(7):
        deep = [deep]

    # The last one is read first.
    assert list(named_texts([{"inner": shared}, deep])) == [("token", "wh-aa01")]
