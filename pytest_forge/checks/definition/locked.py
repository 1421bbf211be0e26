"""Locked: a tool still is what the project's lock file says of it; these checks are made with ``--locked`` only."""

from __future__ import annotations

from collections.abc import Collection

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check

__all__ = [
    "LOCK_CHECKS",
    "locked_annotations_are_kept",
    "locked_arguments_are_accepted",
    "locked_results_are_kept",
    "locked_texts_are_kept",
    "locked_tool_is_there",
]

#: The ids of these checks.
LOCK_CHECKS = (
    "locked_tool_is_there",
    "locked_arguments_are_accepted",
    "locked_results_are_kept",
    "locked_texts_are_kept",
    "locked_annotations_are_kept",
)
_MAX_SHOWN = 4


@check(
    family="definition",
    level="MUST",
    source="Semantic Versioning 2.0.0, rule 8: what a public interface loses breaks its users",
    codes={"tool_gone": "The tool is in the lock file, and the target no longer has it."},
)
def locked_tool_is_there(tool: ToolFacts) -> None:
    """A tool of the lock file is still offered.

    Prompts, allow lists and recorded sessions name tools. Made with --locked (pytest: --forge-lock) only.
    """
    _judge(tool, ("tool_gone",), "Keep it, or lock the target again with 'forge lock'.")


@check(
    family="definition",
    level="MUST",
    source="JSON Schema 2020-12, core 4.3: a schema decides which instances are valid",
    codes={
        "argument_gone": "An argument of the locked tool is refused.",
        "argument_required": "An argument is required that was optional or unknown.",
        "argument_narrowed": "An argument no longer accepts values that it accepted.",
    },
)
def locked_arguments_are_accepted(tool: ToolFacts) -> None:
    """Arguments that the locked schema accepts are still accepted.

    The schemas are compared keyword by keyword: types, choices, bounds, patterns, required and nested arguments. What
    cannot be shown to be accepted counts as refused. Arguments that the schema does not declare count as refused in
    both, so a new optional argument breaks nothing. Made with --locked (pytest: --forge-lock) only.
    """
    _judge(
        tool,
        ("argument_gone", "argument_required", "argument_narrowed"),
        "Accept what was accepted, or lock it again with 'forge lock'.",
    )


@check(
    family="definition",
    level="MUST",
    source="MCP 2025-11-25, tools: structured results conform to the output schema, which clients may rely on",
    codes={
        "output_schema_gone": "The locked tool had an output schema.",
        "output_widened": "A result may have a form that the locked output schema refuses.",
    },
)
def locked_results_are_kept(tool: ToolFacts) -> None:
    """Results that the output schema allows fit the locked one.

    Clients read structured results by the schema they were written for. Made with --locked (pytest: --forge-lock) only.
    """
    _judge(
        tool,
        ("output_schema_gone", "output_widened"),
        "Keep to the locked form, or lock it again with 'forge lock'.",
    )


@check(
    family="definition",
    level="MUST",
    source="OWASP MCP Top 10, MCP03 tool poisoning: a definition that is changed after it was approved",
    codes={
        "description_changed": "The tool's description is another one.",
        "schema_text_changed": "A description, title, default or example in a schema is another one.",
    },
)
def locked_texts_are_kept(tool: ToolFacts) -> None:
    """Texts that a model reads are those that were locked.

    Whoever approved a tool approved its texts. A server may change them at any time, and a model follows what they
    say. Made with --locked (pytest: --forge-lock) only.
    """
    _judge(
        tool,
        ("description_changed", "schema_text_changed"),
        "Read what it says now, and lock it again with 'forge lock' or go back.",
    )


@check(
    family="definition",
    level="MUST",
    source="MCP 2025-11-25, tools: annotations are untrusted unless they come from trusted servers",
    codes={"annotation_changed": "An annotation, the tier or a required scope is another one."},
)
def locked_annotations_are_kept(tool: ToolFacts) -> None:
    """Annotations, tier and scopes are those that were locked.

    Hosts decide by them whether to ask before a call. Made with --locked (pytest: --forge-lock) only.
    """
    _judge(tool, ("annotation_changed",), "Check why, and lock it again with 'forge lock' or go back.")


def _judge(tool: ToolFacts, codes: Collection[str], advice: str) -> None:
    if tool.unusable or not tool.is_locked:
        raise NotApplicable("The tool is not in the lock file.")
    found = [change for change in tool.changes if change.code in codes]
    if not found:
        if "tool_gone" in (change.code for change in tool.changes):
            raise NotApplicable("The tool is gone.")
        return
    told = "; ".join(change.text for change in found[:_MAX_SHOWN])
    more = f"; and {len(found) - _MAX_SHOWN} more" if len(found) > _MAX_SHOWN else ""
    about = ",".join(dict.fromkeys(change.about for change in found if change.about))
    raise CheckFailure(
        found[0].code,
        f"Since it was locked, {told}{more}. {advice}",
        about=about,
    )
