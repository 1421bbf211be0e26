"""Two values that differ are said to differ where they do, in a line that can be read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_forge.cassettes.matching.difference import differences, distance, lines_of

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def found(recorded, sent):
    return [(each.path, each.change, each.recorded, each.now) for each in differences(recorded, sent, of_requests=True)]


def test_a_changed_member_is_named_by_its_path():
    assert found({"a": [{"b": 1}]}, {"a": [{"b": 2}]}) == [("$.a[0].b", "changed", 1, 2)]
    assert found({"a b": {"": 1}}, {}) == [("$['a b']", "removed", {"": 1}, None)]


def test_an_added_element_is_one_difference():
    recorded = [{"role": "user"}, {"role": "tool"}]
    sent = [{"role": "system"}, *recorded]

    assert found(recorded, sent) == [("$[0]", "added", None, {"role": "system"})]
    assert found(sent, recorded) == [("$[0]", "removed", {"role": "system"}, None)]


def test_results_are_compared_by_position_and_value():
    results = [(each.path, each.change) for each in differences([{"a-b": 1}, 2], [1.0, {"a-b": 1}, True])]

    assert results == [("$[0]", "changed"), ("$[1]", "changed"), ("$[2]", "added")]
    assert [*differences({"n": 1}, {"n": 1.0})] == []
    assert [each.as_json() for each in differences({"a-b": 1}, {})] == [
        {"path": '$["a-b"]', "change": "removed", "recorded": 1}
    ]


def test_true_is_no_one():
    assert found([True], [1]) == [("$[0]", "changed", True, 1)]


def test_a_long_text_is_shown_around_its_first_difference():
    text = "All work and no play. " * 200
    line = str(next(differences({"p": text + "yes" + text}, {"p": text + "no" + text})))

    assert line.startswith("$.p (from character 4400): recorded …'")
    assert "play. yesAll work" in line
    assert "play. noAll work" in line
    assert len(line) < 320


def test_what_cannot_be_printed_is_escaped():
    hostile = {"\x1b[31m\u202e": "\x1b]0;owned\x07\u2028", "b": ["\x00"] * 50}
    text = "\n".join(lines_of(differences({}, hostile)))

    assert all(character.isprintable() or character == "\n" for character in text)
    assert text.count("\n") == 1


@pytest.mark.parametrize("size", [30, 5000])
def test_many_differences_are_counted_and_not_shown(size):
    lines = lines_of(differences([0] * size, [1] * size), at_most=3)

    assert lines == [
        "$[0]: recorded 0, sent 1",
        "$[1]: recorded 0, sent 1",
        "$[2]: recorded 0, sent 1",
        f"… and {size - 3} more differences",
    ]


def test_a_smaller_change_is_closer():
    prompt = "Tell me about the weather in Rome, please, and be brief."

    assert distance(prompt, prompt) == 0
    assert distance([prompt], [prompt.replace("Rome", "Bonn")]) < distance([prompt], ["Tell me about love."])
    assert distance([prompt], [prompt, "x"]) < distance([prompt], ["Tell me about love."])


@given(VALUES, VALUES)
def test_values_differ_somewhere_only_if_they_are_not_equal(one, other):
    assert (found(one, other) == []) == (json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True))


@given(VALUES, VALUES)
def test_no_difference_takes_more_than_a_line(one, other):
    assert all("\n" not in line and len(line) < 600 for line in lines_of(differences(one, other)))
