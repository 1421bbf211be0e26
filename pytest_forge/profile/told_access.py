"""Told access: a description that says who may use a record, wherever a call names it; and refusals for that reason."""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words

__all__ = ["is_denial", "names_caller", "takes_anybodys", "told_access"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n|\n\s*[-*] ")
#: What goes for each record that a call names. Who may change one may still read others.
_USE = (
    r"(?:work|see|use|access|touch|open|handle|merge|link|compare|manage|operate|look|join|combine|swap|exchange|reach"
    r"|gets? (?:at|to))"
)
_EACH = r"(?:both|all|each|every|either|the two|any|them|an?)"
_SAID = regex(
    # "Agents can only work on tickets of their own queues", "users only see their own notes".
    r"\b(?:(?:can|may|must|are allowed to|is allowed to|able to|permitted to)"
    rf"|(?:\w+s|people|staff|they|you|everybody|everyone)) only {_USE}s?\b"
    rf"|\b{_USE}s? only (?:their|his|her|your|what|those|that|\w+s (?:of|that|in|they))\b"
    rf"|\b(?:can|may|must) {_USE}(?: \w+){{0,6}} only\b"
    # "Only members of a project may see it", "only those who own them have access".
    rf"|\bonly\b[^.;]{{1,60}}?\b(?:(?:can|may|are allowed to|is allowed to) {_USE}|have access|has access)\b"
    # "Needs access to both documents", "the caller must own every file".
    rf"|\b(?:access|permission|rights?|member(?:ship)?|role) (?:to|for|on|in|of) {_EACH}\b"
    rf"|\b(?:must|has to|have to|needs? to) (?:own|be (?:an? |the )?(?:\w+ )?(?:member|owner) of) {_EACH}\b"
    # "Nobody gets at records of other departments", "no user can touch another user's list".
    rf"|\b(?:nobody|no one|no \w+|never|cannot|can't|not)\b[^.;]{{0,20}}?\b{_USE}s?\b[^.;]{{0,30}}?"
    r"\b(?:other|another|foreign|somebody else's|someone else's|others'?)\b",
    re.IGNORECASE,
)
#: What is said of one of two records alone: where something comes from, for example.
_OF_ONE = regex(
    r"\b(?:from (?:an?|the|their|its|his|her|your|accounts?|\w+ of)|source|targets?|destinations?|senders?|out of"
    r"|giv(?:e|es|ing) away|the first|the second|pay(?:s|er|ing)? |debit\w*|withdraw\w*|spend\w*)\b",
    re.IGNORECASE,
)
#: Descriptions of arguments that may name what belongs to somebody else.
_ANYBODYS = regex(
    r"\b(?:any(?:body|one|)(?:'s)?|somebody|someone|everyone|others?|another (?:\w+'s|user|person|agent|owner)"
    r"|recipients?|receivers?|receiv\w+|public\w*|target account|whoever|beneficiar\w+|payee"
    r"|to be (?:invited|added))\b",
    re.IGNORECASE,
)
#: Words in names of arguments for who makes a call.
_CALLERS = frozenset(
    (
        *("user", "username", "agent", "actor", "caller", "login", "member", "person"),
        *("by", "who", "requester", "employee", "owner", "editor", "reader", "client"),
        *("operator", "staff", "me", "viewer", "principal", "subject", "role", "customer"),
        *("worker", "colleague", "player", "nurse", "doctor", "teacher", "student", "clerk"),
        *("team", "tenant"),
    )
)
_DENIAL = regex(
    r"permission|no access|access denied|denied|forbidden|not (?:allowed|permitted|authori[sz]ed|a member|entitled)"
    r"|unauthori[sz]ed|may not|(?:does not|doesn't|do not) (?:own|belong|have access)|not shared"
    r"|belongs to (?:another|other|someone)|not (?:your|their|his|her)s?\b|no rights?\b",
    re.IGNORECASE,
)


def told_access(told: str) -> str:
    """Return the sentence that says who may use records, of all that a call names; "" without one."""
    sentences = (" ".join(one.split()) for one in _SENTENCE.split(told))
    return next((one for one in sentences if _SAID.search(one) and not _OF_ONE.search(one)), "")


def names_caller(name: str) -> bool:
    """Tell whether an argument is named like the one for who makes a call."""
    return not _CALLERS.isdisjoint(name_words(name))


def takes_anybodys(told: str) -> bool:
    """Tell whether the description of an argument may mean a record that is somebody else's."""
    return _ANYBODYS.search(told) is not None


def is_denial(said: str) -> bool:
    """Tell whether a refusal, with the name of its class, says that somebody may not use a record."""
    return _DENIAL.search(said) is not None
