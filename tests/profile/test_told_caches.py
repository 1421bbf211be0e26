"""Descriptions that say that what a tool works out is kept for later calls."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_caches import tells_of_cache, tells_of_shared_answers
from pytest_forge.targets.facts import ToolFacts


def _told(description: str) -> ToolFacts:
    return ToolFacts(name="work_out", target="work_out", kind="function", description=description)


@pytest.mark.parametrize(
    "told",
    [
        "Recent quotes are kept for speed.",
        "Results are remembered.",
        "Answers are briefly cached.",
        "Works out a price, with a small in-memory cache.",
        "The function is memoised.",
        "What was worked out is held so that it is not worked out again.",
        "Distances are stored for performance.",
    ],
)
def test_answers_are_said_to_be_kept(told: str) -> None:
    assert tells_of_cache(_told(told))


@pytest.mark.parametrize("told", ["Entries are kept.", "Keeps a note.", "Empties the cache folder."])
def test_nothing_is_said_of_answers(told: str) -> None:
    assert not tells_of_cache(_told(told))


@pytest.mark.parametrize(
    ("told", "are_shared"),
    [
        ("Results are cached; weights are rounded to 100 g before they are looked up.", True),
        ("Places close to one another share an answer, as results are cached.", True),
        ("Recent quotes are kept. Express costs half as much again, rounded down to a cent.", False),
    ],
)
def test_close_numbers_may_share_an_answer(told: str, *, are_shared: bool) -> None:
    assert tells_of_shared_answers(_told(told)) == are_shared
