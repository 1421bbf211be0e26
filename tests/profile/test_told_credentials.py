"""Descriptions that promise to keep a password out of every answer."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_credentials import keeps_every_part, kept_in_errors


@pytest.mark.parametrize(
    ("told", "is_whole"),
    [
        ("Whatever happens, the password does not show up in it, nor does any part of it.", True),
        ("No part of the password is told, also in errors.", True),
        ("The password never appears in an answer.", False),
        ("The password is never shown, even if the address is malformed.", True),
        ("Never reveals the password.", False),
        ("Passwords are not quoted in error messages.", True),
        ("The user name and the password are never echoed.", False),
        ("Keeps the password out of the answer.", False),
        ("The password stays secret.", False),
        ("It does not leak the credentials.", False),
        ("The password is left out: neither the description nor an error contains it or a part of it.", True),
        ("Neither the answer nor the message of an exception holds the password.", True),
    ],
)
def test_a_password_is_kept_in_all_answers(told: str, is_whole: bool) -> None:
    assert "password" in kept_in_errors(told)
    assert keeps_every_part(told) == is_whole


@pytest.mark.parametrize(
    "told",
    [
        "Returns the address without its password.",
        "The password is never shown unless reveal is set.",
        "has_password: Whether there is a password.",
        "Special characters in the password have to be percent-encoded.",
        "Shows the user and the host.",
        "A password is not needed.",
        "Passwords never expire.",
        "The user is not told of it.",
        "ValueError: The URL holds no password.",
        "An error tells that there is no password in the file.",
        "The message names the key; passwords of 8 letters are not long enough.",
    ],
)
def test_a_password_may_be_in_an_error(told: str) -> None:
    assert not kept_in_errors(told)


def test_a_user_is_kept_where_it_is_named():
    assert kept_in_errors("The user name and the password are never shown.") == {"user", "password"}
    assert kept_in_errors("Credentials are never shown.") == {"password"}
    assert kept_in_errors("The password is never shown.") == {"password"}
