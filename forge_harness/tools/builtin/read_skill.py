"""`read_skill`: a skill's instructions. Source: seed 002, "Load full instructions for an available skill on demand".

Only the skill's own folder is read. Its front matter, with the rules that it brings, is for the operator.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from ...errors import ToolError
from ...json_result import fit_texts
from ...kinds.typed_tool import ForgeTool
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

if TYPE_CHECKING:
    from ...skills.skill import Skill
    from ...skills.skill_folder import SkillFolder

__all__ = ["read_skill"]

_MAX_NAME, _MAX_FILE = 100, 1024
_MAX_NAMED = 20
#: Below the dispatcher's cap, so that a result stays an object.
_MAX_RESULT_BYTES = 768 * 1024
_MAX_LISTED = 50
_MAX_FILES = 200


class ReadSkillArguments(ToolArguments):
    """The skill, or a file of it."""

    name: str = Field(
        description=f"Name of the skill, at most {_MAX_NAME} characters; case does not matter, and '_' is '-'.",
        min_length=1,
        max_length=_MAX_NAME,
        examples=["write-report"],
    )
    file: str = Field(
        default="",
        description="A file of the skill, as `files` lists it. Default: the instructions themselves.",
        max_length=_MAX_FILE,
        examples=["reference/style.md"],
    )


def read_skill(skills: Path) -> ForgeTool:
    """Return the tool that reads the skills of the folder *skills*, and lists them in its description."""

    @forge_tool(
        name="read_skill",
        description=_DESCRIPTION + _listed(skills),
        args_schema=ReadSkillArguments,
        tier=ToolTier.READ,
        category=ToolCategory.BUILTIN,
        register=False,
    )
    def read(arguments: ReadSkillArguments) -> dict[str, Any]:
        with _opened(skills) as folder:
            return _read(folder, arguments)

    return read


_DESCRIPTION = (
    "Load the full instructions of an available skill, or a file of it. `files` lists what belongs to the skill, at "
    f"most {_MAX_FILES}, scripts with their language. `truncated` tells that something is left out."
)


def _opened(skills: Path) -> SkillFolder:
    from ...skills.skill_folder import SkillFolder  # most processes read no skill

    return SkillFolder(skills)


def _listed(folder: Path) -> str:
    """Return a sentence that lists the skills, so that the model knows what it may ask for."""
    with _opened(folder) as opened:
        skills = opened.readable()
    lines = [f"{skill.name}: {skill.description}" if skill.description else skill.name for skill in skills]
    return "\nSkills:\n" + "\n".join(f"- {line}" for line in lines[:_MAX_LISTED]) if lines else ""


def _read(folder: SkillFolder, arguments: ReadSkillArguments) -> dict[str, Any]:
    name = arguments.name
    if "/" in name or "\\" in name or ".." in name or not name.isprintable() or not name.strip():
        raise ToolError("The name of a skill has no '/', '\\' and '..'. Pass a plain name.", code="bad_name")
    skill = folder.find(name)
    if skill is None:
        raise ToolError(_unknown(name, folder.readable()), code="skill_not_found")
    files, has_more = folder.files(skill, _MAX_FILES)
    result = {
        "name": skill.name,
        "text": folder.text(skill, arguments.file) if arguments.file else skill.instructions,
        "files": [file._asdict() for file in files],
        "truncated": has_more,
    }
    return fit_texts(result, ["text", "files"], max_bytes=_MAX_RESULT_BYTES)


def _unknown(name: str, skills: list[Skill]) -> str:
    names = [skill.name for skill in skills]
    if not names:
        return f"There is no skill {name!r}, and no other one. Continue without it."
    import difflib  # for this message alone

    near = difflib.get_close_matches(name, names, n=_MAX_NAMED, cutoff=0.5)
    shown = list(dict.fromkeys([*near, *names]))[:_MAX_NAMED]
    return f"There is no skill {name!r}. Use one of: {', '.join(shown)}."
