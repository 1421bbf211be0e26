"""The section `egress` of a project file: where its tools may send requests.

::

    egress:
      mode: allowlist                  # deny-all | allowlist | dev-open; by default allowlist
      allow: [api.example.com, "*.github.com", "127.0.0.1:8000"]
      deny: [admin.github.com]
      allow_private: false
      private_networks: ["10.20.0.0/16"]

Nothing is sent without the section, and nothing adds hosts to it: not the name of a tool, not a profile.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..egress.policy import EgressPolicy
from ..errors import RegistrationError
from .project_error import ProjectFileError

__all__ = ["project_egress"]

_MODE = "allowlist"
_LISTS = ("allow", "deny", "private_networks")
_SETTINGS = ("mode", "allow", "deny", "allow_private", "private_networks")


def project_egress(file: Path, settings: Mapping[str, Any], lines: Mapping[str, int]) -> EgressPolicy | None:
    """Return the policy that a project file declares; None if it has no section.

    Args:
        file: The project file.
        settings: The section, in JSON types.
        lines: The line of each setting.

    Raises:
        ProjectFileError: If a setting is unknown, or not one that a policy may have.
    """
    for key, value in settings.items():
        where = f"{file.name!r}, line {lines[key]}"
        if problem := _problem(key, value):
            raise ProjectFileError(f"{where}: {problem}.")
        try:
            EgressPolicy(**{key: value})
        except RegistrationError as error:
            said = str(error)
            raise ProjectFileError(f"{where}: {said[:1].lower()}{said[1:]}") from None
    return EgressPolicy(**{"mode": _MODE, **settings}) if settings else None


def _problem(key: str, value: object) -> str:
    """Return what is wrong with a setting, and what to do; empty if it has its type."""
    if key not in _SETTINGS:
        near = difflib.get_close_matches(key, _SETTINGS, n=1)
        hint = f"Write {near[0]!r}" if near else f"Use one of {', '.join(_SETTINGS)}"
        return f"{key[:40]!r} is not a setting of egress. {hint}"
    if key in _LISTS and not (isinstance(value, list) and all(isinstance(entry, str) for entry in value)):
        return f"{key!r} is not a list of texts. Write '{key}: [\"…\"]'"
    if key == "allow_private" and not isinstance(value, bool):
        return "'allow_private' is not a truth value. Write true or false"
    if key == "mode" and not isinstance(value, str):
        return "'mode' is not a text. Write deny-all, allowlist or dev-open"
    return ""
