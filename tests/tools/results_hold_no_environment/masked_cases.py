"""Functions that hide secrets in the texts that they are given, by the names beside them."""

from __future__ import annotations

import re

from ..marks import breaks, keeps

_NAMED = re.compile(r"(\w+)=(\S+)")
_SECRET = ("password", "token")


@breaks("results_hold_no_environment")
def shorten_log_line(line: str) -> dict[str, str]:
    """Shorten a line of a log to 200 letters. Passwords and tokens are replaced by stars.

    Args:
        line: The line.
    """
    hidden = _NAMED.sub(lambda pair: f"{pair[1]}=***" if pair[1] in _SECRET else pair[0], line)
    return {"line": hidden[:200]}


@breaks("results_hold_no_environment")
def tidy_settings(settings: dict[str, str]) -> dict[str, str]:
    """Return settings in the order of their names. The value of secret_key is masked; letter case does not matter.

    Args:
        settings: Values by name.
    """
    return {name: "***" if name == "secret_key" else settings[name] for name in sorted(settings)}


@keeps("results_hold_no_environment")
def shorten_line_of_log(line: str) -> dict[str, str]:
    """Shorten a line of a log to 200 letters. Passwords and tokens are replaced by stars.

    Args:
        line: The line.
    """
    hidden = _NAMED.sub(lambda pair: f"{pair[1]}=***" if pair[1].lower() in _SECRET else pair[0], line)
    return {"line": hidden[:200]}


@keeps("results_hold_no_environment")
def tidy_exact_settings(settings: dict[str, str]) -> dict[str, str]:
    """Return settings in the order of their names. The value of secret_key, written like this, is masked.

    Args:
        settings: Values by name.
    """
    return {name: "***" if name == "secret_key" else settings[name] for name in sorted(settings)}


@keeps("results_hold_no_environment")
def count_passwords(line: str) -> dict[str, object]:
    """Count the passwords that are removed from a line, and return what is left in capitals.

    Args:
        line: The line.
    """
    left, removed = re.subn(r"(?i)password\S*", "", line)
    return {"removed": removed, "left": left.upper()}
