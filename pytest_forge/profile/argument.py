"""Argument: the name, description and role of one argument, and claims guessed from them."""

from __future__ import annotations

import re
from collections.abc import Collection

from msgspec import Struct

from ..targets.facts import ToolFacts
from .claim import Claim, claim_of
from .roles import Role

__all__ = ["Argument", "claim_of_argument"]


class Argument(Struct, frozen=True):
    """One argument of a tool.

    Attributes:
        name: Its name, with its path: ``files[].path``.
        description: Its description; empty without one.
        role: Its role, by its name, format and description.
    """

    name: str
    description: str = ""
    role: Role = Role.TEXT


def claim_of_argument(
    tool: ToolFacts, fact: str, argument: Argument, *, words: re.Pattern[str], roles: Collection[Role] = ()
) -> Claim:
    """Return the claim of a tool on a fact about one argument.

    Args:
        tool: The tool.
        fact: One of `forge_harness.FACTS`.
        argument: The argument.
        words: Words that suggest the fact, in the name or description, in lower case with spaces for underscores.
        roles: Roles that suggest it too; the word is then the name.
    """
    word, place = "", f"the argument {argument.name!r}"
    in_name = words.search(_plain(argument.name).replace(".", " "))
    in_description = words.search(_plain(argument.description))
    if in_name:
        word = in_name[0]
    elif argument.role in roles:
        word = argument.name
    elif in_description:
        word, place = in_description[0], f"the description of {argument.name!r}"
    return claim_of(tool, fact, word=word, place=place)


def _plain(text: str) -> str:
    return text.lower().replace("_", " ")
