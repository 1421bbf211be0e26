"""Known values: what descriptions quote and the program of a tool holds, for arguments that take only these.

They only choose calls, and never a verdict: a value is tried, and the answer shows whether it was a good one.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ...oracles.own_code import OwnCode
from ...profile.roles import name_words
from ...profile.secrets import names_secret
from ...regex import regex
from ...strategies.described_values import quoted_texts
from ...strategies.role_values import described_tables, value_examples
from ...targets.held_values import held_values
from ...targets.mcp.tool import McpTool
from ...targets.subject import Subject
from .worlds.file_values import file_values

__all__ = ["KnownValues", "known_values", "quoted_values"]

_MAX_TRIES = 60
_WORD = regex(r"[^\W\d_]{3,}")
#: A shorter value of a variable is no secret.
_MIN_SECRET = 6


class KnownValues:
    """Values by their owner, the likeliest first.

    Args:
        owned: The name of a variable, a function, a file or an argument, and its values.
        unlikely: Names in the protocol and in schemas, which come last.
        secrets: Values that no call may contain.

    Attributes:
        left_out: Values that show nothing now, since other calls have created records of these names.
    """

    def __init__(
        self,
        owned: Iterable[tuple[str, Iterable[Any]]],
        *,
        unlikely: Iterable[str] = (),
        secrets: Iterable[str] = (),
    ) -> None:
        self._owned = [(owner, tuple(values)) for owner, values in owned if not names_secret(owner)]
        self._unlikely = frozenset(unlikely)
        self.left_out: set[Any] = set()
        self._secrets = tuple(secret for secret in secrets if len(secret) >= _MIN_SECRET)

    def with_more(self, owned: Iterable[tuple[str, Iterable[Any]]]) -> KnownValues:
        """Return these values, and others before them."""
        more = KnownValues([*owned, *self._owned], unlikely=self._unlikely, secrets=self._secrets)
        more.left_out = self.left_out
        return more

    def values_for(self, argument: str, old: Any) -> list[Any]:
        """Return values of the type of *old* for an argument: those whose owner has a word of its name come first."""
        words = _stems(argument)
        ranked: dict[Any, tuple[bool, bool, bool]] = {}
        for owner, values in self._owned:
            is_named = not words.isdisjoint(_stems(owner))
            for value in values:
                if type(value) is type(old) and value != old and self._may_be_sent(value):
                    is_plain = not isinstance(value, str) or not value.count(" ") > 1
                    ranked.setdefault(value, (value in self._unlikely, not is_plain, not is_named))
        return sorted(ranked, key=lambda value: ranked[value])[:_MAX_TRIES]

    def siblings(self, argument: str, value: Any) -> list[Any]:
        """Return the other values of the type of *value* beside it, those of owners named like the argument first."""
        words = _stems(argument)
        owners = [(owner, values) for owner, values in self._owned if value in values and type(value) is not bool]
        owners.sort(key=lambda owned: words.isdisjoint(_stems(owned[0])))
        found = dict.fromkeys(
            other
            for _, values in owners
            for other in values
            if type(other) is type(value) and other != value and self._may_be_sent(other)
        )
        return [other for other in found if other not in self._unlikely][:_MAX_TRIES]

    def common_words(self, most: int) -> list[str]:
        """Return the words, in small letters, that most of the values hold, of those that two or more hold."""
        texts = {value for _, values in self._owned for value in values if isinstance(value, str)}
        words = (set(_WORD.findall(text.lower())) for text in texts if self._may_be_sent(text))
        counts = Counter(sorted(word for found in words for word in found))
        return [word for word, count in counts.most_common(most) if count > 1]

    def _may_be_sent(self, value: Any) -> bool:
        if not isinstance(value, str) or value in self.left_out:
            return not isinstance(value, str)
        # A path of the machine or an address leads out of the sandbox.
        leads_out = value.startswith(("/", "~")) or "://" in value
        return not leads_out and not any(secret in value for secret in self._secrets)


def known_values(subject: Subject) -> KnownValues:
    """Return what the program of a tool holds, and what the files of its workspace contain."""
    server = subject.tool.server if isinstance(subject.tool, McpTool) else None
    if server is None:
        held = held_values(OwnCode(subject.tool).modules())
    else:
        held = [] if server.inside is None else list(server.inside.held)
    has_files = server is None or not server.address.url
    written, planted = (
        list(file_values(subject.sandbox.workspace, planted=one)) if has_files else [] for one in (False, True)
    )
    # The code of a server holds the protocol's words, too.
    spoken = set() if server is None else server.vocabulary
    fields = {str(name) for facts, _ in subject.neighbours for name in _properties(facts.input_schema)}
    names = {facts.name for facts, _ in subject.neighbours}
    secrets = [*subject.sandbox.canaries.values(), *os.environ.values()]
    return KnownValues([*written, *held, *planted], unlikely=names | fields | spoken, secrets=secrets)


def quoted_values(subject: Subject) -> KnownValues:
    """Return what the descriptions of a tool and its arguments quote, as in "list 'local' or 'remote' branches".

    A tool's own description may show a value without quotes as well: "one loan a line, e.g. B-7;R17;2025-06-30". If it
    names columns, there are tables with them.
    """
    nodes = {name: node for name, node in _properties(subject.schema).items() if isinstance(node, dict)}
    told = {name: node.get("description") for name, node in nodes.items()}
    quoted = [(name, quoted_texts(text)) for name, text in told.items() if isinstance(text, str)]
    # What the tool's own description shows may be meant for any argument.
    said = subject.facts.description or ""
    values = [*quoted_texts(said), *value_examples(said), *described_tables(said)]
    return KnownValues([*quoted, ("", values)])


def _properties(schema: Any) -> Mapping[str, Any]:
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    return properties if isinstance(properties, Mapping) else {}


def _stems(name: str) -> set[str]:
    return {word[:-1] if len(word) > 3 and word.endswith("s") else word for word in name_words(name)}
