"""Which names are those of secrets, and which values only stand in for one."""

from __future__ import annotations

import pytest

from pytest_forge.profile.secrets import is_private_variable, is_stand_in, names_secret, secret_argument
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize("name", ["PASSWORD", "api_key", "client_secret", "auth_token", "DSN"])
def test_a_secret_is_known_by_its_name_everywhere(name):
    assert names_secret(name)
    assert is_private_variable(name)


@pytest.mark.parametrize(
    ("name", "in_code", "in_environment"),
    [("SORT_KEY", False, True), ("MAX_TOKENS", False, True), ("DATABASE_URL", False, True), ("HOME", False, False)],
)
def test_a_key_is_a_secret_only_in_the_environment(name, in_code, in_environment):
    assert (names_secret(name), is_private_variable(name)) == (in_code, in_environment)


@pytest.mark.parametrize(
    ("password", "stands_in"),
    [("changeme1", True), ("${DB_PW}", True), ("****1234", True), ("h7Gq2mZx", False), ("correct9horse", False)],
)
def test_a_placeholder_is_not_a_password(password, stands_in):
    assert is_stand_in(password) == stands_in


@pytest.mark.parametrize(("name", "is_secret"), [("access_key", True), ("apikey", True), ("sort_key", False)])
def test_an_argument_is_a_secret_by_its_name(name, is_secret):
    tool = ToolFacts("ask", "ask", "function")

    assert (secret_argument(tool, name, {"type": "string"}) is not None) is is_secret
