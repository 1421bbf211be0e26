"""Claims: what is declared beats a hint, and a hint beats a word."""

from __future__ import annotations

import pytest

from forge_harness import FACTS
from pytest_forge.profile.claim import claim_of
from pytest_forge.targets.facts import ToolFacts


def tool(declared=None, **annotations: bool) -> ToolFacts:
    return ToolFacts("list_prices", "tools.py", "mcp", declared=declared or {}, annotations=annotations)


def test_a_word_is_believed_where_nobody_says_anything():
    claim = claim_of(tool(), "varies", word="history")

    assert (claim.holds, claim.source) == (True, "guessed")
    assert "the word 'history' in its name" in str(claim.not_judged())
    assert "facts={'varies': False}" in str(claim.not_judged())


def test_without_a_word_nothing_is_claimed():
    assert not claim_of(tool(), "varies")


@pytest.mark.parametrize("value", [True, False])
def test_what_is_declared_beats_hints_and_words(value):
    claim = claim_of(tool({"moves_on": value}, idempotentHint=value), "moves_on", word="next")

    assert (claim.holds, claim.source) == (value, "declared")


@pytest.mark.parametrize(
    ("hint", "value", "fact", "holds"),
    [
        ("idempotentHint", True, "moves_on", False),
        ("idempotentHint", False, "moves_on", True),
        ("openWorldHint", False, "open_world", False),
        ("openWorldHint", True, "open_world", True),
        ("destructiveHint", False, "replaces", False),
    ],
)
def test_a_hint_of_a_server_beats_a_word(hint, value, fact, holds):
    claim = claim_of(tool(**{hint: value}), fact, word="next")

    assert (claim.holds, claim.source) == (holds, "annotated")
    assert f"{hint}: {str(value).lower()}" in str(claim.not_judged())


def test_a_fact_that_does_not_exist_is_a_mistake_of_ours():
    with pytest.raises(KeyError):
        claim_of(tool(), "no_such_fact")


def test_every_fact_reads_as_a_clause():
    assert all(meaning[0].islower() and not meaning.endswith(".") for meaning in FACTS.values())
