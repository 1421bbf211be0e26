"""Ordered versions: numbers joined by dots, which are ordered as text where they are meant as versions.

9.2.0, 9.10.0, 10.0.1     in order
10.0.1, 9.10.0, 9.2.0     in order of their text: the newest one comes last

newest(["1.0.0-rc.1", "1.0.0-rc.2"])      1.0.0-rc.2
newest(["1.0.0-rc.9", "1.0.0-rc.10"])     1.0.0-rc.9: the numbers of a pre-release are compared as texts
newest(["1.0.0rc9", "1.0.0rc10"])         1.0.0rc9: the same, as the description writes them
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeAlias

from ....profile.told_versions import follows_semver, numbered_prereleases, tells_of_prereleases
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from .answer_series import answer_series
from .held_versions import judge_held_versions
from .version_forms import VERSION, Form, version_forms

__all__ = ["judge_ordered_versions"]

_SHARE = 0.1
_MAX_BASES, _FEWEST, _FEWEST_LABELLED = 6, 3, 4
#: What stands for two versions in answers.
_ROLES = ("<older>", "<newer>")
#: An older version and a newer one.
_Pair: TypeAlias = tuple[str, str]
#: Pairs that are in the same order as texts, and pairs that are not.
_NUMBERS: tuple[_Pair, ...] = (("1.0.0", "3.0.0"), ("2.0.0", "3.0.0"))
_NUMBERS_AS_TEXTS: tuple[_Pair, ...] = (("9.2.0", "10.0.1"), ("1.9.0", "1.10.0"))
#: The same for pre-releases.
_LABELS: tuple[_Pair, ...] = (("1.0.0-rc.1", "1.0.0-rc.2"), ("1.0.0-rc.2", "1.0.0-rc.3"))
_LABELS_AS_TEXTS: tuple[_Pair, ...] = (("1.0.0-rc.9", "1.0.0-rc.10"), ("1.0.0-beta.2", "1.0.0-beta.11"))
#: The same for the numbers of pre-releases in the form that a description shows, such as "1.0rc1".
_SHOWN, _SHOWN_AS_TEXTS = ((1, 2), (2, 3)), ((9, 10), (2, 11))
_MAX_SHOWN = 2
#: The letters of a stage, and its number, which stand together.
_RUNS = regex(r"[0-9]+|[^0-9]+")
#: Pairs that Semantic Versioning orders in other ways than by a number or a text.
_BY_THE_RULES: tuple[_Pair, ...] = (
    ("1.0.0-rc.1", "1.0.0"),
    ("1.0.0-alpha", "1.0.0-alpha.1"),
    ("1.0.0-7", "1.0.0-alpha"),
    ("1.0.0-alpha.1", "1.0.0-alpha.beta"),
)


def judge_ordered_versions(subject: Subject) -> bool:
    """Judge that versions are ordered, and the newest is chosen, by their numbers.

    A list counts if it is in the order of its texts, and would not be by chance: at least three versions that numbers
    order otherwise. Given two versions, in a list, in two arguments or in two records, the tool must tell an older one
    from a newer one wherever numbers and texts agree. Where they do not, it answers alike. The same holds for the
    numbers in pre-releases if the description tells of these, and for other rules of Semantic Versioning if it does so.
    A number that follows its stage without a dot, as in "rc10", counts if the description shows it and says so.
    Of versions that the modules of a function hold, it must answer the one that it answers if these have other digits.

    Returns:
        Whether there is an ordered list or a tool that tells versions apart.

    Raises:
        CheckFailure: If they are ordered as text.
    """
    words = f"{subject.facts.name} {told_words(subject)}"
    judged = _judge_lists(subject, words)
    judged = judge_held_versions(subject, words, _rank) or judged
    labelled = [*_LABELS_AS_TEXTS, *(_BY_THE_RULES if follows_semver(words) else ())]
    shown = numbered_prereleases(words)[:_MAX_SHOWN]
    with FastCalls(subject) as fast:
        for form in subject.patience(_SHARE).each(version_forms(subject)):
            judged = _judge_pairs(subject, fast, form, _NUMBERS, _NUMBERS_AS_TEXTS) or judged
            if tells_of_prereleases(words):
                judged = _judge_pairs(subject, fast, form, _LABELS, labelled) or judged
            for template in shown:
                plain, other = _written(template, _SHOWN), _written(template, _SHOWN_AS_TEXTS)
                judged = _judge_pairs(subject, fast, form, plain, other) or judged
    return judged


def _written(template: str, pairs: Sequence[tuple[int, int]]) -> list[_Pair]:
    return [(template.format(older), template.format(newer)) for older, newer in pairs]


def _judge_lists(subject: Subject, words: str) -> bool:
    """Judge the lists of versions in answers to ordinary calls, and tell whether there is one in order."""
    shown = numbered_prereleases(words)
    judged, is_told = False, bool(shown) or tells_of_prereleases(words)
    rank = _rank_of_numbers if any(not one.endswith(".{}") for one in shown) else _rank
    with FastCalls(subject) as fast:
        for call in subject.patience(_SHARE).each(plausible_calls(subject, limit=_MAX_BASES)):
            for versions in answer_series(fast.call(call).value).values():
                is_labelled = any(_parts(str(version))[1] for version in versions)
                fewest = _FEWEST_LABELLED if is_labelled else _FEWEST
                if not _are_versions(versions) or len({*versions}) < fewest or (is_labelled and not is_told):
                    continue
                right = _is_in_order(versions, rank)
                if not right and any(_is_in_order(versions, order) for order in (str, _rank_of_texts)):
                    _raise(sorted(versions, key=rank)[-2:], call)
                judged = judged or (right and not _is_in_order(versions, str))
    return judged


def _judge_pairs(subject: Subject, fast: FastCalls, form: Form, plain: Sequence[_Pair], other: Sequence[_Pair]) -> bool:
    """Judge pairs of versions by the answers to plain pairs, and tell whether these tell an older from a newer one."""
    usual = _answers(subject, fast, form, plain[0])
    if usual is None or usual == _turned(usual):
        return False
    if any(_answers(subject, fast, form, pair) != usual for pair in plain[1:]):
        return False
    for pair in other:
        # Each is taken for the other.
        if _answers(subject, fast, form, pair) == _turned(usual) == _answers(subject, fast, form, pair):
            _raise(pair, form(*pair))
    return True


def _answers(subject: Subject, fast: FastCalls, form: Form, pair: _Pair) -> tuple[str, str] | None:
    """Return what is answered to an older and a newer version, and to both in the other order; None if a call fails."""
    told = []
    for given in (pair, pair[::-1]):
        call = form(*given)
        outcome = fast.call(call) if FlatSchema(subject.schema).fits(subject.schema, call) else None
        if outcome is None or not outcome.succeeded:
            return None
        answer = json.dumps(in_json_types(outcome.value), sort_keys=True, default=repr)
        for version, name in zip(pair, _ROLES, strict=True):
            answer = re.sub(rf"(?<![\w.-])v?{re.escape(version)}(?![\w-]|\.\w)", name, answer)
        told.append(answer)
    return told[0], told[1]


def _turned(answers: tuple[str, str]) -> tuple[str, str]:
    """Return the answers of a tool that takes the older version for the newer one."""
    older, newer = _ROLES
    turned = [text.replace(older, "\0").replace(newer, older).replace("\0", newer) for text in answers[::-1]]
    return turned[0], turned[1]


def _raise(versions: Sequence[str], call: dict[str, Any]) -> NoReturn:
    raise CheckFailure(
        "ordered_as_text",
        f"Versions are ordered as texts: of {', '.join(versions)} the last one is the newest. Compare their numbers.",
        arguments=call,
    )


def _are_versions(values: list[Any]) -> bool:
    return all(isinstance(value, str) and VERSION.fullmatch(value) for value in values)


def _is_in_order(versions: list[str], order: Callable[[str], Any]) -> bool:
    """Tell whether versions are in an order, forwards or backwards."""
    ordered = sorted(versions, key=order)
    return versions in (ordered, ordered[::-1])


def _rank(version: str) -> Any:
    """Return the rank of a version by the rules of Semantic Versioning."""
    numbers, label = _parts(version)
    parts = [(not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in label]
    return numbers, not label, parts


def _rank_of_numbers(version: str) -> Any:
    """Return the rank of a version in which a number counts that follows its stage, as in "rc10"."""
    numbers, label = _parts(version)
    runs = [run for part in label for run in _RUNS.findall(part)]
    return numbers, not label, [(not run.isdecimal(), int(run) if run.isdecimal() else 0, run) for run in runs]


def _rank_of_texts(version: str) -> Any:
    """Return the rank of a version whose numbers count, and whose pre-release is compared as a text."""
    numbers, label = _parts(version)
    return numbers, not label, label


def _parts(version: str) -> tuple[list[int], list[str]]:
    found = VERSION.fullmatch(version)
    numbers, *labels = found.groups() if found is not None else ("0", "")
    label = next((one for one in labels if one), "")
    return [int(part) for part in numbers.split(".")], label.split(".") if label else []
