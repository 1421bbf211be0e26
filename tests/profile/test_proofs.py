"""Which arguments prove something by their value, and which descriptions let a part be enough."""

from __future__ import annotations

import pytest

from pytest_forge.profile.proofs import is_digest, is_proof, takes_parts


@pytest.mark.parametrize(
    ("name", "proves", "digests"),
    [
        ("sha256", True, True),
        ("expected_checksum", True, True),
        ("door_pin", True, False),
        ("access_token", True, False),
        ("page_token", False, False),
        ("hash_algorithm", False, False),
        ("token_count", False, False),
        ("name", False, False),
    ],
)
def test_a_proof_is_known_by_its_name(name, proves, digests):
    assert (is_proof(name), is_digest(name)) == (proves, digests)


@pytest.mark.parametrize(
    ("description", "is_enough"),
    [
        ("The first 8 digits are enough.", True),
        ("The checksum; empty to skip the test.", True),
        ("The published checksum as 64 digits.", False),
    ],
)
def test_a_part_is_enough_if_words_may_say_so(description, is_enough):
    assert takes_parts(description) == is_enough
