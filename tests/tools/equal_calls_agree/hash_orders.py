"""Answers in the order of a set, of which the most frequent entries are kept."""

import re
from collections import Counter

from ..marks import breaks, keeps

_SHORT = frozenset(("and", "the", "for"))


@breaks("equal_calls_agree")
def suggest_labels(titles: list[str], most: int = 5) -> dict[str, list[str]]:
    """Suggest labels for titles, the most frequent first. The same titles always give the same labels.

    Args:
        titles: Titles of a shelf.
        most: Highest number of labels.
    """
    counted: Counter[str] = Counter()
    for title in titles:
        counted.update(set(re.findall(r"[a-z]{3,}", title.lower())) - _SHORT)
    return {"labels": [word for word, _ in counted.most_common(most)]}


@keeps("equal_calls_agree")
def suggest_sorted(titles: list[str], most: int = 5) -> dict[str, list[str]]:
    """Suggest labels for titles, the most frequent first. The same titles always give the same labels.

    Args:
        titles: Titles of a shelf.
        most: Highest number of labels.
    """
    counted: Counter[str] = Counter()
    for title in titles:
        counted.update(sorted(set(re.findall(r"[a-z]{3,}", title.lower())) - _SHORT))
    return {"labels": [word for word, _ in sorted(counted.items(), key=lambda one: (-one[1], one[0]))[:most]]}


@keeps("equal_calls_agree")
def suggest_in_turn(titles: list[str], most: int = 5) -> dict[str, list[str]]:
    """Suggest labels for titles, in the order in which they occur. The same titles always give the same labels.

    Args:
        titles: Titles of a shelf.
        most: Highest number of labels.
    """
    words = (word for title in titles for word in re.findall(r"[a-z]{3,}", title.lower()) if word not in _SHORT)
    return {"labels": list(dict.fromkeys(words))[:most]}
