"""Name marks: the parts of names by which those are found, in any text, that stand beside secrets."""

from __future__ import annotations

import re

__all__ = ["PASSWORD_MARKS", "STRONG_MARKS", "begins_compound", "marks_in"]

#: What names hold of which the value is a secret, whatever it looks like.
STRONG_MARKS = frozenset(
    (
        *("passw", "passphrase", "passcode", "pass", "pw", "pwd", "kennwort", "secret", "credential", "bearer"),
        *("reporter_id", "access_id", "accessid", "contrase\xc3\xb1a", "contrasena", "mot de passe", "mot_de_passe"),
        *("device_code", "devicecode"),
    )
)
#: Those of passwords, which people choose.
PASSWORD_MARKS = frozenset(
    (
        *("passw", "passphrase", "passcode", "pass", "pw", "pwd", "kennwort"),
        *("contrase\xc3\xb1a", "contrasena", "mot de passe", "mot_de_passe"),
    )
)
#: What is searched for, and what it must go on as to be more than that; to search is what costs.
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
#: Roots that are no marks themselves.
_BEGINNINGS = frozenset(("cred", "contrase", "device"))
#: Marks that are common in other words must stand alone.
_ALONE = frozenset(("pat", "api", "creds", "pass", "pw", "srt", "bot", "unseal"))
#: Words that end in "pass" and are passwords; in others, a bypass or a compass, it is none.
_COMPOUND_PASS = re.compile(
    r"(?:store|key|require|user|db|root|admin|my|smtp|mail|ftp|sql|ssh|sudo|proxy|auth|login|trust|cert|redis|ldap)$",
    re.ASCII | re.IGNORECASE,
)
_BEFORE_PASSE = ("mot de ", "mot_de_")


def marks_in(lowered: str) -> list[tuple[int, str]]:
    """Return where the marks of names are in a text in lower case, in order; of those in one place the longest."""
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
    """Tell whether a word for a password that begins at *start* goes on one that makes a name with it."""
    return _COMPOUND_PASS.search(text, max(0, start - 12), start) is not None


def _stands_alone(lowered: str, start: int, end: int) -> bool:
    if lowered[end : end + 1].isalnum():
        return False
    if not lowered[start - 1 : start].isalnum():
        return True
    return lowered[start:end] in ("pass", "pw") and begins_compound(lowered, start)
