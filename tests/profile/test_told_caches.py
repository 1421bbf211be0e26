"""Descriptions that say that what a tool works out is kept for later calls."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_caches import (
    is_whole_text,
    keeps_for_good,
    keeps_recent_ones,
    tells_of_cache,
    tells_of_shared_answers,
)
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
        "The figures of recent drafts are kept.",
        "What was counted is remembered, so that asking again is fast.",
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


@pytest.mark.parametrize(
    "told",
    [
        "The figures of recent drafts are kept, so that asking once more is fast.",
        "Remembers the last few answers.",
        "Caches the latest results.",
        "Results are cached; memory does not grow with the number of calls.",
        "Meant for a long-running process. Results are cached.",
        "Uses a small cache of limited size.",
        "The most used answers are held in memory.",
    ],
)
def test_only_some_answers_are_said_to_be_kept(told: str) -> None:
    assert keeps_recent_ones(told)


@pytest.mark.parametrize("told", ["Results are cached.", "Counts the words of the last sentence.", "Answers are kept."])
def test_nothing_is_said_of_how_many_are_kept(told: str) -> None:
    assert not keeps_recent_ones(told)


@pytest.mark.parametrize(
    ("told", "are_kept"),
    [
        ("Results are cached until the process ends.", True),
        ("Every result is kept, so that a page is read once.", True),
        ("Answers are cached for the lifetime of the server.", True),
        ("Answers are remembered without a limit.", True),
        ("Recent answers are cached.", False),
        ("All words are counted. Results are cached.", False),
    ],
)
def test_all_answers_may_be_said_to_be_kept(told: str, *, are_kept: bool) -> None:
    assert keeps_for_good(told) == are_kept


@pytest.mark.parametrize(
    ("name", "about", "is_whole"),
    [
        ("text", "", True),
        ("page_source", "The page.", True),
        ("draft", "", True),
        ("given", "A text of any length.", True),
        ("city", "Where it is.", False),
        ("word", "The word, such as text.", False),
    ],
)
def test_arguments_for_whole_texts(name: str, about: str, *, is_whole: bool) -> None:
    assert is_whole_text(name, about) == is_whole
