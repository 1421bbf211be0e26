"""SecretGlance: whether a text may hold a secret, told so cheaply that every answer of many calls can be asked.

`secret_search` finds more, and says where; this is what tells the few texts that are worth it from the many that are
not. It knows a secret as it is, in capitals, reversed, in hexadecimal and in base64.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping

__all__ = ["SecretGlance", "password_in_address"]

#: Most characters of a text that are looked at.
_MAX_TEXT = 200_000
#: Of a long secret, what is enough of its beginning: a message may be cut short.
_ENOUGH = 16

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


class SecretGlance:
    """Looks for secrets in texts.

    Args:
        secrets: Name to secret.
    """

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._folded = [(name, form) for name, secret in secrets.items() for form in _folded_forms(secret)]
        self._encoded = [(name, form) for name, secret in secrets.items() for form in _base64_forms(secret)]

    def name_in(self, text: str) -> str:
        """Return the name of a secret that *text* holds; empty if it seems to hold none."""
        text = text[:_MAX_TEXT]
        folded = text.casefold()
        for name, form in self._folded:
            if form in folded:
                return name
        return next((name for name, form in self._encoded if form in text), "")


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


def _folded_forms(secret: str) -> list[str]:
    folded = secret.casefold()
    # Only what was made at random is known by a part of it.
    start = folded[:_ENOUGH] if folded.isalnum() else folded
    return [start, start[::-1] if folded == start else folded[::-1], start.encode().hex()]


def _base64_forms(secret: str) -> list[str]:
    """Return what base64 makes of *secret* wherever it begins, without the characters that its neighbours decide."""
    forms = []
    for before in range(3):
        data = b"\0" * before + secret.encode()
        form = base64.b64encode(data[: len(data) // 3 * 3]).decode()[(before * 8 + 5) // 6 :]
        if len(form) >= _ENOUGH // 2:
            forms += [form, form.replace("+", "-").replace("/", "_")]
    return list(dict.fromkeys(forms))
