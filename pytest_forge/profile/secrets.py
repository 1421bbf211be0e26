"""Secrets: whether an argument, a variable or a name in code holds a secret, and a value only stands in for one."""

from __future__ import annotations

import re
from typing import Any

from ..regex import regex
from ..targets.facts import ToolFacts
from .claim import Claim, claim_of

__all__ = [
    "hidden_names",
    "hides_everywhere",
    "holds_secret",
    "is_masked",
    "is_private_variable",
    "is_stand_in",
    "kept_credentials",
    "may_be_secret",
    "names_constant_secret",
    "names_secrecy",
    "names_secret",
    "never_shows_values",
    "reveals",
    "says_it_masks",
    "says_nowhere_shown",
    "secret_argument",
    "shows_secrets",
]

#: Parts of an address that may be secret, with the words for them.
_PARTS_OF_ADDRESSES = {
    "user": ("user", "credential", "token"),
    "password": ("password", "credential", "secret"),
    "query": ("query", "token"),
}
_SECRET = regex(
    r"passw|passphrase|secret|(?:^|_)(?:pwd|pin|otp|token)(?:$|_)|(?:api|private|access)_?key|credential", re.IGNORECASE
)
#: Names of page tokens and positions, and of facts about a secret.
_NO_SECRET = regex(
    r"page|next|cursor|continu|sync|resume|count|limit|length|max|min|name|_id$|hash|hint|type", re.IGNORECASE
)

