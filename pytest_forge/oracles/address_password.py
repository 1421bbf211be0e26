"""The password in an address of a database or a service, where a text that a tool answers with holds one."""

from __future__ import annotations

import re

__all__ = ["password_in_address"]

_ADDRESS = re.compile(
    r"(?<![a-zA-Z0-9+.-])(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|oracle|clickhouse|cockroachdb|"
    r"ldaps?|smtps?|imaps?|s?ftps?|https?|wss?)(?:\+\w{1,20})?://"
    r"(?P<user>[^\s/:@'\"`<>\\]{0,80}):(?P<password>[^\s/@'\"`<>\\]{8,100})@[\w.\[-]",
    re.ASCII | re.IGNORECASE,
)
#: Words of passwords that stand for another, and signs of one that is filled in or masked.
_STAND_IN = re.compile(
    r"pass|pwd|secret|change|example|sample|dummy|your|user|demo|test|token|redact|hidden|mask|xxx|[*${%]|\.\.\.",
    re.IGNORECASE,
)


def password_in_address(text: str) -> str:
    """Return the first password in an address that *text* holds; empty if there is none, or only stand-ins.

    A password has letters and digits, and does not hold the user's name.
    """
    if "://" not in text:
        return ""
    for match in _ADDRESS.finditer(text):
        password = match["password"]
        is_mixed = any(sign.isdigit() for sign in password) and any(sign.isalpha() for sign in password)
        user = match["user"].lower()
        if is_mixed and user and user not in password.lower() and not _STAND_IN.search(password):
            return password
    return ""
