"""Name marks: the parts of names, such as `key` and `passw`, that lead to the secrets beside them."""

from __future__ import annotations

import re

from ...regex import regex

__all__ = ["PASSWORD_MARKS", "STRONG_MARKS", "begins_compound", "marks_in"]

#: The value of such a name is a secret, whatever it looks like.
STRONG_MARKS = frozenset(
    (
        *("passw", "passphrase", "passcode", "pass", "pw", "pwd", "kennwort", "secret", "credential", "bearer"),
        *("reporter_id", "access_id", "accessid", "contrase\xc3\xb1a", "contrasena", "mot de passe", "mot_de_passe"),
        *("device_code", "devicecode"),
    )
)
#: Names of passwords, which people choose.
PASSWORD_MARKS = frozenset(
    (
        *("passw", "passphrase", "passcode", "pass", "pw", "pwd", "kennwort"),
        *("contrase\xc3\xb1a", "contrasena", "mot de passe", "mot_de_passe"),
    )
)
#: Roots and the longer marks that begin with them: few searches, because each takes time.
_ROOTS = (
    ("pass", ("passphrase", "passcode", "passw")),
    ("pw", ("pwd",)),
    ("cred", ("credential", "creds")),
    ("access", ("access_id", "accessid")),
    ("device", ("device_code", "devicecode")),
    ("contrase", ("contrase\xc3\xb1a", "contrasena")),
    *((root, ()) for root in ("key", "token", "auth", "pat", "login", "private", "session", "cookie", "sign", "bot")),
    *((root, ()) for root in ("secret", "bearer", "reporter_id", "kennwort", "unseal", "srt", "api")),
)
#: Roots that are not marks themselves.
_BEGINNINGS = frozenset(("cred", "contrase", "device"))
#: Marks that are common inside other words must be whole words.
_ALONE = frozenset(("pat", "api", "creds", "pass", "pw", "srt", "bot", "unseal"))
#: "pass" after one of these means a password, unlike in "bypass" and "compass".
_COMPOUND_PASS = regex(
    r"(?:store|key|require|user|db|root|admin|my|smtp|mail|ftp|sql|ssh|sudo|proxy|auth|login|trust|cert|redis|ldap)$",
    re.ASCII | re.IGNORECASE,
)
_BEFORE_PASSE = ("mot de ", "mot_de_")


def marks_in(lowered: str) -> list[tuple[int, str]]:
    """Return the marks of names in a text in lower case with their places, in order: the longest at each place."""
    found = []
    for root, longer in _ROOTS:
        start = lowered.find(root)
        while start >= 0:
            mark = next((each for each in longer if lowered.startswith(each, start)), root)
            end = start + len(mark)
            if (
                mark == "pass"
                and lowered.startswith("passe", start)
                and lowered[max(0, start - 7) : start] in _BEFORE_PASSE
            ):
                found.append((start - 7, lowered[start - 7 : start + 5]))
            elif mark not in _BEGINNINGS and (mark not in _ALONE or _stands_alone(lowered, start, end)):
                found.append((start, mark))
            start = lowered.find(root, end)
    found.sort()
    return found


def begins_compound(text: str, start: int) -> bool:
    """Tell whether the word before *start* makes a name of a password with the word after it."""
    return _COMPOUND_PASS.search(text, max(0, start - 12), start) is not None


def _stands_alone(lowered: str, start: int, end: int) -> bool:
    if lowered[end : end + 1].isalnum():
        return False
    if not lowered[start - 1 : start].isalnum():
        return True
    return lowered[start:end] in ("pass", "pw") and begins_compound(lowered, start)