#: Names in code; there, "key" and "tokens" mostly mean something else.
_IN_CODE = regex(r"passw|secret|token(?![a-z])|api_?key|credential|private_key|dsn", re.IGNORECASE)
#: How the name of a constant ends that is a secret itself, and not a fact about one, such as TOKEN_URL.
_CONSTANT = regex(
    r"(?:^|_)(?:passwords?|passphrase|pwd|pin|otp|secrets?|tokens?|credentials?"
    r"|(?:api|private|access|secret|signing|encryption|hmac|master|shared|auth|service)_?key)(?:_?\d{1,2})?$",
    re.IGNORECASE,
)
#: Environment variables with private values; the sandbox plants a canary in several of them.
_VARIABLES = regex(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|CANARY|DATABASE_URL|DSN", re.IGNORECASE)
#: Words and signs of placeholders and masked passwords.
_STAND_IN = regex(
    r"pass|pwd|secret|change|example|sample|dummy|your|user|demo|test|token|redact|hidden|mask|xxx|[*${%]|\.\.\.",
    re.IGNORECASE,
)
#: What stands in an answer for a value that is kept back, and what a description says of such values.
_MASK = regex(r"[*•●█·]{2}|\.{3}|…|\b(?:x{3,}|X{3,})\b|redact|hidden|mask|withheld|removed", re.IGNORECASE)
_MASKING = regex(
    r"\*{3}|•{3}|\b(?:masked|redacted|withheld|blanked|hidden|obscured|blacked out|starred out|left out"
    r"|(?:never|not) (?:shown|returned|included|displayed|revealed|printed)|never (?:listed|told|given)"
    r"|(?:as|by|with|into) (?:stars|asterisks|dots|bullets)|masks|hides|redacts|withholds|conceals)\b",
    re.IGNORECASE,
)
#: "No tool ever shows it", "cannot be read back", of whatever shows the values.
_NOWHERE = regex(
    r"\bno (?:other |\w+ )?(?:tool|call|answer|reader|result|output|list|reply)s? "
    r"(?:ever |will ever |will |of this server )?"
    r"(?:shows?|returns?|gives?|reveals?|tells?|prints?|contains?|includes?|displays?)\b"
    r"|\b(?:is|are|be|will be) never (?:\w+ )?(?:shown|returned|revealed|displayed|printed|told|given)\b"
    r"[^.;]{0,20}\b(?:again|anywhere|any (?:tool|more|answer)|by (?:any|a|other) |in any|to anyone|afterwards|later)"
    r"|\b(?:cannot|can not|can't|can never|never) be (?:read|seen|shown|fetched|retrieved|got) "
    r"(?:back|again|out|afterwards|later|by (?:any|a|other))\b"
    r"|\bwrite-only\b|\bmasked (?:everywhere|wherever|in (?:all|every))\b",
    re.IGNORECASE,
)
#: A flag or a choice that says whether a value is a secret.
_SECRECY = regex(r"secret|sensitive|confidential|masked|redact|passw|credential|token", re.IGNORECASE)
#: Tools that are there to show what was hidden, or to make it public.
_REVEALING = regex(
    r"\b(?:reveal\w*|unmask\w*|unhid\w*|expos(?:e|es|ing)|disclos\w+|declassif\w+|decrypt\w*|publish\w*|unseal\w*"
    r"|un-?protect\w*|plain ?text|in (?:the )?clear"
    r"|(?:make|makes|making|become|becomes) \w* ?(?:public|visible|plain))\b",
    re.IGNORECASE,
)
#: "Values are never shown", "never returns values", "without showing any values".
_NO_VALUES = regex(
    r"\b(?:values|contents|secrets)\b[^.;:]{0,20}\b(?:never|not) (?:\w+ ){0,2}(?:shown|returned|included|told|quoted)\b"
    r"|\b(?:never|not) (?:show|return|includ|tell|quot)\w* (?:\w+ ){0,3}(?:values|contents|secrets)\b"
    r"|\bno (?:values|secrets) (?:are|is) (?:\w+ )?(?:shown|returned|included|told|quoted)\b",
    re.IGNORECASE,
)
#: How a tool says that addresses come without their credentials.
_LEFT_OUT = regex(
    r"\bwithout (?:\w+ ){0,3}?(?:user\w*|passwords?|credentials?|tokens?|secrets?)\b"
    r"|\b(?:users?|user names?|passwords?|credentials?|tokens?|secrets?)\b[^.;:]{0,20}\b(?:are|is) "
    r"(?:never|not|stripped|removed|left out|masked|redacted|hidden)\b"
    r"|\b(?:passwords?|credentials?|tokens?|secrets?)\b[^.;:]{0,20}\b"
    r"(?:(?:do|does|will|must) (?:not|never)|never) (?:show|appear|turn up|come up|leave)"
    r"|\b(?:never|not) (?:show|return|includ|tell|reveal)\w* (?:\w+ ){0,3}"
    r"(?:passwords?|credentials?|tokens?|secrets?)\b",
    re.IGNORECASE,
)
_CREDENTIAL = regex(r"\b(user|password|credential|token|secret|query)(?:s|names?)?\b", re.IGNORECASE)
_SENTENCE = regex(r"(?<=[.!?])\s+|\n\s*\n")
#: What a tool says that it does to secrets in a text that it is given.
_HIDING = regex(
    r"\*{3}|\b(?:mask\w*|redact\w*|scrub\w*|censor\w*|hid(?:e|es|den)|blank(?:s|ed)?|withh\w+|remov\w+|strip\w*|replac\w+"
    r"|never (?:shown|returned|included|told)|(?:is|are) (?:left out|not shown))\b",
    re.IGNORECASE,
)
#: Signs that a description speaks of an exception, such as a caller who asks for the values.
_UNLESS = regex(r"\b(?:unless|except|only|if|when|while|until|as long as|reveal\w*|but)\b", re.IGNORECASE)
_CONDITION = regex(r"\b(?:unless|except|(?<!-)only|if|when|while|until|as long as|reveal\w*)\b", re.IGNORECASE)
#: How a tool says that it hides at every depth of a document, and that it does at the outermost alone.
_EVERYWHERE = regex(
    r"\b(?:wherever|anywhere|everywhere|nested|recursive\w*|however deep\w*"
    r"|(?:any|every|each|all) (?:depths?|levels?|places?))\b",
    re.IGNORECASE,
)
_OUTERMOST = regex(
    r"\b(?:top|first|outer\w*|one|upper\w*|same)[- ]levels?\b|\b(?:not|no|never)\b[^.]{0,30}\bnested|\bdirectly\b",
    re.IGNORECASE,
)
#: Letters and digits of the shortest secret.
_MIN_SIGNS = 4
_WORD = regex(r"[A-Za-z][a-z]+|[A-Z]{2,}")


def holds_secret(key: str) -> bool:
    """Tell whether the value of a key in data is a secret, by its name."""
    return (_SECRET.search(key) or _IN_CODE.search(key)) is not None and _NO_SECRET.search(key) is None


def is_masked(text: str) -> bool:
    """Tell whether a text stands for a value that is kept back: ``***``, ``[redacted]``, ``sk-...91``."""
    return _MASK.search(text) is not None


def may_be_secret(text: str) -> bool:
    """Tell whether a text may be a secret: neither a mask nor a place for one, such as ${TOKEN}."""
    return sum(sign.isalnum() for sign in text) >= _MIN_SIGNS and not is_masked(text) and text[0] not in "$%<{"


def says_it_masks(tool: ToolFacts, key: str) -> bool:
    """Tell whether a sentence of a tool's description says, without a condition, that values of a key are masked."""
    said = [one for one in _sentences_about(tool.description or "", key) if _MASKING.search(one)]
    return any(_UNLESS.search(_without_own_condition(one, key)) is None for one in said)


def says_nowhere_shown(tool: ToolFacts, key: str) -> bool:
    """Tell whether a tool that stores values says of those of a key that nothing shows them afterwards."""
    nodes = tool.input_schema.get("properties") if isinstance(tool.input_schema, dict) else None
    told = {name: str(node.get("description") or "") for name, node in (nodes or {}).items() if isinstance(node, dict)}
    # What is said of a flag is about the values with that flag.
    said = [*_sentences_about(tool.description or "", key), *_SENTENCE.split(told.get(key, ""))]
    said += [one for text in told.values() for one in _sentences_about(text, key)]
    own = [_without_own_condition(one, key) for one in said if _NOWHERE.search(one)]
    return any(_CONDITION.search(one) is None for one in own)


def _sentences_about(text: str, key: str) -> list[str]:
    """Return the sentences that name a key, or secrets."""
    last = _WORD.findall(key)[-1:]
    if not last:
        return []
    words = "|".join((re.escape(last[0]), re.escape(key), "secret", "credential", "sensitive", "confidential"))
    named = re.compile(rf"\b(?:{words})s?\b", re.IGNORECASE)
    return [one for one in _SENTENCE.split(text) if named.search(one)]


def _without_own_condition(sentence: str, key: str) -> str:
    """Return a sentence without the condition that a value is one of those of which it speaks."""
    is_one = rf"(?:(?:a |an |as |as an? )?(?:secret|{re.escape(key)})s?)"
    stored = r"(?:set|stored|added|saved|marked|flagged|given|declared)"
    return re.sub(
        rf"\b(?:if|when|where|only if) (?:\w+ ){{0,3}}?(?:(?:is|are|was|were|been) )?(?:{stored} )?{is_one}\b"
        r"(?:\W* ?(?:is|was|=+) ?\W*(?:true|set|given|on)\b)?",
        "",
        sentence,
        flags=re.IGNORECASE,
    )


def names_secrecy(name: str) -> bool:
    """Tell whether a switch or a choice of that name says that a value is a secret."""
    return _SECRECY.search(name) is not None and _NO_SECRET.search(name) is None


def reveals(tool: ToolFacts) -> bool:
    """Tell whether a tool is there to show what is kept back, or to make it public."""
    return _REVEALING.search(f"{tool.name.replace('_', ' ')}. {tool.description or ''}") is not None


def never_shows_values(tool: ToolFacts) -> bool:
    """Tell whether a tool says, without a condition, that it shows no values or contents of what it reads."""
    sentences = _SENTENCE.split(tool.description or "")
    return any(_NO_VALUES.search(one) and not _UNLESS.search(one) for one in sentences)


def kept_credentials(tool: ToolFacts) -> frozenset[str]:
    """Return the parts of addresses that a tool says, without a condition, not to give: user, password, query."""
    said = [one for one in _SENTENCE.split(tool.description or "") if _LEFT_OUT.search(one) and not _UNLESS.search(one)]
    words = {word.lower() for one in said for word in _CREDENTIAL.findall(one)}
    return frozenset(part for part, meant in _PARTS_OF_ADDRESSES.items() if not words.isdisjoint(meant))


def hidden_names(says: str) -> dict[str, bool]:
    """Return the names of secrets that a tool says to hide, each with whether it means all of the kind: passwords."""
    words = [
        word for one in _SENTENCE.split(says) if _HIDING.search(one) for word in re.findall(r"[A-Za-z]\w{2,40}", one)
    ]
    named = [(word.removesuffix("s"), word.endswith("s")) for word in words]
    found: dict[str, bool] = {}
    for name, is_kind in named:
        if holds_secret(name):
            found[name] = found.get(name, False) or is_kind
    return found


def hides_everywhere(says: str, *, is_kind: bool) -> bool:
    """Tell whether a tool says to hide secrets at every depth of what it is given.

    Args:
        says: The description.
        is_kind: Whether it means all secrets of a kind, wherever they stand.
    """
    hiding = [one for one in _SENTENCE.split(says) if _HIDING.search(one)]
    is_told = is_kind or any(_EVERYWHERE.search(one) for one in hiding)
    return is_told and not any(_OUTERMOST.search(one) for one in _SENTENCE.split(says))


def secret_argument(tool: ToolFacts, name: str, node: Any) -> Claim | None:
    """Return the claim that an argument which is named like a secret contains none; None for any other argument.

    Args:
        tool: The tool.
        name: The name of the argument, or of a property in one.
        node: Its schema.
    """
    if not _SECRET.search(name) or not _is_text(node):
        return None
    word = _NO_SECRET.search(name)
    place = f"the argument {name!r}"
    return claim_of(tool, "takes_no_secrets", word="" if word is None else word[0], place=place)


def shows_secrets(tool: ToolFacts) -> Claim:
    """Return the claim that an answer is meant to contain a secret: the tool names one."""
    for text, place in ((tool.name, "its name"), (tool.description or "", "its description")):
        word = _SECRET.search(text)
        if word is not None:
            return claim_of(tool, "shows_environment", word=word[0], place=place)
    return claim_of(tool, "shows_environment")


def names_constant_secret(name: str) -> bool:
    """Tell whether a constant in code is a secret, by its name."""
    return _CONSTANT.search(name) is not None and _NO_SECRET.search(name) is None


def names_secret(name: str) -> bool:
    """Tell whether a name in code is that of a secret."""
    return _IN_CODE.search(name) is not None


def is_private_variable(name: str) -> bool:
    """Tell whether an environment variable has a private value, by its name."""
    return _VARIABLES.search(name) is not None


def is_stand_in(password: str) -> bool:
    """Tell whether a password is a placeholder or masked."""
    return _STAND_IN.search(password) is not None


def _is_text(node: Any) -> bool:
    return isinstance(node, dict) and node.get("type", "string") == "string" and "enum" not in node
