"""PinFile: the tools of servers as a project has accepted them, in a JSON file that is kept with its code.

{"version": 1, "servers": {"github": {"create_issue": "sha256:…"}}}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..config.config_file import read_json, write_private

__all__ = ["PinFile"]

_VERSION = 1


class PinFile:
    """The pins that a project has accepted, by server and tool.

    Args:
        path: The file; it need not exist.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def changes(self, server: str, pins: Mapping[str, str]) -> dict[str, str]:
        """Return what has changed since the tools of a server were accepted: ``changed`` or ``new``, by tool.

        Args:
            server: The server's name. One that the file does not name is accepted as it is, and added to the file.
            pins: Its tools, as it lists them now.

        Raises:
            ValueError: If the file cannot be read or written.
        """
        servers = self._servers()
        accepted = servers.get(server)
        if accepted is None:
            self._write({**servers, server: dict(sorted(pins.items()))})
            return {}
        return {
            name: "changed" if name in accepted else "new" for name, pin in pins.items() if accepted.get(name) != pin
        }

    def _servers(self) -> dict[str, dict[str, Any]]:
        data = read_json(self.path)
        if data is None:
            return {}
        servers = data.get("servers")
        is_known = data.get("version") == _VERSION and isinstance(servers, dict)
        if not is_known or not all(isinstance(pins, dict) for pins in servers.values()):  # type: ignore[union-attr]  # a dict
            raise ValueError(
                f"The file {str(self.path)!r} does not hold pins of tools. Name another file, or delete it."
            )
        return dict(servers)  # type: ignore[arg-type]  # as above

    def _write(self, servers: Mapping[str, Any]) -> None:
        text = json.dumps({"version": _VERSION, "servers": servers}, indent=2) + "\n"
        try:
            write_private(self.path, text, replace=True)
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise ValueError(f"The file {str(self.path)!r} cannot be written ({why}). Name another file.") from None
