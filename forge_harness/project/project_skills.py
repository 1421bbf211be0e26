"""ProjectSkills: the skills of a project, which of them are active, and what all of them deny.

Every skill in the folder may be read, and its rules hold. Only the skills that the project names as active switch tools
on: a skill that a model has written into the folder denies at most too much.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import RegistrationError
from ..skills.skill import Skill, skill_key
from ..skills.skill_folder import SkillFolder
from .project_error import ProjectFileError

__all__ = ["ProjectSkills"]

_FOLDER = "skills"
_SETTINGS = ("folder", "active")


class ProjectSkills:
    """The skills of one project.

    Args:
        file: The project file.
        settings: ``folder``, relative to the project, by default ``skills``; ``active``, a list of names.

    Raises:
        ProjectFileError: If a setting is unknown, or of another type.
    """

    def __init__(self, file: Path, settings: Mapping[str, Any]) -> None:
        self._file = file
        for key, value in settings.items():
            if key not in _SETTINGS:
                near = difflib.get_close_matches(key, _SETTINGS, n=1)
                hint = f"Write {near[0]!r}" if near else f"Use one of {', '.join(_SETTINGS)}"
                raise self._wrong(f"{key[:40]!r} is not a setting of skills", hint)
            if key == "folder" and not isinstance(value, str):
                raise self._wrong("the folder of the skills is not a text", "Write its path")
            if key == "active" and not (isinstance(value, list) and all(isinstance(name, str) for name in value)):
                raise self._wrong("'active' of the skills is not a list of names", "Write '[name, ...]'")
        self._given: str | None = settings.get("folder")
        self._names: list[str] = settings.get("active", [])

    def folder(self) -> Path | None:
        """Return the folder of the skills; None if it does not exist and the file does not name one.

        Raises:
            ProjectFileError: If the file names one that is not a folder of the project.
        """
        root = self._file.resolve().parent
        folder = (root / (_FOLDER if self._given is None else self._given)).resolve()
        if folder.is_dir() and folder.is_relative_to(root) and folder != root:
            return folder
        if self._given is None and not folder.exists():
            return None
        raise self._wrong(
            f"the folder of the skills, {self._given or _FOLDER!r}, is not a folder of the project",
            "Create it in the project, or name another one as 'skills: folder:'",
        )

    def available(self) -> list[Skill]:
        """Return every skill, by name.

        Raises:
            ProjectFileError: If one of them cannot be used.
        """
        folder = self.folder()
        if folder is None:
            return []
        try:
            with SkillFolder(folder) as skills:
                return skills.skills()
        except RegistrationError as error:
            raise ProjectFileError(str(error)) from None

    def active(self) -> list[Skill]:
        """Return the skills that the file names as active, in its order.

        Raises:
            ProjectFileError: If one of them does not exist, or cannot be used.
        """
        found = self.available() if self._names else []
        by_key = {skill_key(name): skill for skill in found for name in (skill.place, skill.name)}
        active = []
        for name in dict.fromkeys(self._names):
            skill = by_key.get(skill_key(name))
            if skill is None:
                names = [skill.name for skill in found]
                near = difflib.get_close_matches(name, names, n=1)
                hint = f"Write {near[0]!r}" if near else f"The project has {', '.join(names) or 'none'}"
                raise self._wrong(f"there is no skill {name[:80]!r}", hint)
            active.append(skill)
        return active

    def _wrong(self, what: str, remedy: str) -> ProjectFileError:
        return ProjectFileError(f"{self._file.name!r}: {what}. {remedy}.")
