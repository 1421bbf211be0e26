"""Secret environment: the values of variables with the names of secrets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from ...regex import regex
from .secret_value import is_stand_in

__all__ = ["secret_values"]

_NAME = regex(
    r"(?:^|_)(?:\w*API_?KEY|KEY|TOKEN|\w*SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|CREDENTIALS?|AUTH|PAT|DSN|JWT|COOKIE|"
    r"CONNECTION_STRING|PRIVATE_KEY\w*|ACCESS_KEY(?:_ID)?|SECRET_KEY|WEBHOOK_URL|DATABASE_URL|REDIS_URL|BROKER_URL)\d?$",
    re.IGNORECASE | re.ASCII,
)
_HARMLESS_NAMES = frozenset({"PWD", "OLDPWD", "GPG_KEY", "SSH_AUTH", "XAUTHORITY", "COLUMNS_KEY", "PUBLIC_KEY"})
_LEAST = 8


def secret_values(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the secret values of *environ*, the longest first.

    Paths, stand-ins and short values are left out, because any text may contain them.
    """
    values = {environ[name].strip() for name in environ if _is_telling(name)}
    return tuple(sorted((value for value in values if _is_secret(value)), key=lambda value: (-len(value), value)))


# Every cassette asks for the same few dozen names.
@lru_cache(maxsize=1024)
def _is_telling(name: str) -> bool:
    if not _NAME.search(name):
        return False
    return name.upper() not in _HARMLESS_NAMES and not name.upper().endswith("PUBLIC_KEY")


def _is_secret(value: str) -> bool:
    if len(value) < _LEAST or is_stand_in(value) or value.startswith(("/", "~", "./")):
        return False
    if "://" in value:
        return "@" in value or "hook" in value
    return True
