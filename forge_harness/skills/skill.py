r"""Skill: what the file of a skill says.

::

    ---
    name: k8s-incident-triage
    description: Find out why a deployment is not healthy.
    requires:
      tools: [cli_execute, CodeAgentSearchTools]
    deny_commands:
      - pattern: \bget\s+secrets?\b
    ---
    # How to triage ...

``requires`` and the rules may also stand in ``metadata.forge``, the rules in a mapping ``guardrails`` at either place.
Other fields belong to other programs, and are not read.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import RegistrationError
from ..guardrails.rules import GuardrailRules
from .front_matter import split_front_matter

__all__ = ["NAME", "Skill", "binaries_of", "skill_from", "skill_key"]

#: What a skill may be called.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_RULES = ("deny_commands", "deny_output", "deny_prompts", "deny_responses")
_OURS = (*_RULES, "guardrails", "requires")
_REQUIRED = ("tools", "bins", "env")
_MAX_DESCRIPTION = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """One skill.

    Args:
        name: Its name, from the front matter, else that of its folder or file.
        place: The name of its folder, or of its file without the extension.
        path: Its file, relative to the folder of the skills.
        description: What it is for, on one line; empty if it does not say.
        instructions: Its text, without the front matter.
        tools: The tools, and groups of tools, that it needs.
        binaries: The names of the programs that it needs.
        guardrails: What it denies.
    """

    name: str
    place: str
    path: str
    description: str = ""
    instructions: str = ""
    tools: tuple[str, ...] = ()
    binaries: tuple[str, ...] = ()
    guardrails: GuardrailRules = field(default_factory=GuardrailRules)


def skill_key(name: str) -> str:
    """Return what two spellings of one name share: case does not matter, and an underscore is a hyphen."""
    return name.casefold().replace("_", "-")


def binaries_of(skills: Iterable[Skill]) -> tuple[str, ...]:
    """Return the programs that skills need, each once."""
    return tuple(dict.fromkeys(binary for skill in skills for binary in skill.binaries))


def skill_from(text: str, *, place: str, path: str) -> Skill:
    """Return the skill of a file.

    Args:
        text: The file.
        place: The name of its folder, or of the file without the extension.
        path: The file, relative to the folder of the skills.

    Raises:
        RegistrationError: If its front matter, a field of it or a rule cannot be used.
    """
    where = f"skill {place!r}"
    try:
        front, instructions = split_front_matter(text)
    except ValueError as error:
        raise RegistrationError(f"The {where} cannot be used. {error}") from None
    forge = _mapping(_mapping(front.get("metadata"), where, "metadata").get("forge"), where, "metadata.forge")
    for ours in (front, forge):
        _refuse_slips(ours, where)
    name = front.get("name", place)
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise RegistrationError(
            f"The {where} has the name {str(name)[:80]!r}. Use up to 64 letters, digits, '-', '_' and '.'."
        )
    description = front.get("description")
    requires = [_mapping(place_.get("requires"), where, "requires") for place_ in (front, forge)]
    for required in requires:
        _refuse_slips(required, where, _REQUIRED)
    binaries = _texts(requires, "bins", where)
    for binary in binaries:
        # A path could lead to a file that a model has written.
        if not binary or "/" in binary or "\0" in binary:
            raise RegistrationError(
                f"The {where} has 'requires.bins' with {binary[:80]!r}, which is not a name. Write the program's name."
            )
    return Skill(
        name=name,
        place=place,
        path=path,
        description=" ".join(description.split())[:_MAX_DESCRIPTION] if isinstance(description, str) else "",
        instructions=instructions,
        tools=_texts(requires, "tools", where),
        binaries=binaries,
        guardrails=_guardrails(front, forge, where),
    )


def _guardrails(front: Mapping[str, Any], forge: Mapping[str, Any], where: str) -> GuardrailRules:
    found: dict[str, Any] = {}
    for given in (front, forge):
        grouped = _mapping(given.get("guardrails"), where, "guardrails")
        for rules in ({key: given[key] for key in _RULES if key in given}, grouped):
            for key, value in rules.items():
                if key in found and isinstance(value, list):
                    found[key] = [*found[key], *value]
                elif value is not None:
                    found[key] = value
    return GuardrailRules.read(found, source=where)


def _refuse_slips(given: Mapping[str, Any], where: str, known: tuple[str, ...] = _OURS) -> None:
    """Refuse a field that is one of ours, misspelled: a rule that is not read denies nothing."""
    for key in given:
        near = difflib.get_close_matches(str(key), known, n=1, cutoff=0.8)
        if near and key not in known:
            raise RegistrationError(f"The {where} has a field {str(key)[:80]!r}. Write {near[0]!r}, or rename it.")


def _mapping(value: Any, where: str, name: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise RegistrationError(f"The {where} has {name!r} that is not a mapping. Write its fields as 'name: value'.")
    return value


def _texts(requires: list[Mapping[str, Any]], key: str, where: str) -> tuple[str, ...]:
    found: list[str] = []
    for required in requires:
        value = required.get(key) or []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise RegistrationError(f"The {where} has 'requires.{key}' that is not a list of texts. Write a list.")
        found += value
    return tuple(dict.fromkeys(found))
