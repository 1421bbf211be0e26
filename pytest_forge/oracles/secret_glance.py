"""SecretGlance: a cheap test for secrets in a text, for the answers of many calls; and passwords in addresses.

`secret_search` finds more, and says where; this selects the few texts worth that search. It finds a secret in plain, in
capitals, reversed, in hexadecimal and in base64.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping

from ..profile.secrets import is_stand_in
from ..regex import regex

__all__ = ["SecretGlance", "password_in_address"]

#: Characters of a text that are searched.
_MAX_TEXT = 200_000
#: Prefix length searched for; messages may be truncated.
_ENOUGH = 16

_ADDRESS = regex(
    r"(?<![a-zA-Z0-9+.-])(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|oracle|clickhouse|cockroachdb|"
    r"ldaps?|smtps?|imaps?|s?ftps?|https?|wss?)(?:\+\w{1,20})?://"
    r"(?P<user>[^\s/:@'\"`<>\\]{0,80}):(?P<password>[^\s/@'\"`<>\\]{8,100})@[\w.\[-]",
    re.ASCII | re.IGNORECASE,
)


class SecretGlance:
    """Searches texts for secrets.

    Args:
        secrets: Name to secret.
    """

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._folded = [(name, form) for name, secret in secrets.items() for form in _folded_forms(secret)]
        self._encoded = [(name, form) for name, secret in secrets.items() for form in _base64_forms(secret)]

    def name_in(self, text: str) -> str:
        """Return the name of a secret in *text*; empty if none is found."""
        text = text[:_MAX_TEXT]
        folded = text.casefold()
        for name, form in self._folded:
            if form in folded:
                return name
        return next((name for name, form in self._encoded if form in text), "")


def password_in_address(text: str) -> str:
    """Return the first password in an address in *text*; empty if there is none, or only placeholders.

    A password has letters and digits, and does not contain the user name.
    """
    if "://" not in text:
        return ""
    for match in _ADDRESS.finditer(text):
        password = match["password"]
        is_mixed = any(sign.isdigit() for sign in password) and any(sign.isalpha() for sign in password)
        user = match["user"].lower()
        if is_mixed and user and user not in password.lower() and not is_stand_in(password):
            return password
    return ""


def _folded_forms(secret: str) -> list[str]:
    folded = secret.casefold()
    # Only a random secret is identified by a part of it.
    start = folded[:_ENOUGH] if folded.isalnum() else folded
    return [start, start[::-1] if folded == start else folded[::-1], start.encode().hex()]


def _base64_forms(secret: str) -> list[str]:
    """Return the base64 of *secret* at each alignment, without characters that depend on its neighbours."""
    forms = []
    for before in range(3):
        data = b"\0" * before + secret.encode()
        form = base64.b64encode(data[: len(data) // 3 * 3]).decode()[(before * 8 + 5) // 6 :]
        if len(form) >= _ENOUGH // 2:
            forms += [form, form.replace("+", "-").replace("/", "_")]
    return list(dict.fromkeys(forms))
