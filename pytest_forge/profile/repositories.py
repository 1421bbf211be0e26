"""Repositories: whether a server or an argument is for Git repositories. It decides calls, and never a verdict."""

from __future__ import annotations

from collections.abc import Iterable

from .roles import name_words

__all__ = ["is_for_git", "names_repository", "names_revision"]

#: Words in names of arguments that take a commit or an existing branch.
_REVISION = frozenset({"target", "revision", "rev", "ref", "commit", "sha", "base"})


def names_repository(name: str) -> bool:
    """Tell whether an argument names a repository."""
    return "repo" in name.lower()


def names_revision(name: str) -> bool:
    """Tell whether an argument of a tool for repositories names a commit or a branch."""
    return not _REVISION.isdisjoint(name_words(name))


def is_for_git(words: Iterable[str]) -> bool:
    """Tell whether a server is for Git repositories, by the words of its command."""
    return any("git" in word for word in words)
