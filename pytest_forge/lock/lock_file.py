"""LockFile: the tools of a project's targets as they were locked, in JSON for a repository.

{"version": 1,
 "targets": {"tools.py": {"fetch_orders": {"description": "sha256:...", "annotations": {}, "input_schema": {...}}}}}

Its keys are sorted, and nothing in it depends on the machine, so that a change of a tool is a change of a few lines.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..cassettes.redaction.secret_search import find_secrets
from ..engine.hidden import hidden, hidden_in
from ..engine.placeholder import with_placeholder
from ..targets.change import Change
from ..targets.facts import ToolFacts
from ..targets.server_files.server_file import is_server_file, server_name
from ..targets.target_tools import whole_target
from .locked_tool import changes_between, locked_tool

__all__ = ["DEFAULT_NAME", "LockError", "LockFile", "is_lock_file"]

DEFAULT_NAME = "forge.lock.json"
_VERSION = 1
_PROJECT, _HOME = "<project>", "~"
_GONE = "The lock file lists it, and the target no longer does."


class LockError(Exception):
    """A lock file cannot be used; the message says why and what to do."""


def is_lock_file(path: Path) -> bool:
    """Tell whether a file is a lock file that can be read."""
    try:
        LockFile.read(path, place=str(path), base=Path())
    except LockError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class LockFile:
    """The tools of targets, as they were locked.

    Attributes:
        place: The file, as the user named it.
        targets: The entry of each tool, by target and name.
        base: Folder that relative paths in targets start from.
    """

    place: str
    targets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    base: Path = Path()

    @classmethod
    def read(cls, path: Path, *, place: str, base: Path) -> LockFile:
        """Read a file.

        Raises:
            LockError: If it is missing or broken.
        """
        try:
            value = json.loads(path.read_bytes().decode("utf-8-sig"))
        except FileNotFoundError:
            raise LockError(f"There is no lock file {place!r}. 'forge lock TARGET -o {place}' writes one.") from None
        except OSError as error:
            raise LockError(f"The lock file {place!r} cannot be read ({error.strerror}). Name a file.") from None
        except (ValueError, RecursionError):
            raise LockError(
                f"The lock file {place!r} is not JSON. Restore it, or write a new one with 'forge lock TARGET'."
            ) from None
        targets = value.get("targets") if isinstance(value, dict) and value.get("version") == _VERSION else None
        if not isinstance(targets, dict) or not all(_is_entry(tools) for tools in targets.values()):
            raise LockError(
                f"{place!r} is not a lock file of version {_VERSION}. Name another file, or write a new one with "
                "'forge lock TARGET'."
            )
        return cls(place, targets, base)

    def with_tools(
        self, target: str, tools: Sequence[ToolFacts], root: Path | None, secrets: Sequence[str]
    ) -> LockFile:
        """Return the file with the tools of one target.

        Args:
            target: As the user wrote it.
            tools: Its tools.
            root: The sandbox's folder, which differs in each run; None without one.
            secrets: Values that must not be written.
        """
        entries: dict[str, Any] = {}
        for facts in tools:
            if not facts.left_out:
                # The check of unique names reports a second tool of this name.
                entries.setdefault(facts.name, self._portable(facts, root, secrets))
        return replace(self, targets={**self.targets, self._key(target): entries})

    def without_servers(self, targets: Sequence[str]) -> LockFile:
        """Return the file without the servers of those *targets* that are files of servers."""
        files = [self._key(target) for target in targets if is_server_file(target) and not server_name(target)]
        kept = {
            key: tools for key, tools in self.targets.items() if not any(key.startswith(f"{one}:") for one in files)
        }
        return replace(self, targets=kept)

    def number_of_tools(self, targets: Sequence[str]) -> int:
        """Return how many tools of *targets* it holds."""
        return sum(len(self.targets.get(self._key(target), ())) for target in targets)

    def text(self) -> str:
        """Return the file's text."""
        value = {"version": _VERSION, "targets": self.targets}
        return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=True, default=repr) + "\n"

    def check_targets(self, targets: Sequence[str], *, given: Sequence[str]) -> None:
        """Refuse a lock of other targets.

        Args:
            targets: Those of the run.
            given: The same as the user wrote them: a file of servers stands for each of them.

        Raises:
            LockError: If it holds none of them, or a file no longer lists a server that it holds.
        """
        if not any(self._tools_of(target) is not None for target in targets):
            held, asked = (", ".join(map(repr, names)) or "nothing" for names in (list(self.targets)[:3], targets[:3]))
            raise LockError(
                f"The lock file {self.place!r} is of {held}, and not of {asked}. "
                f"Name the lock file of this target, or write it with 'forge lock {shlex.join(targets[:3])}'."
            )
        known = {self._key(target) for target in targets}
        files = [self._key(target) for target in given if is_server_file(target) and not server_name(target)]
        for locked in self.targets:
            if locked not in known and any(locked.startswith(f"{file}:") for file in files):
                file, name = locked.removesuffix(f":{server_name(locked)}"), server_name(locked)
                raise LockError(
                    f"The lock file {self.place!r} holds the server {name!r}, which {file!r} no longer offers. "
                    f"Bring it back, or lock the file again with 'forge lock {file}'."
                )

    def compared(
        self, target: str, tools: Sequence[ToolFacts], root: Path | None, secrets: Sequence[str]
    ) -> list[ToolFacts]:
        """Return the tools with their changes since they were locked, and one more for each that is gone."""
        locked = self._tools_of(target)
        found = [self._changed(facts, locked or {}, root, secrets) for facts in tools]
        present = {facts.name for facts in tools if not facts.left_out}
        if any(facts.unusable for facts in tools) or self._key(target) not in self.targets:
            # Nothing is known of its tools, or it is one tool of a locked target.
            return found
        kind = next((facts.kind for facts in tools), "function")
        gone = Change("tool_gone", "", "the tool is gone")
        return found + [
            ToolFacts(name, target, kind, left_out=_GONE, is_locked=True, changes=(gone,))
            for name in sorted(locked or {})
            if name not in present
        ]

    def _changed(
        self, facts: ToolFacts, locked: Mapping[str, Any], root: Path | None, secrets: Sequence[str]
    ) -> ToolFacts:
        before = locked.get(facts.name)
        if before is None or facts.left_out:
            return facts
        changes = changes_between(before, self._portable(facts, root, secrets))
        return replace(facts, is_locked=True, changes=tuple(changes))

    def _tools_of(self, target: str) -> Mapping[str, Any] | None:
        for key in (self._key(target), self._key(whole_target(target))):
            if key in self.targets:
                return self.targets[key]
        return None

    def _key(self, target: str) -> str:
        """Return a target in one spelling, which does not name the folder of the project."""
        text = target.replace(f"{self.base}{os.sep}", "").replace(str(Path.home()), _HOME)
        for secret in reversed(find_secrets(text)):
            text = f"{text[: secret.start]}REDACTED{text[secret.end :]}"
        file, colon, name = text.partition(":")
        if "://" in text or file in ("mcp", "forge") or not file.endswith((".py", ".json", ".jsonc")):
            return text
        return f"{os.path.normpath(file)}{colon}{name}"

    def _portable(self, facts: ToolFacts, root: Path | None, secrets: Sequence[str]) -> dict[str, Any]:
        """Return the entry of a tool without paths of this machine and without secrets."""

        def plain(value: Any) -> Any:
            if isinstance(value, str):
                return value.replace(str(self.base), _PROJECT) if self.base != Path() else value
            if isinstance(value, dict):
                return {key: plain(one) for key, one in value.items()}
            return [plain(one) for one in value] if isinstance(value, list) else value

        description, schemas = facts.description or "", (facts.input_schema, facts.output_schema)
        if root is not None:
            description, schemas = with_placeholder(description, list(schemas), root)
        takes, gives = plain(hidden_in(list(schemas), secrets))
        told = hidden(plain(description), secrets)
        return locked_tool(replace(facts, description=told, input_schema=takes, output_schema=gives))


def _is_entry(tools: Any) -> bool:
    return isinstance(tools, dict) and all(isinstance(entry, dict) for entry in tools.values())
