"""World: planted files outside the workspace, and a server's effects on them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...observe.observation import Observation
from ...oracles.file_tree import Change, contents_below
from ...oracles.secret_search import find_leaks
from ...sandbox import WORKSPACE_WORD
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import NotApplicable
from .asking import own_server
from .observing import observe
from .reading import WatchedCalls, files_read

__all__ = ["SECRET_FILE", "SECRET_FOLDER", "World", "rooted"]

#: Relative paths in every folder outside: a file with a canary, and a folder with a file of a unique name.
SECRET_FILE, SECRET_FOLDER = "secret.txt", "private"

_MAX_FILES, _MAX_BYTES, _LONG_NAME = 200, 1 << 16, 200


def rooted(subject: Subject) -> None:
    """Require that the server's command names the workspace as its folder.

    Raises:
        NotApplicable: If it does not, if it also names a parent folder, or if the server runs elsewhere.
    """
    address = own_server(subject).server.address
    if not address.names_workspace:
        raise NotApplicable(
            "The command does not give the server a folder to stay in. Write {workspace} where it takes one."
        )
    sandbox = subject.sandbox
    outside = (sandbox.outside, sandbox.sibling, sandbox.home)
    for word in address.words[1:]:
        text = word.rpartition("=")[2].replace(WORKSPACE_WORD, str(sandbox.workspace))
        folder = Path(os.path.normpath(text))
        if folder.is_absolute() and any(place.is_relative_to(folder) for place in outside):
            raise NotApplicable("The command gives the server a folder that contains more than the workspace.")


class World:
    """Planted files outside the workspace, and what calls do to them.

    Args:
        subject: The tool.

    Attributes:
        token: A unique word in the names of planted files outside.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._sandbox = subject.sandbox
        self.token = f"tok{subject.random.getrandbits(48):012x}"
        canaries = self._sandbox.canaries
        self._needles = {
            "a file outside its workspace": canaries["outside"],
            "a file in a folder whose name begins like the workspace's": canaries["sibling"],
            "a file in the home directory": canaries["home"],
        }
        for folder in self.outside:
            (folder / SECRET_FOLDER).mkdir(exist_ok=True)
            (folder / SECRET_FOLDER / f"{self.token}.txt").write_text("private\n")
        (self._sandbox.home / SECRET_FILE).write_text(canaries["home"] + "\n")
        self._unread = {
            folder / name: needle
            for folder, needle in zip(self.outside, self._needles, strict=True)
            for name in (SECRET_FILE, f"{SECRET_FOLDER}/{self.token}.txt")
        }

        workspace = self._sandbox.workspace
        self._files = contents_below(workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES)

    def tidy(self, arguments: Mapping[str, Any]) -> None:
        """Restore files that calls have moved, and remove new files that *arguments* name.

        Otherwise a call that moves or creates a file would work only once.
        """
        for path, content in self._files.items():
            if not path.exists() and path.parent.is_dir():
                path.write_bytes(content)
        workspace = self._sandbox.workspace
        for text in (value for value in arguments.values() if isinstance(value, str)):
            path = Path(os.path.normpath(workspace / text)) if "\0" not in text else workspace
            if path in self._files or path == workspace or not path.is_relative_to(workspace):
                continue
            if len(text) < _LONG_NAME and path.is_file() and not path.is_symlink():
                path.unlink()

    @property
    def outside(self) -> tuple[Path, ...]:
        """The folders that the server must not touch."""
        return self._sandbox.outside, self._sandbox.sibling, self._sandbox.home

    def watched(self) -> WatchedCalls:
        """Return calls that report which files outside are read."""
        return WatchedCalls(self._subject, self._unread)

    def escape(
        self, arguments: dict[str, Any], *, calls: WatchedCalls, control: Mapping[str, Any]
    ) -> tuple[str, Outcome]:
        """Make a call, and return its effect outside as a verb phrase ("" for none) and the reply.

        Args:
            arguments: The call.
            calls: Reports which files outside are read.
            control: An ordinary call, which reads nothing outside.
        """
        seen = calls.observe(arguments, self.outside)
        did = self._escape(seen)
        read = files_read(seen)
        if not did and read and calls.reads_again(arguments, read, control=control):
            did = f"read {self._unread[read[0]]}, although its answer does not show it"
        return did, seen.answer

    def _escape(self, seen: Observation[Outcome]) -> str:
        """Return the effect outside that the reply or the files show, as a verb phrase; "" for none."""
        arguments = seen.answer.arguments
        for name, _ in find_leaks(self._needles, seen.answer.body):
            return f"read {name}"
        if self.token not in str(arguments) and self.token in seen.answer.text:
            return "listed a folder outside its workspace"
        for change in seen.changed_entries:
            if not self._is_by_the_way(change, arguments):
                return f"{change.action} {_place(self._sandbox.root, change)}"
        return ""

    def _is_by_the_way(self, change: Change, arguments: Mapping[str, Any]) -> bool:
        """Return whether a change is a program's own file: in a hidden folder of HOME, and not named in the call."""
        home = self._sandbox.home
        return (
            change.path.is_relative_to(home)
            and change.path.relative_to(home).parts[:1] != ()
            and change.path.relative_to(home).parts[0].startswith(".")
            and change.path.name not in str(arguments)
        )

    def observe(self, arguments: dict[str, Any]) -> Observation[Outcome]:
        """Make a call, and observe its changes in the sandbox."""
        seen = observe(self._subject, arguments)
        if seen.answer.answer is None:
            self._subject.has_left(1, is_hung=True)
        return seen


def _place(root: Path, change: Change) -> str:
    return f"the {change.kind} {str(change.path.relative_to(root))!r} outside its workspace"
