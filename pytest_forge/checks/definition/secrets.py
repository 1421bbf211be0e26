"""The check of secrets in definitions: a description, a default or an example that gives one away."""

from __future__ import annotations

from collections.abc import Iterator

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure
from ..check import check
from .definition_texts import definition_texts
from .schema_view import pointer, printable
from .tool_schema import view_of

__all__ = ["definition_holds_no_secrets"]


@check(
    family="definition",
    level="MUST",
    source="CWE-798: use of hard-coded credentials",
    codes={
        "secret_in_definition": "A description, a default or an example of the definition contains a secret.",
    },
)
def definition_holds_no_secrets(tool: ToolFacts) -> None:
    """Descriptions, defaults, examples and choices contain no keys, tokens or passwords.

    Each model, each client and each log of a session gets the definition. The check looks for the formats of known
    providers, for passwords in addresses such as ``postgresql://user:password@host``, and for random values under the
    name of a secret. Stand-ins such as ``YOUR_API_KEY`` or ``user:password@host`` are allowed.
    """
    from ...cassettes.redaction.secret_search import find_secrets  # takes a while, and only this check needs it

    for place, text in (*definition_texts(tool), *_named_values(tool)):
        found = find_secrets(text)
        if found:
            raise CheckFailure(
                "secret_in_definition",
                f"The {place} contains a secret ({found[0].kind}), which every model and client reads. "
                "Write a stand-in such as YOUR_KEY, read the value from the environment, and replace the secret.",
                about=place,
            )


def _named_values(tool: ToolFacts) -> Iterator[tuple[str, str]]:
    """Yield the texts in defaults and examples after the name of their argument, as in an assignment."""
    for path, node in view_of(tool).nodes:
        properties = node.get("properties")
        for name, below in properties.items() if isinstance(properties, dict) else ():
            values = [below.get("default"), below.get("const")] if isinstance(below, dict) else []
            examples = below.get("examples") if isinstance(below, dict) else None
            for value in [*values, *(examples if isinstance(examples, list) else [])]:
                # A word such as "postgres" is a weak password, and hides nothing.
                if isinstance(value, str) and not value.isalpha():
                    yield f"value at {printable(pointer(((path, 'properties'), str(name))))}", f'{name}="{value}"'
