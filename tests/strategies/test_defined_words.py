"""Words of which a description says what each of them does are values of the argument."""

from __future__ import annotations

import pytest

from pytest_forge.strategies.calls.examples import candidate_arguments


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ('"grant" lets a person read, "revoke" takes that away (no error), "list" only shows.', "grant revoke list"),
        ("`open` - opens the gate; `close` - closes it", "open close"),
        ("What to do:\n- 'add': adds a line\n- 'drop': takes it away", "add drop"),
        ('One of the ways. "fast" for a draft, and "slow" for the whole page.', "fast slow"),
    ],
)
def test_defined_words_are_tried(told, words):
    schema = {"type": "object", "properties": {"step": {"type": "string", "description": told}}, "required": ["step"]}
    tried = [call["step"] for call in candidate_arguments(schema)]
    assert tried[: len(words.split())] == words.split()


@pytest.mark.parametrize("told", ['Text in which "x" stands for a number.', '"none" switches it off.'])
def test_one_quoted_word_is_no_list(told):
    schema = {"type": "object", "properties": {"step": {"type": "string", "description": told}}, "required": ["step"]}
    assert candidate_arguments(schema)[0]["step"] not in ("x", "none")
