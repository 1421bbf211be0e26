"""Private text: the parts of a message that no model may read, found by shape or by value.

These are absolute paths, values of the environment, known shapes of secrets, and tracebacks. The scan is a safety net:
the checks still judge the tool's own message.
Source: seed 000, "S-013 invariant"; DESIGN 3.1, decision 6.
"""

from __future__ import annotations

import os
import re

__all__ = ["holds_private_text", "holds_secret", "redact"]

#: An absolute path of two or more components, a home directory, a Windows drive or share; not the path of a URL.
_PATH = re.compile(
    r"""(?:(?<![\w./\\~-])(?:(?:/[\w.@+~-]+){2,}/?|/(?:etc|root|home|tmp|var|usr|opt|proc|dev|mnt|srv|Users)\b)"""
    r"""|(?<![\w/])~[\w.-]*/[\w.]"""
    r"""|file:/+"""
    r"""|(?<!\w)[A-Za-z]:[\\/]+[\w.$ -]+"""
    r"""|\\\\[\w.-]+\\[\w.$-]+)"""
)

#: Shapes of credentials that vendors document, and assignments to names such as "password". If plain words fit a shape,
#: as in "pk_orders_by_customer" or "token: unexpected", a secret needs a digit or a capital as well. Repetitions are
#: bounded, because a hostile tool may return megabytes that are slow to search.
_SECRETS = re.compile(
    r"""\b(?:sk|pk|rk)[-_](?=[a-z_-]{0,200}[A-Z0-9])[A-Za-z0-9_-]{16,}"""
    r"""|\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"""
    r"""|\bAIza[0-9A-Za-z_-]{35}"""
    r"""|\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{50,}|\bglpat-[A-Za-z0-9_-]{20,}"""
    r"""|\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bhf_[A-Za-z0-9]{30,}|\bnpm_[A-Za-z0-9]{30,}|\bpypi-[A-Za-z0-9_-]{40,}"""
    r"""|\beyJ[A-Za-z0-9_-]{10,1000}\.eyJ[A-Za-z0-9_-]{10,}"""
    r"""|-----BEGIN [A-Z ]*PRIVATE KEY-----"""
    r"""|\b[a-z][a-z0-9+.-]{0,30}://[^\s/:@'"]{1,200}:[^\s/@'"]{1,200}@"""
    r"""|(?i:(?:password|passwd|pwd|secret|(?:api|access|private|secret)[_-]?key|token)\b["']?"""
    r"""(?:\s{0,9}=\s{0,9}["']?|:["']?|\s{0,9}:\s{0,9}["']?(?=[^\s"',;]{0,200}\d))[^\s"',;]{8,})"""
    r"""|\b(?i:bearer|basic)\s+(?=[a-z+/_.-]{0,200}[A-Z0-9=])[A-Za-z0-9+/_.=-]{16,}"""
)

_TRACEBACK = re.compile(r"Traceback \(most recent call last\)|\bFile \".{0,500}?\", line \d")

#: Variables whose values are public, and may occur in ordinary sentences.
_PUBLIC_VARIABLES = frozenset(
    {"COLORTERM", "EDITOR", "LANG", "LANGUAGE", "LC_ALL", "LOGNAME", "PAGER", "PYTHONHASHSEED", "SHELL", "TERM", "TZ"}
    | {"USER"}
)
_MIN_ENVIRONMENT_VALUE = 8

_REDACTED = "[redacted]"

#: A secret or a path with the rest of its word; of a private key, all its lines.
_REDACTABLE = re.compile(
    rf"""-----BEGIN [A-Z ]*PRIVATE KEY-----[A-Za-z0-9+/=\s\\]*|(?:{_SECRETS.pattern}|{_PATH.pattern})[^\s"',;)]*"""
)


def holds_private_text(text: str) -> bool:
    """Tell whether *text* holds an absolute path, an environment value, a secret's shape, or a traceback."""
    if _PATH.search(text) or _SECRETS.search(text) or _TRACEBACK.search(text):
        return True
    return any(value in text for value in _environment_values())


def holds_secret(text: str) -> bool:
    """Tell whether *text* holds the known shape of a secret."""
    return bool(_SECRETS.search(text))


def _environment_values() -> list[str]:
    return [
        value
        for name, value in os.environ.items()
        if len(value) >= _MIN_ENVIRONMENT_VALUE and name not in _PUBLIC_VARIABLES and not value.isdigit()
    ]


def redact(text: str) -> str:
    """Return *text* with every environment value, secret and absolute path replaced."""
    for value in sorted(_environment_values(), key=len, reverse=True):
        text = text.replace(value, _REDACTED)
    return _REDACTABLE.sub(_REDACTED, text)
