"""Which sentences promise that an equal call, made again, has no further effect."""

from __future__ import annotations

import pytest

from pytest_forge.profile.repeats import promise_of_repeating


@pytest.mark.parametrize(
    "said",
    [
        "Adds a row. The call is safe to retry: a key counts once.",
        "Idempotent.",
        "It can safely be repeated.",
        "Retries with the same key add nothing.",
        "Repeating a call has\nno further effect.",
    ],
)
def test_a_sentence_promises_that_a_repeated_call_adds_nothing(said):
    assert promise_of_repeating(said) == " ".join(said.rpartition("row. ")[2].split())


@pytest.mark.parametrize(
    "said",
    [
        "Adds a row.",
        "The call is not idempotent.",
        "It is not safe to retry.",
        "A non-idempotent call.",
        "It isn't safe to repeat.",
        "Safe to retry only if a key is given.",
        "A repeated name is an error. It has no effect.",
    ],
)
def test_other_sentences_promise_nothing(said):
    assert not promise_of_repeating(said)
