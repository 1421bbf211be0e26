"""SkillFolder: the skills of a project, and the files that belong to each.

::

    skills/NAME.md             a skill of one file
    skills/NAME/SKILL.md       a skill, and the files in its folder

A skill is found by its name, or by that of its folder. No file outside a skill's own folder is read.
"""

from __future__ import annotations

import logging
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self

from ..errors import PathNotFoundError, RegistrationError, WorkspaceError
from ..workspace.workspace import Workspace
from .skill import NAME, Skill, skill_from, skill_key

__all__ = ["SkillFile", "SkillFolder"]

log = logging.getLogger(__name__)

_SKILL_FILE = "SKILL.md"
_MAX_BYTES = 1024**2

_LANGUAGES = {
    ".py": "python",
    ".sh": "shell",
    ".bash": "shell",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".ts": "typescript",
}


class SkillFile(NamedTuple):
    """A file of a skill, relative to the skill's folder; its language if it is a script, else empty."""

    path: str
    language: str


class SkillFolder:
    """A folder of skills, read when it is asked; use it as a context manager.

    Args:
        root: The folder; nothing outside it is read.

    Raises:
        ForbiddenPathError: If *root* is not a folder.
    """

    def __init__(self, root: Path) -> None:
        self._files = Workspace(root, max_bytes=_MAX_BYTES)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()

    def skills(self) -> list[Skill]:
        """Return every skill, by name.

        Raises:
            RegistrationError: If one of them cannot be used, or two share a name.
        """
        found: dict[str, Skill] = {}
        try:
            places = self._places()
        except WorkspaceError as error:
            raise RegistrationError(f"The folder of the skills cannot be read. {error}") from None
        for place, path in places.items():
            skill = self._read(place, path)
            for other in found.values():
                if skill_key(other.name) == skill_key(skill.name):
                    raise RegistrationError(
                        f"The skills {other.place!r} and {skill.place!r} have the same name. Rename one of them."
                    )
            found[place] = skill
        return sorted(found.values(), key=lambda skill: skill.name)

    def find(self, name: str) -> Skill | None:
        """Return the skill of that name, or in the folder of that name; None if there is none.

        Case does not matter, and an underscore is a hyphen. A skill that cannot be used is left out, and logged.
        """
        places = self._places()
        by_key = {skill_key(place): place for place in reversed(places)}
        place = name if name in places else by_key.get(skill_key(name))
        if place is not None:
            skill = self._readable(place, places[place])
            if skill is not None:
                return skill
        return next((skill for skill in self.readable() if skill_key(skill.name) == skill_key(name)), None)

    def readable(self) -> list[Skill]:
        """Return every skill that can be used, by name; the others are logged."""
        found = [self._readable(place, path) for place, path in self._places().items()]
        return sorted((skill for skill in found if skill is not None), key=lambda skill: skill.name)

    def files(self, skill: Skill, most: int) -> tuple[list[SkillFile], bool]:
        """Return the files of a skill beside its own, by path, up to a number; and whether there are more."""
        if "/" not in skill.path:
            return [], False
        found: list[SkillFile] = []
        with self._own_folder(skill.place) as own:
            for path in own.walk(max_entries=10 * most):
                if path == _SKILL_FILE or not _is_text(path):
                    continue
                found.append(SkillFile(path, _LANGUAGES.get(PurePosixPath(path).suffix.lower(), "")))
        found.sort()
        return found[:most], len(found) > most

    def text(self, skill: Skill, file: str) -> str:
        """Return a file of a skill, relative to its folder.

        Raises:
            WorkspaceError: If there is no such text file in the folder of the skill.
        """
        if "/" not in skill.path:
            raise PathNotFoundError(f"The skill {skill.name!r} is one file. Leave 'file' out.")
        with self._own_folder(skill.place) as own:
            return own.read_text(file)

    def _own_folder(self, place: str) -> Workspace:
        # It was listed as a folder, and not as a link to one.
        return Workspace(self._files.root / self._files.relative(place), max_bytes=_MAX_BYTES)

    def _places(self) -> dict[str, str]:
        """Return the file of each skill by the name of its place; a folder comes before a file."""
        files, folders = {}, {}
        for entry in self._files.list_directory():
            stem = entry.name.removesuffix(".md")
            if entry.kind == "directory" and not entry.name.startswith(".") and self._has_skill(entry.name):
                folders[entry.name] = f"{entry.name}/{_SKILL_FILE}"
            elif entry.kind == "file" and stem != entry.name and NAME.fullmatch(stem) and stem.casefold() != "readme":
                files[stem] = entry.name
        return files | folders

    def _has_skill(self, place: str) -> bool:
        with self._own_folder(place) as own:
            # One that cannot be read is there as well: reading it tells why.
            return any(entry.name == _SKILL_FILE for entry in own.list_directory())

    def _read(self, place: str, path: str) -> Skill:
        try:
            if "/" in path:
                with self._own_folder(place) as own:
                    text = own.read_text(_SKILL_FILE)
            else:
                text = self._files.read_text(path)
        except WorkspaceError as error:
            raise RegistrationError(f"The skill {place!r} cannot be read. {error}") from None
        return skill_from(text, place=place, path=path)

    def _readable(self, place: str, path: str) -> Skill | None:
        try:
            return self._read(place, path)
        except RegistrationError as error:
            log.warning("A skill is left out: %s", error)
            return None


def _is_text(path: str) -> bool:
    """Tell whether a path can be written as JSON."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return path.isprintable()
