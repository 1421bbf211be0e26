"""Later secrets: a value that readers mask at first, and that one shows after another call of the same record.

set_value("KEY", "k-77", secret=True)      history("KEY"): "***"
remove_value("KEY")                        history("KEY"): "k-77", masked by what the setting is now, and not was then
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from ....profile.reads import reads
from ....profile.secrets import reveals
from ....strategies.schemas.flat_schema import is_valid
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed
from ...calls.preparation.record_makers import aligned_calls
from ...calls.sequences import NamedCall, before_json
from .flagged_values import Flagged, flagged_calls, flags_of, is_shown, is_stored, named_calls, views_of
from .stored_marks import mark

__all__ = ["judge_later_secrets"]

_SHARE = 0.2
_MAX_WRITERS, _MAX_CALLS = 5, 2


def judge_later_secrets(subject: Subject) -> None:
    """Judge that a value which was stored as a secret stays masked whatever is called afterwards.

    Some reader must show a value without the flag and not show it with the flag. A value that is stored later, with or
    without the flag, is another one.

    Raises:
        CheckFailure: If an answer of the tool shows one, twice.
    """
    if not reads(subject.facts):
        return
    patience = subject.patience(_SHARE)
    for flagged in itertools.chain(flagged_calls(subject), named_calls(subject)):
        if patience.is_over:
            return
        if not _is_masked_at_first(subject, flagged):
            continue
        for writer, call in _later_calls(subject, flagged):
            if patience.is_over:
                return
            asked = _shown_after(subject, flagged, writer, call)
            if asked is not None and _shown_after(subject, flagged, writer, call) is not None:
                stored = flagged.with_text(mark(subject), is_secret=True)
                steps: list[NamedCall] = [(flagged.maker.facts.name, stored), (writer.facts.name, call)]
                way = f"with {flagged.flag!r}" if flagged.flag else f"as {flagged.name!r}"
                raise CheckFailure(
                    "secret_shown",
                    f"A result shows a value that {flagged.maker.facts.name!r} has stored {way}, once "
                    f"{writer.facts.name!r} was called, though such values are said to be masked, and were so before. "
                    "Keep with each value whether it is a secret, and mask it by that.",
                    about=flagged.name,
                    arguments=asked,
                    before=before_json(steps),
                )


def _is_masked_at_first(subject: Subject, flagged: Flagged) -> bool:
    """Tell whether some reader shows a value that is stored without the flag, and not one that is stored with it.

    Where there is no flag, it must show the record without its secret.
    """
    views = views_of(subject, flagged)
    plain, secret = mark(subject), mark(subject)
    if not flagged.flag:
        if not is_stored(flagged, flagged.with_text(secret, is_secret=True)):
            return False
        texts = [value for name, value in flagged.call.items() if isinstance(value, str) and name != flagged.name]
        return any(is_shown(view, text) and not is_shown(view, secret) for view in views for text in texts[:1])
    if not is_stored(flagged, flagged.with_text(plain, is_secret=False)):
        return False
    open_views = [view for view in views if is_shown(view, plain)]
    if not open_views or not is_stored(flagged, flagged.with_text(secret, is_secret=True)):
        return False
    return any(not is_shown(view, secret) for view in open_views)


def _later_calls(subject: Subject, flagged: Flagged) -> Iterator[tuple[Subject, dict[str, Any]]]:
    """Yield calls of writers for the same record: with another value that is no secret, or with none."""
    other = flagged.with_text(mark(subject), is_secret=False)
    yield flagged.maker, other
    writers = [one for one in subject.neighbours if not reads(one[0]) and one[0].name != flagged.maker.facts.name]
    for writer in [subject.beside(*one) for one in writers if not reveals(one[0])][:_MAX_WRITERS]:
        # A tool that only takes the flag away may be meant to show the value.
        flags = flags_of(writer.schema)
        for call in aligned_calls(writer.facts, other)[:_MAX_CALLS]:
            has_value = other[flagged.name] in call.values()
            if is_valid(writer.schema, call) and (has_value or flags.keys().isdisjoint(call)):
                yield writer, call


def _shown_after(subject: Subject, flagged: Flagged, writer: Subject, call: dict[str, Any]) -> dict[str, Any] | None:
    """Return a call of the tool that shows a secret only after a later call; None if none does."""
    secret = mark(subject)
    names = [value for value in call.values() if isinstance(value, str) and value not in flagged.call.values()]
    if not is_stored(flagged, flagged.with_text(secret, is_secret=True)):
        return None
    own = [view for view in views_of(subject, flagged, names) if view[0] is subject]
    if any(is_shown(view, secret) for view in own) or looks_failed(writer.call(call)):
        return None
    return next((asked for reader, asked in own if is_shown((reader, asked), secret)), None)
