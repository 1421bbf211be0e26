"""Which descriptions say that a key with other arguments is refused."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_reuse import told_reuse, told_single_use
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize(
    ("description", "is_told"),
    [
        ("Pays. A request_id that was used for other details is refused.", True),
        ("Reusing a key with different arguments is an error.", True),
        ("A key that was used for another job is rejected.", True),
        ("The same request key with other details is refused.", True),
        ("ValueError: If the sum is not valid, or the id was used for another payment.", True),
        ("ValueError: If the id was used for another payment and is not free.", False),
        ("The same key with the same details is answered as before.", False),
        ("A key that was used for another job is not refused.", False),
        ("A key that is used by another account is told.", False),
        ("A room that was used for another event is refused.", False),
        ("Pays once for each key.", False),
    ],
)
def test_a_promise_names_a_key_its_other_use_and_the_refusal(description, is_told):
    assert (told_reuse(ToolFacts("pay", "tools.py", "function", description, {})) is not None) == is_told


_KEYED = {
    "properties": {"request_id": {"type": "string"}, "order_id": {"type": "string"}, "cents": {"type": "integer"}}
}


@pytest.mark.parametrize(
    ("description", "key"),
    [
        ("Pays. A request_id pays out once at most.", "request_id"),
        ("Pays. The same request id never pays twice.", "request_id"),
        ("Pays. Any request_id that was used before pays nothing more.", "request_id"),
        ("Pays by request_id: if it was used before, nothing is paid.", "request_id"),
        ("Pays. A request_id with the same amount pays only once.", None),
        ("Pays. A key pays only once.", None),
        ("Pays. A request_id pays only once. The same request_id with another amount is another payment.", None),
        ("Pays. A request_id is kept.", None),
    ],
)
def test_a_key_of_single_use_is_the_argument_that_the_sentence_names(description, key):
    told = told_single_use(ToolFacts("pay", "tools.py", "function", description, _KEYED))
    assert (told and told[1]) == key
