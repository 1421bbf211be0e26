"""Surplus signs: a text that is taken with signs in it which belong to nothing, though that is said to be refused.

"A length in m or cm. Anything else is refused."

metres("2 m")         2.0
metres("2 m zqx")     2.0: the tool picks out what it knows, and passes over the rest
metres("9;2 m")       2.0
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from ....profile.roles import name_words
from ....profile.told_refusals import refuses_others, refuses_rest
from ....regex import regex
from ....targets.docstring import without_parameters
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.told_words import told_words
from .working_texts import answers_without, text_arguments, working_texts

__all__ = ["judge_surplus_signs"]

_SHARE = 0.15
_NUMBER = regex(r"\d+")
#: What belongs to no form: words, and signs.
_SURPLUS = (("zqx", " zqx "), ("\N{SECTION SIGN}", "\N{CURRENCY SIGN}"))
#: What stands before a number, or behind a text, as if it were a part of it.
_BEFORE, _BEHIND = ("9;", "9."), (";9", ".9")


class _Surplus(Struct, frozen=True):
    """Texts that have the same kind of surplus at the same place.

    Attributes:
        texts: The texts.
        beside: The places of the signs beside it, in the text without it.
    """

    texts: tuple[str, ...]
    beside: tuple[int, ...]


def judge_surplus_signs(subject: Subject) -> bool:
    """Judge that a text with signs that belong to nothing is not answered like the text without them.

    The description must say that anything else is refused. If it says only that a text without the form is refused, a
    number must be left over, which nobody leaves out on purpose. The signs beside the surplus must count: with others
    in their place, the answer is another one, or a refusal.

    Returns:
        Whether such a text is refused, or answered otherwise.

    Raises:
        CheckFailure: If all texts with the same kind of surplus are answered like the one without it, twice.
    """
    judged = False
    told = {name: found for name in text_arguments(subject) if (found := _told(subject, name)) is not None}
    for name, (sentence, is_strict) in subject.patience(_SHARE).each(told.items()):
        for call, answer in working_texts(subject, name):
            for surplus in _surpluses(call[name], is_strict=is_strict):
                others = [other for place in surplus.beside for other in _with_other_signs(call[name], place)]
                made = answers_without(subject, call, name, [*surplus.texts, *others])
                if made is None:
                    continue
                judged = True
                taken, unlike = made[: len(surplus.texts)], made[len(surplus.texts) :]
                if {*taken} != {answer} or not _all_count(answer, unlike):
                    continue
                if answers_without(subject, call, name, [call[name], *surplus.texts]) == [answer, *taken]:
                    raise CheckFailure(
                        "surplus_taken",
                        f"Given {surplus.texts[0]!r} for {name!r}, the tool answers as for {call[name]!r}, and passes "
                        f'over the rest. The description says "{sentence}". Match the whole text, and not parts of it.',
                        about=name,
                        arguments={**call, name: surplus.texts[0]},
                    )
    return judged


def _told(subject: Subject, name: str) -> tuple[str, bool] | None:
    """Return the sentence that says of an argument which texts are refused, and whether these are all others."""
    node = subject.schema["properties"][name]
    own = str(node.get("description") or "") if isinstance(node, Mapping) else ""
    words = without_parameters(told_words(subject))
    is_only = len(text_arguments(subject)) == 1
    for refuses, is_strict in ((refuses_rest, True), (refuses_others, False)):
        if sentence := refuses(own):
            return sentence, is_strict
        sentence = refuses(f"{own}\n\n{words}")
        if sentence and (is_only or not {*name_words(name)}.isdisjoint(name_words(sentence))):
            return sentence, is_strict
    return None


def _surpluses(text: str, *, is_strict: bool) -> Iterator[_Surplus]:
    """Yield texts with surplus signs, in groups."""
    numbers = list(_NUMBER.finditer(text))
    last = len(text) - 1
    places = dict.fromkeys(number.start() for number in (*numbers[:1], *numbers[-1:]))
    for place in places:
        yield _Surplus(tuple(f"{text[:place]}{more}{text[place:]}" for more in _BEFORE), (place,))
    if numbers:
        yield _Surplus(tuple(f"{text}{more}" for more in _BEHIND), (last,))
    for kind in _SURPLUS if is_strict else ():
        yield _Surplus(tuple(f"{text}{more}" for more in kind), (last,))
        yield _Surplus(tuple(f"{more}{text}" for more in kind), (0,))
        for place in [place for place in places if place]:
            yield _Surplus(tuple(f"{text[:place]}{more}{text[place:]}" for more in kind), (place - 1, place))


def _with_other_signs(text: str, place: int) -> tuple[str, str]:
    """Return a text with another letter or digit at a place, or without another sign there; and with no sign of it."""
    sign = text[place]
    if sign.isdecimal():
        other = str((int(sign) + 1) % 10)
    elif sign.isascii() and sign.isalpha():
        other = chr(ord(sign) + 1) if sign not in "zZ" else chr(ord(sign) - 1)
    else:
        other = ""
    return f"{text[:place]}{other}{text[place + 1 :]}", f"{text[:place]}{_SURPLUS[1][0]}{text[place + 1 :]}"


def _all_count(answer: str, others: Sequence[str]) -> bool:
    """Tell whether the sign at each place counts: the answer is another one with one of two others there."""
    return all({*pair} != {answer} for pair in zip(others[::2], others[1::2], strict=True))
