"""Grammar of texts: lengths, patterns and formats, alone and together."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from ..schemas.merged import Merged
from ..schemas.patterns import compiled_pattern
from ..schemas.schema_document import SchemaDocument
from .grammar import Built, Checked, Choice, Node, Text, Whole
from .of_format import format_forms
from .of_pattern import pattern_grammar
from .random_driver import NoValueError, compile_random

__all__ = ["text_grammar"]

#: Longer texts repeat a short one, at the same cost.
_LONG = 100
_PROBES = 30
#: Lengths of texts of formats.
_FORMAT_LENGTHS = (20, 90)


def text_grammar(document: SchemaDocument, merged: Merged, *, wide: bool = False) -> Node:
    """Return the texts that *merged* allows.

    Args:
        document: Validates formats.
        merged: The keywords.
        wide: Whether to include rarer notations of a format.
    """
    least, most = merged.min_length, merged.max_length
    if most is not None and least > most:
        return Choice([])
    sources = [pattern_grammar(pattern, least, most) for pattern in merged.patterns]
    named = merged.formats if merged.encoding is None else [*merged.formats, merged.encoding]
    for name in named:
        forms = _forms(document, name, wide=wide)
        if forms:
            sources.append(forms[0] if len(forms) == 1 else Choice(forms))
    tests = [_finding(pattern) for pattern in merged.patterns] + [_having(document, name) for name in merged.formats]
    if not sources:
        plain = _plain(least, most)
        return Checked(plain, _all(tests)) if any(_judges(document, name) for name in merged.formats) else plain
    if len(sources) == 1 and not merged.formats:
        return sources[0]
    in_lengths = least <= 2 and (most is None or most >= _FORMAT_LENGTHS[1])
    if len(sources) == 1 and not merged.patterns and in_lengths and len(named) == 1:
        return sources[0] if least == 0 or merged.encoding is None else Checked(sources[0], _sized(least, most))
    return _likeliest([Checked(source, _all([_sized(least, most), *tests])) for source in sources])


def _forms(document: SchemaDocument, name: str, *, wide: bool) -> list[Node]:
    kept = []
    for form in format_forms(name, wide=wide):
        make = compile_random(form)
        samples = [make(random.Random(seed)) for seed in range(6)]  # noqa: S311  # repeatable on purpose
        if all(not isinstance(text, str) or document.has_format(name, text) for text in samples):
            kept.append(form)
    return kept


def _judges(document: SchemaDocument, name: str) -> bool:
    """Tell whether texts of this format are validated; an unknown format is only an annotation."""
    return not all(document.has_format(name, text) for text in ("", " \0{", "a", "1"))


def _plain(least: int, most: int | None) -> Node:
    if least <= _LONG:
        return Text(None, least, most)
    extra = 20 if most is None else min(20, most - least)

    def build(parts: list[Any]) -> str:
        seed, more = parts
        text: str = seed * (least // len(seed) + 2)
        return text[: least + more]

    return Built([Text(None, 1, 20), Whole(0, extra)], build)


def _finding(pattern: str) -> Callable[[Any], bool]:
    compiled = compiled_pattern(pattern) or re.compile(r"(?!)")
    return lambda text: compiled.search(text) is not None


def _having(document: SchemaDocument, name: str) -> Callable[[Any], bool]:
    return lambda text: document.has_format(name, text)


def _sized(least: int, most: int | None) -> Callable[[Any], bool]:
    return lambda text: len(text) >= least and (most is None or len(text) <= most)


def _all(tests: list[Callable[[Any], bool]]) -> Callable[[Any], bool]:
    return lambda text: isinstance(text, str) and all(test(text) for test in tests)


def _likeliest(options: list[Checked]) -> Node:
    """Return the option whose values pass their test most often."""
    counted = []
    for index, option in enumerate(options):
        make, source = compile_random(option.inner), random.Random(index)  # noqa: S311  # repeatable on purpose
        passed = 0
        for _ in range(_PROBES):
            try:
                passed += option.test(make(source))
            except NoValueError:
                continue
        counted.append(passed)
    best = max(counted)
    return options[counted.index(best)] if best else Choice([])
