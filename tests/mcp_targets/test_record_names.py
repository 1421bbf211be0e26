"""Names of records of earlier starts of a server stand for those of the present start."""

from __future__ import annotations

from pytest_forge.targets.mcp.record_names import RecordNames

PLACE = ("stays", None, "kennel")


def test_a_name_of_an_earlier_start_is_sent_as_the_present_one():
    names = RecordNames()
    for name in ("aa11", "bb22", "cc33"):
        names.forget()
        names.learn(PLACE, name)

    sent = names.present({"stays": [{"kennel": "aa11", "dogs": 1}, {"kennel": "other", "dogs": 2}], "owner": "bb22"})

    assert sent == {"stays": [{"kennel": "cc33", "dogs": 1}, {"kennel": "other", "dogs": 2}], "owner": "cc33"}


def test_several_names_of_one_start_stay_as_they_are():
    names = RecordNames()
    names.learn(PLACE, "aa11")
    names.learn(PLACE, "bb22")

    assert names.present(["aa11", "bb22"]) == ["aa11", "bb22"]

    names.forget()
    assert names.present(["aa11", "bb22"]) == ["aa11", "bb22"]

    names.learn(PLACE, "cc33")
    names.learn(PLACE, "dd44")
    assert names.present(["aa11", "bb22", "cc33", "dd44"]) == ["cc33", "cc33", "cc33", "dd44"]


def test_a_name_that_comes_again_is_no_former_one():
    names = RecordNames()
    names.learn(PLACE, "W-1")
    names.forget()
    names.learn(PLACE, "W-1")
    names.learn(PLACE, "W-2")

    assert names.present(["W-1", "W-2"]) == ["W-1", "W-2"]


def test_texts_are_compared_without_names():
    names = RecordNames()
    names.learn(PLACE, "aa11")

    assert names.without("kennel aa11: 3 places") == "kennel <name>: 3 places"
