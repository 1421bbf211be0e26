"""A project's `forge.yaml`: its tools and their settings, read strictly.

::

    agent:
      id: my-agent
      version: 1.0.0
    tools:
      - name: cli_execute
        config:
          allowed_binaries: ["git", "jq"]
    egress:
      allow: [api.example.com]
    guardrails:
      deny_commands:
        - binary: git
          args_any: [push]
    skills:
      folder: skills
      active: [kube]
    memory: {}

Source: seed 002, the configuration of `cli_execute`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from ..egress.policy import EgressPolicy
from ..errors import RegistrationError
from ..guardrails.rules import GuardrailRules
from ..skills.skill import binaries_of
from ..texts.yaml_shape import yaml_problem
from .cli_settings import CliSettings
from .project_egress import project_egress
from .project_error import ProjectFileError
from .project_skills import ProjectSkills
from .tool_settings import ToolSettings

__all__ = ["PROJECT_FILE", "ProjectFile", "ProjectFileError", "ToolEntry", "read_project_file"]

PROJECT_FILE = "forge.yaml"

_MAX_BYTES = 256 * 1024
_MAX_DEPTH = 20
_KEYS = ("agent", "tools", "egress", "guardrails", "skills", "memory")
_OF_A_TOOL = ("name", "config")
#: The settings of our tools that a project may choose: for each tool, the key of its config and the setting.
_SETTINGS = {"file_create": {"files_folder": "files_folder"}}


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A tool of a project file.

    Args:
        name: The tool's name.
        config: Its settings, in JSON types.
        lines: The line of each setting.
    """

    name: str
    config: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """What a project file says.

    Args:
        path: The file.
        agent: What is told about the agent.
        tools: The tools that it names, in its order.
        egress: Where tools may send requests.
        guardrails: What the operator denies.
        skills: The settings of skills.
        memory: The settings of the memory.
        lines: The line of each key of these sections, by section.
    """

    path: Path
    tools: tuple[ToolEntry, ...] = ()
    egress: Mapping[str, Any] = field(default_factory=dict)
    guardrails: Mapping[str, Any] = field(default_factory=dict)
    skills: Mapping[str, Any] = field(default_factory=dict)
    memory: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    agent: Mapping[str, Any] = field(default_factory=dict)

    def config(self, name: str, defaults: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Return the settings of a tool that the file gives; empty if it does not name the tool.

        Args:
            name: The tool's name.
            defaults: The settings that the tool has, each with a value of its type; None for any.

        Raises:
            ProjectFileError: If a setting is not one of *defaults*, or of another type.
        """
        tool = next((tool for tool in self.tools if tool.name == name), None)
        if tool is None:
            return {}
        for key, value in tool.config.items() if defaults is not None else ():
            if defaults is None or key not in defaults:
                raise _unknown(self.path, tool.lines[key], key, defaults or ())
            if not _is_like(value, defaults[key]):
                raise _wrong(self.path, tool.lines[key], f"{key!r} is not a {_name_of(defaults[key])}", "Correct it")
        return tool.config

    def tool_settings(self) -> ToolSettings:
        """Return the settings that our tools are made from.

        Raises:
            ProjectFileError: If a setting of one of these tools is unknown or of another type.
        """
        rules = self.guardrail_rules()
        chosen: dict[str, Any] = {
            "egress": self.egress_policy(),
            "guardrails": rules if rules != GuardrailRules() else None,
            "skills": self.project_skills().folder(),
        }
        for name, fields in _SETTINGS.items():
            defaults = {key: getattr(ToolSettings(), setting) for key, setting in fields.items()}
            chosen |= {fields[key]: value for key, value in self.config(name, defaults).items()}
        return ToolSettings(**chosen, cli=self._cli_settings())

    def _cli_settings(self) -> CliSettings:
        given = self.config("cli_execute", {**asdict(CliSettings()), **{key: [] for key in CliSettings.LISTS}})
        # What the operator lists is all; without a list, it is what active skills need.
        needed = () if "allowed_binaries" in given else binaries_of(self.project_skills().active())
        try:
            return CliSettings(**{"allowed_binaries": needed, **given})
        except ValueError as error:
            raise ProjectFileError(f"{self.path.name!r}, 'cli_execute': {error}") from None

    def egress_policy(self) -> EgressPolicy | None:
        """Return where tools may send requests; None if the file does not say, which means nowhere.

        Raises:
            ProjectFileError: If a setting is unknown, or not one that a policy may have.
        """
        return project_egress(self.path, self.egress, self.lines.get("egress", {}))

    def project_skills(self) -> ProjectSkills:
        """Return the skills of the project.

        Raises:
            ProjectFileError: If a setting of skills is unknown, or of another type.
        """
        return ProjectSkills(self.path, self.skills)

    def guardrail_rules(self) -> GuardrailRules:
        """Return what the operator denies in the file, and what every skill of the project denies.

        Raises:
            ProjectFileError: If a rule or a skill cannot be used.
        """
        try:
            own = GuardrailRules.read(self.guardrails, source=repr(self.path.name))
        except RegistrationError as error:
            raise ProjectFileError(str(error)) from None
        return GuardrailRules.joined([own, *(skill.guardrails for skill in self.project_skills().available())])


def read_project_file(path: str | Path) -> ProjectFile:
    """Return what a project file says; what an empty one says if there is none.

    Args:
        path: The folder of the project, or the file.

    Raises:
        ProjectFileError: If it is not UTF-8, not YAML, too long or too deep, or holds an unknown or repeated key.
    """
    given = Path(path)
    file = given / PROJECT_FILE if given.is_dir() else given
    try:
        with file.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return ProjectFile(file)
    except OSError:
        raise ProjectFileError(f"{file.name!r} cannot be read. Check its type and its permissions.") from None
    if len(data) > _MAX_BYTES:
        raise ProjectFileError(f"{file.name!r} is longer than {_MAX_BYTES >> 10} KiB. Check that it is the right file.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ProjectFileError(f"{file.name!r} is not UTF-8. Save it as UTF-8.") from None
    return _Reader(file).read(text)


class _Reader:
    """Reads the nodes of one file, which know their lines."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, text: str) -> ProjectFile:
        import yaml  # here: few runs read a project file

        try:
            problem = yaml_problem(text, max_depth=_MAX_DEPTH)
            if problem is not None:
                raise _wrong(self._path, problem.line, problem.what, problem.remedy)
            root = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            where = "" if mark is None else f" in line {mark.line + 1}"
            raise ProjectFileError(f"{self._path.name!r} is not valid YAML{where}. Correct it.") from None
        if root is None:
            return ProjectFile(self._path)
        parts = self._keys_of(root, _KEYS)
        tools = self._tools(parts.pop("tools")) if "tools" in parts else ()
        sections = {key: self._mapping(key, node) for key, node in parts.items()}
        lines = {section: {key: line for key, _, line in self._pairs(node)} for section, node in parts.items()}
        return ProjectFile(self._path, tools, lines=lines, **sections)

    def _tools(self, node: Any) -> tuple[ToolEntry, ...]:
        if node.id != "sequence":
            raise _wrong(self._path, _line(node), "'tools' is not a list", "Begin each tool with '- name:'")
        found: dict[str, ToolEntry] = {}
        for item in node.value:
            parts = self._keys_of(item, _OF_A_TOOL)
            name = self._value(parts["name"]) if "name" in parts else None
            if not isinstance(name, str) or not name:
                raise _wrong(self._path, _line(item), "a tool has no name", "Begin it with '- name:'")
            if name in found:
                raise _wrong(self._path, _line(item), f"the tool {name!r} stands there twice", "Leave one of them out")
            lines = dict[str, int]()
            if "config" in parts:
                lines = {key: line for key, _, line in self._pairs(parts["config"])}
            config = self._mapping("config", parts["config"]) if "config" in parts else {}
            found[name] = ToolEntry(name, config, lines)
        return tuple(found.values())

    def _keys_of(self, node: Any, known: Iterable[str]) -> dict[str, Any]:
        found = {}
        for key, value, line in self._pairs(node):
            if key not in known:
                raise _unknown(self._path, line, key, known)
            found[key] = value
        return found

    def _mapping(self, key: str, node: Any) -> dict[str, Any]:
        value = self._value(node)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise _wrong(self._path, _line(node), f"{key!r} is not a mapping", "Write its settings as 'name: value'")
        return value

    def _pairs(self, node: Any) -> Iterator[tuple[str, Any, int]]:
        """Yield each key of a mapping, its node and its line; a key is a text, and stands there once."""
        if _is_null(node):
            return
        if node.id != "mapping":
            raise _wrong(self._path, _line(node), "there is no 'name: value'", "Write a mapping")
        seen = set[str]()
        for key, value in node.value:
            name = self._value(key)
            if not isinstance(name, str):
                shown = str(getattr(key, "value", ""))[:40]
                raise _wrong(self._path, _line(key), f"the key {shown!r} is not a text", "Put it in quotes")
            if name in seen:
                raise _wrong(self._path, _line(key), f"{name!r} stands there twice", "Leave one of them out")
            seen.add(name)
            yield name, value, _line(key)

    def _value(self, node: Any) -> Any:
        """Return a node's value in JSON types."""
        import yaml

        if node.tag == "tag:yaml.org,2002:map":
            return {key: self._value(value) for key, value, _ in self._pairs(node)}
        if node.tag == "tag:yaml.org,2002:seq":
            return [self._value(item) for item in node.value]
        with suppress(yaml.YAMLError, ValueError, OverflowError):
            value = yaml.constructor.SafeConstructor().construct_object(node)
            if value is None or isinstance(value, str | bool | int) or (isinstance(value, float) and isfinite(value)):
                return value
        shown = str(node.value)[:40] if node.id == "scalar" else node.tag[:80]
        raise _wrong(
            self._path, _line(node), f"{shown!r} is not a JSON value", "Write a plain one, or put it in quotes"
        )


def _is_null(node: Any) -> bool:
    return bool(node.tag == "tag:yaml.org,2002:null")


def _line(node: Any) -> int:
    return int(node.start_mark.line) + 1


def _unknown(path: Path, line: int, key: str, known: Iterable[str]) -> ProjectFileError:
    names = list(known)
    near = difflib.get_close_matches(key, names, n=1)
    hint = f"Write {near[0]!r}" if near else f"Use one of {', '.join(names)}"
    return _wrong(path, line, f"{key[:40]!r} is not a known key", hint)


def _wrong(path: Path, line: int, what: str, remedy: str) -> ProjectFileError:
    return ProjectFileError(f"{path.name!r}, line {line}: {what}. {remedy}.")


def _is_like(value: object, default: object) -> bool:
    """Tell whether a value has the type of a default; where that is a number, one may be written as 60 or as 60.0."""
    return type(value) is type(default) or (isinstance(default, float) and type(value) in {int, float})


def _name_of(value: object) -> str:
    names = {str: "text", int: "whole number", float: "number", bool: "truth value", list: "list", dict: "mapping"}
    return names.get(type(value), type(value).__name__)
