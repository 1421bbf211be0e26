"""Descriptions that say that a denial overrides what is allowed elsewhere."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_vetoes import is_decision, opposites, told_veto


@pytest.mark.parametrize(
    "told",
    [
        "A denial overrides whatever is allowed elsewhere.",
        "Deny always wins over allow.",
        "Bans take precedence over invitations.",
        "A single denial is enough.",
        "Entry is refused if any of the groups is banned.",
        "The request is denied when one policy denies it.",
        "A veto of one member beats all votes in favour.",
        "The block list has priority.",
        "Bans are always looked at first.",
        "Deny rules are evaluated before any allow rule.",
        "The block list has priority. Guests are listed by first and last name.",
        "A user may do what at least one rule of their groups allows, unless any rule of their groups denies it.",
        "Access is granted if a policy grants it, except where another one forbids it.",
        "A visitor is allowed in as long as none of the lists bans them.",
        "Allowed if a rule permits the action and no rule prohibits it.",
        "No grant can lift a ban.",
        "A block cannot be overridden by other rules.",
        "What is denied stays denied, whatever other rules allow.",
        "A ban holds even if another crew is given the key.",
        "Nothing is permitted unless a policy permits it, and a policy that forbids always outweighs the others.",
        "Access is denied unless some rule grants it, but one more denial always wins.",
        "Whatever is not allowed is denied, and a denial beats any allowance.",
        "No door opens unless a badge permits it, and a ban always wins.",
        "Anything that is not expressly permitted is refused, and a ban takes precedence over permissions.",
    ],
)
def test_a_denial_is_said_to_override(told: str) -> None:
    assert told_veto(told)


@pytest.mark.parametrize(
    "told",
    [
        "Say whether a user may do something.",
        "A denial overrides, unless the user is an owner.",
        "The first rule that fits decides; a denial overrides the default.",
        "A denial does not override an allowance.",
        "An allowance wins.",
        "Bans are looked at first, then the first rule that fits decides.",
        "Everything is denied unless a rule allows it.",
        "A user may do it, unless the account is closed.",
        "A user may do what a rule allows, unless any rule denies it, except for owners.",
        "A member may enter even if they are banned.",
        "Requests are allowed and not logged, blocked ones are.",
        "The list can be cancelled, and is then not blocked.",
        "Denied requests are logged.",
        "Nothing is allowed unless a rule allows it.",
        "Nothing is allowed unless a rule allows it, and a denial wins only within its own group.",
        "A denial wins unless an administrator allows it.",
        "Access is denied unless a rule allows it, and a denial does not beat the owner.",
        "Whatever is not allowed is denied, unless an owner asks, and a ban always wins.",
        "The most specific rule wins, and denials beat allowances of the same level.",
    ],
)
def test_an_order_or_an_exception_may_count(told: str) -> None:
    assert not told_veto(told)


@pytest.mark.parametrize(("value", "decides"), [(True, True), ("denied", True), ("no rule fits", False), (1, False)])
def test_a_decision_is_a_flag_or_a_word(value: object, decides: bool) -> None:
    assert is_decision(value) == decides


@pytest.mark.parametrize(
    ("name", "words", "is_flag", "found"),
    [
        ("effect", ["log", "allow", "deny"], False, ("allow", "deny")),
        ("verdict", ["refuse", "grant"], False, ("grant", "refuse")),
        ("effect", ["read", "write"], False, None),
        ("is_allowed", [], True, (True, False)),
        ("deny", [], True, (False, True)),
        ("is_active", [], True, None),
    ],
)
def test_a_field_allows_or_denies(name: str, words: list[str], *, is_flag: bool, found: object) -> None:
    assert opposites(name, words, is_flag=is_flag) == found
