"""Argument: what is said of one argument of a tool, and which word of it suggests a claim."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from ..strategies.roles import Role
from ..targets.facts import ToolFacts
from .claim import Claim, claim_of

__all__ = ["Argument", "claim_of_argument"]


@dataclass(frozen=True, slots=True)
class Argument:
    """What is said of one argument.

    Attributes:
        name: Its name, with the way to it: ``files[].path``.
        description: What it is for; empty if nothing says so.
        role: What it means, as its name, format and description say.
    """

    name: str
    description: str = ""
    role: Role = Role.TEXT


def claim_of_argument(
    tool: ToolFacts, fact: str, argument: Argument, *, words: re.Pattern[str], roles: Collection[Role] = ()
) -> Claim:
    """Return the claim of a tool on a fact, as far as it concerns one argument.

    Args:
        tool: The tool.
        fact: Out of `forge_harness.FACTS`.
        argument: The argument.
        words: Suggest the fact, in a name or a description in lower case and with spaces for underscores.
        roles: Suggest it as well; the name stands for the word.
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
