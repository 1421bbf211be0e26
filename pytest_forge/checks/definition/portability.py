"""Portability: one check for each provider, by the limits that `forge_harness` knows."""

from __future__ import annotations

from typing import Any

from forge_harness import DIALECTS, portability_problems

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check
from .schema_validity import FOREIGN_TYPES, JSON_TYPES
from .schema_view import listed, printable
from .tool_schema import view_of

__all__: list[str] = []

#: Rules with a check of their own, which reports them once instead of once for each provider.
_REPORTED_ELSEWHERE = frozenset({"name", "description", "malformed", "reference", "required"})


@check(
    family="definition",
    level="SHOULD",
    source="https://platform.openai.com/docs/guides/function-calling",
    codes={
        "not_portable": "The provider would refuse or rewrite the definition.",
    },
)
def portable_to_openai(tool: ToolFacts) -> None:
    """OpenAI accepts the definition as it is, or rewritten without loss."""
    _judge(tool, "openai")


@check(
    family="definition",
    level="SHOULD",
    source="https://platform.openai.com/docs/guides/structured-outputs#supported-schemas",
    codes={
        "not_portable": "The provider would refuse or rewrite the definition.",
    },
)
def portable_to_openai_strict(tool: ToolFacts) -> None:
    """OpenAI's strict mode can enforce the schema.

    Optional arguments, defaults and free-form objects can be rewritten without loss. Only rules that are lost in any
    rewriting are reported.
    """
    if _problems(tool, "openai"):
        raise NotApplicable("OpenAI refuses the definition in any mode; portable_to_openai says why.")
    _judge(tool, "openai_strict")


@check(
    family="definition",
    level="SHOULD",
    source="https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use",
    codes={
        "not_portable": "The provider would refuse or rewrite the definition.",
    },
)
def portable_to_anthropic(tool: ToolFacts) -> None:
    """Anthropic accepts the definition as it is, or rewritten without loss."""
    _judge(tool, "anthropic")


@check(
    family="definition",
    level="SHOULD",
    source="https://ai.google.dev/api/caching#FunctionDeclaration",
    codes={
        "not_portable": "The provider would refuse or rewrite the definition.",
    },
)
def portable_to_gemini(tool: ToolFacts) -> None:
    """Gemini accepts the definition as it is, or rewritten without loss."""
    _judge(tool, "gemini")


def _judge(tool: ToolFacts, provider: str) -> None:
    problems = _problems(tool, provider)
    if problems:
        label = DIALECTS[provider].label
        raise CheckFailure("not_portable", f"The definition is not portable to {label}: {listed(problems)}.")


def _problems(tool: ToolFacts, provider: str) -> list[str]:
    view = view_of(tool)
    if view.root is None:
        if tool.input_schema is None:
            return []
        raise NotApplicable("The schema is not a JSON object that could be sent, as another check reports.")
    return [
        printable(f"{problem.message.removesuffix('.')} (at {problem.path or 'the root'})")
        for problem in portability_problems(tool.name, tool.description, view.root, DIALECTS[provider])
        if problem.rule not in _REPORTED_ELSEWHERE and _is_news(problem.rule, problem.path, view.root)
    ]


def _is_news(rule: str, path: str, root: dict[str, Any]) -> bool:
    """Return False for a type that is unknown in every language, which schema_is_valid reports."""
    if rule == "root-type":
        return _is_foreign(root.get("type"))
    if rule != "type":
        return True
    value: Any = root
    for token in path.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return _is_foreign(value)


def _is_foreign(kind: Any) -> bool:
    names = kind if isinstance(kind, list) else [kind]
    return any(isinstance(name, str) and name not in JSON_TYPES and name.lower() in FOREIGN_TYPES for name in names)
