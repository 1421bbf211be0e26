"""Placeholders: ``${...}`` in a client's server file, replaced as the documentation of the clients says.

${env:NAME}, ${NAME}, ${NAME:-default}               a variable: VS Code and Cursor, Claude Code
${input:ID}                                          a value that VS Code asks for
${workspaceFolder}, ${userHome}, ${pathSeparator}    places: VS Code and Cursor
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field

from ...regex import regex
from ..target_error import TargetError

__all__ = ["Placeholders"]

_PLACEHOLDER = regex(r"\$\{([^{}]*)\}")
_NAME = regex(r"[A-Za-z_][A-Za-z0-9_]*")


class Placeholders(Struct):
    """The values of the placeholders in one entry of a server file.

    Attributes:
        folder: The project's folder.
        variables: Variables and inputs that the user gives; others are those of the environment.
        defaults: Default values of inputs, by id.
        found: The values of variables and inputs that were inserted: they may be secrets.
    """

    folder: Path
    variables: Mapping[str, str]
    defaults: Mapping[str, str]
    found: list[str] = field(default_factory=list)

    def replaced(self, text: str) -> str:
        """Return *text* with the value of each placeholder.

        Raises:
            TargetError: If one has no value; the message is to follow the name of the server.
        """
        return _PLACEHOLDER.sub(lambda match: self._value(match[1]), text)

    def _value(self, word: str) -> str:
        places = {
            "workspaceFolder": str(self.folder),
            "workspaceRoot": str(self.folder),
            "workspaceFolderBasename": self.folder.name,
            "cwd": str(self.folder),
            "userHome": str(Path.home()),
            "pathSeparator": os.sep,
            "/": os.sep,
        }
        if word in places:
            return places[word]
        kind, colon, rest = word.partition(":")
        if kind == "input" and colon:
            return self._input(rest)
        name, has_default, default = (rest, "", "") if kind == "env" and colon else word.partition(":-")
        if not _NAME.fullmatch(name):
            raise TargetError(f"it uses '${{{word}}}', which only its client knows. Write the value itself.")
        value = self.variables.get(name, os.environ.get(name))
        if not value and has_default:
            value = default
        if value is None:
            raise TargetError(
                f"it needs the variable {name!r}, which is not set. Set it, or pass it with --env {name}=VALUE "
                "(pytest: --forge-env)."
            )
        return self._noted(value)

    def _input(self, name: str) -> str:
        value = self.variables.get(name, self.defaults.get(name))
        if value is None:
            raise TargetError(
                f"it asks for the input {name!r}. Pass it with --env {name}=VALUE (pytest: --forge-env {name}=VALUE)."
            )
        return self._noted(value)

    def _noted(self, value: str) -> str:
        self.found.append(value)
        return value
