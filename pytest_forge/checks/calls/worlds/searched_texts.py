"""Searched texts: what a call looks for in one argument and makes of another one, put where it looks for it.

set_field(letter="hello", field="city", value="Bern")        works, and never gets to the line that replaces a field
set_field(letter="city: ", field="city", value="Bern")       its expression was r"^city: .*"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....strategies.own_names import texts_of_own_patterns
from ....strategies.schemas.flat_schema import is_valid
from ....strategies.workspace_files import planted_contents
from ....targets.subject import Subject
from .world_trials import Files, Trial, WorldTrials

__all__ = ["with_searched_texts"]

_MAX_TEXTS, _MAX_PLACES = 4, 3


def with_searched_texts(subject: Subject, trials: WorldTrials, best: Trial) -> Iterator[Trial]:
    """Yield trials in which a text or a file has what is looked for, if they get to lines that no call has reached.

    Args:
        subject: The tool.
        trials: The trials of the search.
        best: The call that has got furthest.
    """
    own = [text for text in texts_of_own_patterns(subject.tool) if text not in best.searched]
    for text in [*best.searched[:_MAX_TEXTS], *own[:_MAX_TEXTS]]:
        for call, files in _with_text(best, text):
            reached = set(trials.reached)
            trial = trials.made(call, files) if is_valid(subject.schema, call) else None
            # It may take fewer steps than the call that finds nothing.
            if trial is not None and trial.reach[0] >= best.reach[0] and not trials.reached <= reached:
                yield trial.further_than(best)


def _with_text(best: Trial, text: str) -> Iterator[tuple[dict[str, Any], Files]]:
    """Yield a call with the text in each of its other texts, and in each file that it has opened."""
    names = [name for name, value in best.call.items() if isinstance(value, str)]
    yield from (({**best.call, name: text}, best.files) for name in names[:_MAX_PLACES])
    known = {**planted_contents(), **best.files}
    for name in [name for name in best.opened if known.get(name) is not None][:_MAX_PLACES]:
        content = (known[name] or b"").rstrip(b"\n")
        yield best.call, {**best.files, name: content + f"\n{text}\n".encode()}
