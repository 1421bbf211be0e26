"""Cut texts: words of a text that are in none of the parts into which a tool cuts it.

cut("one two three four five", size=3, overlap=1)         "one two three", "three four five"
cut("one two three four five six", size=3, overlap=1)     "one two three", "three four five": "six" is lost
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ....profile.told_cuts import cuts_text, holds_whole_text
from ....profile.told_filters import begins_later
from ....profile.told_totals import limits_results
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from .answer_series import answer_series

__all__ = ["judge_cut_texts"]

_SHARE = 0.15
_MAX_BASES, _MAX_NUMBERS = 2, 2
#: Calls that show that the parts hold all of a text, and calls in which parts have to be seen.
_FEWEST_SHOWN, _MOST_UNSEEN = 3, 4
#: Sizes of the parts, in words or in letters, and numbers beside them.
_SIZES = ((3, 4, 5), (20, 25, 33), (70, 100, 130))
_BESIDE = (1, 0, 2)
#: Numbers of words, and how many of them a sentence or a line has.
_COUNTS, _LONG = (22, 23, 25), (61, 120, 301)
_OF_SENTENCE = 4
_SYLLABLES = [f"{first}{second}" for second in "aeiou" for first in "bdfgklmnprstvz"]
_SIGNS = regex(r"[^a-z]")


class _Text(Struct, frozen=True):
    """A text of words that differ from each other, in one of several forms.

    Attributes:
        text: The text.
        letters: Its letters, without what stands between them.
    """

    text: str
    letters: str


class _Cut(Struct, frozen=True):
    """What became of a text: the number of parts, the longest of them, and what none of them has."""

    count: int
    longest: int
    lost: str
    is_at_end: bool


class _Made(Struct, frozen=True):
    """A call, its text, and what became of it."""

    call: dict[str, Any]
    text: _Text
    cut: _Cut


_Calls = Iterator[tuple[dict[str, Any], _Text]]


def judge_cut_texts(subject: Subject) -> bool:
    """Judge that the parts of a text hold all of its letters, if they do in at least three calls.

    The description must say that they do, or that the tool cuts a text, and not that some of it is left out. In the
    latter case, only an end counts that is shorter than a part.

    Returns:
        Whether such calls were found.

    Raises:
        CheckFailure: If they do not in another call with fewer parts than one of these, twice.
    """
    told = told_words(subject)
    is_promised = holds_whole_text(told)
    if not is_promised and not cuts_text(told):
        return False
    judged = False
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
            for name in [name for name, value in base.items() if isinstance(value, str)]:
                whole: dict[str, list[int]] = {}
                lost: list[tuple[str, _Made]] = []
                for place, made in _made(fast, _groups(subject, base, name), patience):
                    if not made.cut.lost:
                        whole.setdefault(place, []).append(made.cut.count)
                    elif is_promised or (made.cut.is_at_end and len(made.cut.lost) < made.cut.longest):
                        lost.append((place, made))
                judged = judged or any(len(counts) >= _FEWEST_SHOWN for counts in whole.values())
                for place, made in lost:
                    counts = whole.get(place, [])
                    # What is beyond a limit on the number of parts is lost with the most of them.
                    is_shown = len(counts) >= _FEWEST_SHOWN and made.cut.count < max(counts)
                    if is_shown and _cuts(fast, made.call, made.text).get(place) == made.cut:
                        _fail(name, made)
    return judged


def _made(fast: FastCalls, groups: Iterator[_Calls], patience: Patience) -> Iterator[tuple[str, _Made]]:
    """Make calls, and yield what became of their texts, with the place; leave a group in which no parts are seen."""
    for calls in groups:
        is_seen = False
        for number, (call, text) in enumerate(patience.each(calls)):
            cuts = _cuts(fast, call, text)
            is_seen = is_seen or bool(cuts)
            if number >= _MOST_UNSEEN and not is_seen:
                break
            yield from ((place, _Made(call, text, cut)) for place, cut in cuts.items())


def _fail(name: str, made: _Made) -> None:
    where = "the end" if made.cut.is_at_end else "some"
    raise CheckFailure(
        "words_lost_in_parts",
        f"In other calls the parts in the answer hold all of {name!r}, but here {where} of it is in none: "
        f"{made.cut.lost!r} is lost. Begin a part wherever words are left.",
        about=name,
        arguments=made.call,
    )


def _groups(subject: Subject, base: Mapping[str, Any], name: str) -> Iterator[_Calls]:
    """Yield groups of calls with texts in several forms and of several lengths, and with like numbers beside them."""
    view = FlatSchema(subject.schema)
    numbers = [key for key, node in view.arguments.items() if _is_size(view, key, node)][:_MAX_NUMBERS]
    for first, *others in itertools.permutations(numbers) if numbers else ():
        for sizes in _SIZES:
            ways = itertools.product(sizes, _BESIDE if others else (0,))
            values = [{**base, first: size, **dict.fromkeys(others, beside)} for size, beside in ways]
            yield _calls(view, values, name, _COUNTS)
    yield _calls(view, [base], name, _LONG)


def _calls(view: FlatSchema, bases: Sequence[Mapping[str, Any]], name: str, counts: Sequence[int]) -> _Calls:
    for base, count in itertools.product(bases, counts):
        for text in _texts(count):
            call = {**base, name: text.text}
            if view.fits(view.root, call):
                yield call, text


def _is_size(view: FlatSchema, name: str, node: Mapping[str, Any]) -> bool:
    """Tell whether an argument takes whole numbers, and neither begins later nor limits the number of parts."""
    if begins_later(name) or limits_results(name, str(node.get("description") or "")):
        return False
    sizes = [sizes[0] for sizes in _SIZES]
    return any(view.fits(node, one) for one in sizes) and not any(view.fits(node, one + 0.5) for one in sizes)


def _texts(count: int) -> Iterator[_Text]:
    """Yield a text of so many words: as they are, in sentences of which the last one may have no end, and in lines."""
    pairs = itertools.islice(itertools.product(_SYLLABLES, repeat=2), 0, None, 7)
    words = [f"{one}{other}{one[0]}n" for one, other in itertools.islice(pairs, count)]
    groups = [words[at : at + _OF_SENTENCE] for at in range(0, count, _OF_SENTENCE)]
    sentences = [" ".join(group) for group in groups]
    letters = "".join(words)
    forms = ((" ", ""), (". ", "."), (". ", ""), ("\n", ""), ("\n\n", ""))
    yield from (_Text(between.join(sentences) + end, letters) for between, end in forms)


def _cuts(fast: FastCalls, call: dict[str, Any], text: _Text) -> dict[str, _Cut]:
    """Return what became of a text at each place of the answer that lists nothing but parts of it."""
    outcome = fast.call(call)
    found: dict[str, _Cut] = {}
    for place, series in answer_series(outcome.value).items() if outcome.succeeded else ():
        parts = [_SIGNS.sub("", part.casefold()) for part in series if isinstance(part, str)]
        if len(parts) == len(series) > 0 and all(parts) and all(part in text.letters for part in parts):
            lost = _uncovered(text.letters, parts)
            shown = "".join(text.letters[at] for at in lost)
            is_at_end = bool(lost) and len(text.letters) - lost[0] == len(lost)
            found[place] = _Cut(len(parts), max(map(len, parts)), shown, is_at_end)
    return found


def _uncovered(letters: str, parts: list[str]) -> list[int]:
    """Return the places of the letters that are in none of the parts, wherever these may stand."""
    covered: set[int] = set()
    for part in dict.fromkeys(parts):
        at = letters.find(part)
        while at >= 0:
            covered.update(range(at, at + len(part)))
            at = letters.find(part, at + 1)
    return [at for at in range(len(letters)) if at not in covered]
