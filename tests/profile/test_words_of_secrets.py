"""Which names are those of secrets, and which values only stand in for one."""

from __future__ import annotations

import pytest

from pytest_forge.profile.secrets import (
    holds_secret,
    is_masked,
    is_private_variable,
    is_stand_in,
    names_secrecy,
    names_secret,
    never_shows_values,
    reveals,
    says_it_masks,
    says_nowhere_shown,
    secret_argument,
)
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


@pytest.mark.parametrize(
    ("key", "is_secret"),
    [("password", True), ("apiKey", True), ("hook_token", True), ("next_page_token", False), ("token_count", False)],
)
def test_the_value_of_a_key_is_a_secret_by_its_name(key, is_secret):
    assert holds_secret(key) is is_secret


@pytest.mark.parametrize(
    ("text", "masks"), [("***", True), ("[redacted]", True), ("wh-...01", True), ("wh-aa01", False), ("a*b", False)]
)
def test_a_mask_is_known_by_its_signs(text, masks):
    assert is_masked(text) is masks


@pytest.mark.parametrize(
    ("description", "says"),
    [
        ('Tokens are shown as "***".', True),
        ("Secrets are masked.", True),
        ("Shows a token. Mails are masked.", False),
        ("Tokens are masked unless they are asked for.", False),
        ("Masks a text.", False),
        ("Secret values come back as stars.", True),
        ("Tokens are never displayed.", True),
        ("Values that are secrets are hidden in the answer.", True),
        ("A value is masked if it was stored as a secret.", True),
        ("Hides secrets.", True),
        ("Tokens are masked while they are valid.", False),
        ("Secrets are listed by name.", False),
        ("Tokens are masked if they are old.", False),
    ],
)
def test_a_tool_says_of_which_values_it_masks(description, says):
    assert says_it_masks(ToolFacts("show", "show", "function", description), "hook_token") is says


@pytest.mark.parametrize(
    ("description", "said", "says"),
    [
        ("A value that is set as a secret goes into the file, but no tool ever shows it.", "", True),
        ("Store a value. Secrets are never shown again by any tool.", "", True),
        ("Store a value.", "Whether no answer ever contains it", True),
        ("Store a value.", "Write-only", True),
        ("Store a value.", "If secret is true, the value cannot be read back", True),
        ("Secrets cannot be retrieved afterwards.", "", True),
        ("Secret values are masked everywhere.", "", True),
        ("Store a value. No tool shows the time of it.", "", False),
        ("Secrets are never shown again unless they are revealed.", "", False),
        ("Store a secret.", "Whether it is a secret", False),
        ("Store a value.", "Whether it must never be shown", False),
        ("Secrets cannot be read back until they are approved.", "", False),
    ],
)
def test_a_tool_that_stores_says_that_nothing_shows_it(description, said, says):
    schema = {"properties": {"value": {"type": "string"}, "secret": {"type": "boolean", "description": said}}}

    assert says_nowhere_shown(ToolFacts("keep", "keep", "function", description, schema), "secret") is says


@pytest.mark.parametrize(
    ("name", "says"),
    [("secret", True), ("is_sensitive", True), ("confidential", True), ("hidden", False), ("token_count", False)],
)
def test_a_switch_says_that_a_value_is_a_secret(name, says):
    assert names_secrecy(name) is says


@pytest.mark.parametrize(
    ("name", "description", "shows"),
    [
        ("reveal_value", "Show a value.", True),
        ("publish", "Make a value public.", True),
        ("show", "Show a value in clear.", True),
        ("remove_value", "Remove a value.", False),
        ("rename", "Give a value another name.", False),
    ],
)
def test_a_tool_may_be_there_to_show_what_is_kept_back(name, description, shows):
    assert reveals(ToolFacts(name, "tools", "function", description)) is shows


@pytest.mark.parametrize(
    ("description", "hides"),
    [
        ("Check a file of settings. Values are never shown.", True),
        ("Lists keys and never returns any values.", True),
        ("No values are shown.", True),
        ("Values are not shown unless verbose is set.", False),
        ("Shows each key with its value.", False),
    ],
)
def test_a_tool_may_show_no_values(description, hides):
    assert never_shows_values(ToolFacts("check", "check", "function", description)) == hides
