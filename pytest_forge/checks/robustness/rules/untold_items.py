"""Untold items: items of a list of which an answer tells neither that they count nor that they do not.

pay(["E101", "E103"])    both are paid
pay(["E101", "zzz"])     one is paid, and one is left out: each item is told of
pay(["E101", "E102"])    one is paid: the other one is lost
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....oracles.text_leaves import leaves_of
from ....profile.told_totals import leaves_items_out
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.known_values import known_values
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words

__all__ = ["judge_untold_items"]

_SHARE = 0.1
_MAX_BASES, _MAX_KNOWN = 6, 12


def judge_untold_items(subject: Subject) -> bool:
    """Judge that an answer which tells of known and of unknown items of a list tells of every known one.

    Returns:
        Whether an answer tells of both.

    Raises:
        CheckFailure: If one of the known items, beside others and alone, is not in the answer, and an unknown one like
            it is.
    """
    if leaves_items_out(told_words(subject)):
        return False
    judged = False
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base, name in patience.each(list(_lists(subject))[:_MAX_BASES]):
            first = base[name][0]

            def untold(items: list[str], base: dict[str, Any] = base, name: str = name) -> list[str] | None:
                """Return the items that are not in the answer; None if the call fails."""
                outcome = fast.call({**base, name: items})
                shown = {text for _, text in leaves_of(outcome.value)} if outcome.succeeded else set()
                return [item for item in items if item not in shown] if shown else None

            unknown = [one for one in similar_values(f"{first}9", ()) if one != first][:1]
            if untold([first]) != [] or not unknown or untold([first, *unknown]) != []:
                continue
            known = [one for one in known_values(subject).siblings(name, first) if one.casefold() != first.casefold()]
            found = {one: untold([first, one]) for one in known[:_MAX_KNOWN] if not patience.is_over}
            judged = judged or [] in found.values()
            for one, missing in found.items() if judged else ():
                alike = [other for other in similar_values(f"{one}9", ()) if other != one][:1]
                # A tool that tells of what has a wrong form says nothing of an unknown item of the right one.
                if missing == [one] and untold([one]) in ([one], None) and alike and untold([first, *alike]) == []:
                    raise CheckFailure(
                        "item_untold",
                        f"The answer tells of {first!r} and of the unknown {unknown[0]!r} in {name!r}, and not of "
                        f"{one!r}. Tell of every item that does not count, and why.",
                        about=name,
                        arguments={**base, name: [first, one]},
                    )
    return judged


def _lists(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls with a list of texts, and the name of its argument."""
    view = FlatSchema(subject.schema)
    for call in plausible_calls(subject, limit=_MAX_BASES):
        for name, value in call.items():
            is_list = isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)
            if is_list and view.fits(subject.schema, {**call, name: [*value[:1], "a"]}):
                yield call, name
