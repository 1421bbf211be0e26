"""Tools that refuse short texts, before or after blanks are taken away, and tools in which blanks count."""

from __future__ import annotations

import json
from pathlib import Path

from ..marks import breaks, keeps

_TAGS = Path("tags.json")
_PARTS = ("bolt m6", "bolt m8", "gear small", "gear large", "belt")


def _tags() -> list[str]:
    return json.loads(_TAGS.read_text()) if _TAGS.exists() else ["red", "red wine", "white wine", "whisky"]


def _keep(tags: list[str]) -> None:
    _TAGS.write_text(json.dumps(tags))


@breaks("common_rules_hold")
def drop_tags_by_part(part: str) -> dict[str, int]:
    """Remove all tags that contain a text.

    Args:
        part: Text in the tags, at least 3 characters, such as "wine".
    """
    if len(part) < 3:
        raise ValueError("part must have at least 3 characters.")
    tags = _tags()
    kept = [tag for tag in tags if part.strip() not in tag]
    _keep(kept)
    return {"removed": len(tags) - len(kept)}


@breaks("common_rules_hold")
def list_parts_by_beginning(beginning: str) -> dict:
    """Return the parts whose name begins with a text.

    Args:
        beginning: Text at the beginning, such as "bolt"; it must not be empty.
    """
    if not beginning:
        return {"error": "no_beginning", "message": "beginning must not be empty."}
    return {"parts": [part for part in _PARTS if part.startswith(beginning.strip())]}


@keeps("common_rules_hold", judged=True)
def drop_tags_by_stripped_part(part: str) -> dict[str, int]:
    """Remove all tags that contain a text.

    Args:
        part: Text in the tags, at least 3 characters without blanks around it, such as "wine".
    """
    part = part.strip()
    if len(part) < 3:
        raise ValueError("part must have at least 3 characters.")
    tags = _tags()
    kept = [tag for tag in tags if part not in tag]
    _keep(kept)
    return {"removed": len(tags) - len(kept)}


@keeps("common_rules_hold")
def drop_tags_by_exact_part(part: str) -> dict[str, int]:
    """Remove all tags that contain a text, blanks included.

    Args:
        part: Text in the tags, at least 1 character, such as "wine".
    """
    if not part:
        raise ValueError("part must have at least 1 character.")
    tags = _tags()
    kept = [tag for tag in tags if part not in tag]
    _keep(kept)
    return {"removed": len(tags) - len(kept)}


@keeps("common_rules_hold")
def add_one_of_three_tags(tag: str) -> dict[str, int]:
    """Add a tag; there may be three that are not there from the beginning.

    Args:
        tag: The tag, such as "beer"; blanks around it do not count.
    """
    tags = _tags()
    if len(tags) >= 7:
        raise ValueError("There are three more tags already. Remove one first.")
    tags.append(tag.strip())
    _keep(tags)
    return {"tags": len(tags)}


@keeps("common_rules_hold")
def find_parts_by_words(words: str) -> dict:
    """Return the parts whose name has all of some words.

    Args:
        words: Words with blanks between them, such as "bolt m6".
    """
    if words == "":
        raise ValueError("words must not be empty.")
    asked = words.split()
    return {"parts": [part for part in _PARTS if asked and set(asked) <= set(part.split())]}
