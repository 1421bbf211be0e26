"""Nested spans: a span of time that lies within another one changes an answer, although overlapping ones are joined.

free(["09:00-12:00", "11:00-13:00"])     free from 13:00, as with 09:00-13:00
free(["09:00-12:00", "09:00-12:00"])     free from 12:00, as with one of them
free(["09:00-12:00", "09:30-10:00"])     free from 10:00: the span that ends first counts as the last one

Spans may be texts, pairs, records, or the items of two lists, of moments or of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_schema
from .planted_answer import planted_answer
from .span_forms import Span, SpanForm, span_forms

__all__ = ["judge_nested_spans"]

_MAX_CALLS, _MAX_FORMS = 8, 12
#: Starts and ends in steps after the start of a span that works. All but the nested ones tell that spans are joined.
_WHOLE, _JOINED = (0, 6), (((0, 4), (2, 6)), ((2, 6), (0, 4)), ((0, 6), (0, 6)))
_NESTED = (((0, 6), (2, 3)), ((2, 3), (0, 6)), ((0, 6), (0, 3)), ((0, 6), (1, 2), (3, 5)))
_APART = ((0, 2), (4, 6))


def judge_nested_spans(subject: Subject) -> bool:
    """Judge that a tool which joins spans that overlap joins those that lie within others as well.

    Returns:
        Whether the tool joins spans.

    Raises:
        CheckFailure: If a span within another one makes a difference.
    """
    fits = FlatSchema(subject.schema).fits
    judged = False
    for form in subject.patience().each(list(_forms(subject))):

        def answer(spans: Sequence[Span], form: SpanForm = form) -> str | None:
            call = form.call_with(spans)
            return planted_answer(subject, call) if call is not None and fits(subject.schema, call) else None

        whole = answer([_WHOLE])
        if whole is None or answer(_APART) in (whole, None) or any(answer(spans) != whole for spans in _JOINED):
            continue
        judged = True
        for spans in _NESTED:
            found = answer(spans)
            if found is not None and found != whole and answer(spans) == found:
                alone, given = form.call_with([_WHOLE]) or {}, form.call_with(spans) or {}
                raise CheckFailure(
                    "nested_span_counts",
                    f"Given {alone[form.name]!r} in {form.name!r} and another span that lies within it, the tool "
                    "answers otherwise than without that one, although it joins spans that overlap. The end so far is "
                    "the latest of all ends, and not that of the span which starts last.",
                    about=form.name,
                    arguments=given,
                )
    return judged


def _forms(subject: Subject) -> Iterator[SpanForm]:
    """Yield the forms of spans in calls, each once; a call that works may leave the list of spans empty."""
    nodes = (subject.schema.get("properties") or {}).values()
    if not any(view.get("type") == "array" for node in nodes for view in FlatSchema(subject.schema).alternatives(node)):
        return
    calls = [*plausible_calls(subject, limit=_MAX_CALLS), *candidate_arguments(told_schema(subject), limit=_MAX_CALLS)]
    found = dict[str, SpanForm]()
    for form in (form for call in calls for form in span_forms(call)):
        found.setdefault(repr((form.name, form.arguments([_WHOLE]))), form)
    yield from list(found.values())[:_MAX_FORMS]
