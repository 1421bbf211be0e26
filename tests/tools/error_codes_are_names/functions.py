"""Functions that return their errors: sentences throughout, and a sentence among names."""

from __future__ import annotations

from ..marks import breaks, keeps

_TREES = {"oak": 21, "birch": 14}


@keeps("error_codes_are_names", judged=False)
def height_of_tree(tree: str) -> dict:
    """Tell the height of a tree.

    Args:
        tree: "oak" or "birch".
    """
    if not tree.strip():
        return {"error": "tree must not be empty"}
    if tree not in _TREES:
        return {"error": f"there is no tree {tree[:20]!r}"}
    return {"metres": _TREES[tree]}


@breaks("error_codes_are_names")
def age_of_tree(tree: str) -> dict:
    """Tell the age of a tree.

    Args:
        tree: "oak" or "birch".
    """
    if not tree.strip():
        return {"error": "empty", "message": "Name a tree."}
    if tree not in _TREES:
        return {"error": f"there is no tree {tree[:20]!r}", "message": "Name the oak or the birch."}
    return {"years": _TREES[tree] * 4}
