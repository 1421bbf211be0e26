"""Shown values: a default, or one of several examples, that the tool itself refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....observe.observation import Observation
from ....oracles.program_state import ProgramState
from ....profile.roles import PATH_ROLES, Role, role_of
from ....strategies.described_values import described_values
from ....strategies.schemas.limits import bounds
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.observing import observe
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.own_world import plant_world

__all__ = ["judge_shown_values"]

_MAX_ARGUMENTS, _MAX_BASES, _MAX_OTHERS = 4, 3, 6
_EXISTING = frozenset({*PATH_ROLES, Role.URL, Role.HOST, Role.SQL, Role.COMMAND})


def judge_shown_values(subject: Subject) -> None:
    """Judge that a tool accepts its defaults and the examples of its description, if it accepts similar values.

    Raises:
        CheckFailure: If it refuses one with a ValueError, and looks for nothing that does not exist.
    """
    shown = list(_shown(subject.schema))[:_MAX_ARGUMENTS]
    if not shown:
        return
    bases = plausible_calls(subject, limit=_MAX_BASES)
    memory = ProgramState.take(subject.tool)
    for name, value, others, what in shown:
        for base in bases:
            refused = _made(subject, memory, {**base, name: value})
            if not isinstance(refused.answer.raised, ValueError):
                break
            tried = (_made(subject, memory, {**base, name: other}) for other in others)
            worked = next((one for one in tried if one.answer.succeeded), None)
            if worked is not None and not set(_missing(subject, refused)) - set(_missing(subject, worked)):
                raise CheckFailure(
                    "refused_value",
                    f"The tool refuses {what} {value!r} of {name!r}, but accepts {worked.answer.arguments[name]!r}. "
                    "Accept it, or show another.",
                    about=name,
                    arguments=refused.answer.arguments,
                )


def _shown(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any, list[Any], str]]:
    """Yield arguments, each with a value that the definition shows, similar values, and what it is."""
    for name, node in (schema.get("properties") or {}).items():
        if not isinstance(node, Mapping) or "enum" in node or role_of(name, node) in _EXISTING:
            continue
        default = node.get("default")
        if node.get("type") == "integer" and isinstance(default, int) and not isinstance(default, bool):
            low, high = bounds(node, whole=True)
            beside = (default - 1, default + 1, default // 2)
            others = [n for n in dict.fromkeys(beside) if (low is None or n >= low) and (high is None or n <= high)]
            yield name, default, [n for n in others if n != default], "the default"
        if node.get("type") != "string":
            continue
        examples = [value for value in described_values(str(node.get("description") or "")) if isinstance(value, str)]
        if isinstance(default, str) and default.strip():
            plain = re.sub(r"[^A-Za-z0-9]", "", default)
            forms = dict.fromkeys((*examples, plain, plain.upper(), plain.lower(), default.strip()))
            yield name, default, [form for form in forms if form and form != default][:_MAX_OTHERS], "the default"
        for example in examples if len(examples) > 1 else ():
            yield name, example, [other for other in examples if other != example][:_MAX_OTHERS], "the example"


def _made(subject: Subject, memory: ProgramState, call: dict[str, Any]) -> Observation[Outcome]:
    # An earlier call may have stored the value, or used up a key.
    memory.restore()
    subject.renew()
    plant_world(subject, [call])
    return observe(subject, call, folders=(subject.sandbox.workspace,))


def _missing(subject: Subject, seen: Observation[Outcome]) -> list[str]:
    workspace = subject.sandbox.workspace
    return [name for name in seen.names_asked if not (workspace / name).exists()]
