"""Votes and reviews that nobody may give to themselves, whatever the letter case of their name."""

from __future__ import annotations

from ..marks import breaks, keeps

_AUTHORS = {7: "mina", 8: "otto"}
_EDITORS = ("mina", "otto", "pavel")


def _reviewed(article: int, editor: str, reviewer: str) -> dict[str, object]:
    if editor not in _EDITORS:
        raise ValueError("This person does not review articles.")
    if article not in _AUTHORS:
        raise ValueError("There is no article of this number.")
    if _AUTHORS[article] == reviewer:
        raise ValueError("Authors do not review their own articles.")
    return {"article": article, "reviewed_by": editor}


@breaks("common_rules_hold")
def review_article(article: int, reviewer: str) -> dict[str, object]:
    """Note that an article, 7 or 8, was reviewed.

    Args:
        article: Number of the article, 7 or 8.
        reviewer: Name of the editor: mina, otto or pavel.
    """
    return _reviewed(article, reviewer.casefold(), reviewer)


@keeps("common_rules_hold", judged=True)
def review_article_of_others(article: int, reviewer: str) -> dict[str, object]:
    """Note that an article, 7 or 8, was reviewed.

    Args:
        article: Number of the article, 7 or 8.
        reviewer: Name of the editor: mina, otto or pavel. Case is ignored.
    """
    return _reviewed(article, reviewer.casefold(), reviewer.casefold())


@keeps("common_rules_hold")
def label_article(article: int, label: str) -> dict[str, object]:
    """Label an article, 7 or 8.

    Args:
        article: Number of the article, 7 or 8.
        label: One word that begins with a capital letter.
    """
    if article not in _AUTHORS:
        raise ValueError("There is no article of this number.")
    if not label.isalpha() or label[0] != label[0].upper():
        raise ValueError("A label is one word that begins with a capital letter.")
    return {"article": article, "label": label, "key": label.lower()}
