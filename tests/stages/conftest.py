"""Fixtures of the tests of stages."""

import pytest

from forge_harness import RULE_REGISTRY


@pytest.fixture
def rules():
    """The registry of users' rules, empty, and as before when the test is over."""
    with RULE_REGISTRY.restored() as registry:
        registry.clear()
        yield registry
