"""Secret value: whether a word in the place of a secret is one, or a stand-in, a type, a name, a word of a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile

from ...regex import regex
from .secret_references import names_an_algorithm, refers_to_a_secret

__all__ = ["PLACEHOLDER", "is_of_a_program", "is_random", "is_stand_in", "is_unguessable", "is_worth_hiding"]

#: Replaces every secret; it must be the same on another machine with another key.
PLACEHOLDER = "REDACTED"

#: Empty values of programs, and words of placeholders.
_STAND_IN_WORDS = regex(
    r"(?:none|null|undefined|true|false|string|integer|number|float|boolean|bytes|object|array|"
    r"optional|required|default|param|params|environ|environment|process|config|settings|"
    r"test|testing|dummy|fake|mock|mocked|sample|example|placeholder|filtered|redacted|scrubbed|sanitized|hidden|masked|"
    r"removed|invalid|wrong|missing|expired|empty|blank|todo|foo|bar|abc|xyz|x+|\d{1,3}(?!\d)|"
    r"your|my|me|here|insert|enter|change|see|not|used|needed|unused|valid|new|"
    r"current|key|token|secret|password|passphrase|credentials?|auth|access|user|username|admin|"
    r"value|header|headers|query|public|private|client|server|service|id|name|input|output|type|bearer|basic|"
    r"digest|sk|[\s_.:/<>\[\](){}$%*#@!?'\"`~-])+",
    re.IGNORECASE | re.ASCII,
)
#: Joined words that name a secret: test_openai_api_key.
_NAME_OF_A_SECRET = regex(
    r"(?=(?:.{0,80}[-_. ])?(?i:keys?|tokens?|secrets?|passwor[dt]|auth\w{0,10}|test|"
    r"dummy|fake|mock|example|your)(?:[-_. ]|$))"
    r"[A-Za-z]{1,14}(?:[-_. ][A-Za-z]{1,14}){1,6}",
    re.ASCII,
)
#: Labels of forms in some languages.
_LABEL = regex(
    r"(?:[A-Za-z]{1,14}[- ])?(?:passwort|kennwort|geheimnis|zugriffstoken|schl\\?\W{0,2}(?:u00fc)?ssel|"
    r"contrase\W{1,2}(?:u00f1)?a|senha|wachtwoord|salasana|mot de passe)",
    re.IGNORECASE | re.ASCII,
)
_STAND_IN_SIGN = regex(
    r"REDACTED|[xX]{5,}|\*{3,}|^.{0,40}\.{3}|…|^[<\[{(%].{0,60}$|^\$[({]|^\$[A-Za-z_]+$|\{\{|^&lt;|"
    r"EXAMPLE(?:KEY)?$|^@@.{1,60}@@$|^__[A-Z].{0,60}__$|^##.{1,60}##$|^#\{|^(?:your|insert|replace)[-_ ]",
    re.ASCII,
)
#: The name of a secret with a number or a version: db-password-v2, ACME_API_KEY2.
_NAMED = regex(
    r"(?:[a-z]{1,12}\d?[-_]){0,4}(?:passwords?|passwd|secrets?|tokens?|credentials?|creds|keys?)(?:[-_](?:v?\d{1,5}|[a-z]{1,12})){0,3}\d?|"
    r"(?:[A-Z]{1,12}\d?[-_]){0,4}(?:PASSWORD|PASSWD|SECRET|TOKEN|CREDENTIALS?|KEY)(?:[-_](?:V?\d{1,5}|[A-Z]{1,12})){0,3}\d?",
    re.ASCII,
)
_BASE64_KEY = regex(r"[A-Za-z0-9+/]{38,}={0,2}", re.ASCII)
_FILLERS = frozenset("xX*.-_#0?")
_IDENTIFIER = regex(r"[A-Za-z]+(?:[_.-][A-Za-z]+)*[_.-]?\d{0,2}", re.ASCII)
_MIXED_RUN = regex(r"(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{10,}", re.ASCII)
_UUID = regex(r"(?=[A-Za-z-]*\d)[0-9A-Za-z]{4,8}(?:-[0-9A-Za-z]{4,8}){2,4}-[0-9A-Za-z]{6,}", re.ASCII)
_VERSIONED = regex(r"[a-z]+(?:[-_.:/][a-z0-9]{1,7})+(?:[-_.]\d{4}-?\d{2}-?\d{2})?(?:[-_.]v?\d+)?", re.ASCII)
_CAMEL = regex(
    r"[A-Z]?[a-z]{2,}+(?:[A-Z][a-z]{2,}+|(?:By|Id|Of|To|In|Is|At|On|Or|As|Up|Ok)(?![a-z])|[A-Z]{2,4}+(?![a-z]))*+\d{0,2}",
    re.ASCII,
)
_PROGRAM_WORD = regex(r"[A-Z]?[a-z]+|[A-Z]+", re.ASCII)
_VOWEL = regex(r"[aeiouyAEIOUY]", re.ASCII)
_NO_VOWELS = regex(r"[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]{6,}", re.ASCII)
_FLIP = regex(r"[a-z](?=[A-Z])|[A-Z](?=[a-z])|[A-Za-z](?=\d)|\d(?=[A-Za-z])", re.ASCII)
#: Letters of both cases and digits: just below 180 bits.
_LEAST_KEY = 30
_LOWER, _UPPER, _DIGIT = regex(r"[a-z]"), regex(r"[A-Z]"), regex(r"[0-9]")
_LONG_RUN = regex(r"[a-z]{20,}|[A-Z]{20,}", re.ASCII)
_JOINTS = regex(r"[-_.]")
#: Addresses, names of resources and images, times, checksums, versions, and publishable keys.
_NO_LOT = regex(
    r"v?\d{1,4}\.\d{1,4}\.\d{1,4}(?:[-+.]|$)|pk_(?:live|test)_|\w[\w+.-]{1,20}://|arn:|[\w.-]{0,128}@sha256:|"
    r"\d{4}-\d\d-\d\d(?:[T ]|$)|sha(?:1|256|384|512)[:-]",
    re.ASCII,
)


def is_stand_in(value: str) -> bool:
    """Tell whether *value* is a stand-in for a secret, such as ``<filtered>`` or ``test_openai_api_key``."""
    if _STAND_IN_SIGN.search(value) or refers_to_a_secret(value):
        return True
    if len(value) < 100 and (_STAND_IN_WORDS.fullmatch(value) or _NAME_OF_A_SECRET.fullmatch(value)):
        return True
    if len(value) < 40 and _LABEL.fullmatch(value):
        return True
    return len(set(value)) <= 2 and set(value) <= _FILLERS


def is_random(value: str, *, least: int = 16) -> bool:
    """Tell whether *value* looks random: not a word, a name in a program, a model or a version.

    Args:
        value: One word.
        least: Fewest characters.
    """
    return len(value) >= least and _looks_drawn(value) and not names_an_algorithm(value)


def is_unguessable(pieces: Sequence[str], *, least: int = _LEAST_KEY) -> bool:
    """Tell whether the text after a mark is the key of an unknown vendor, and not an identifier.

    Identifiers only need to be unique, and 140 bits are ample for that; keys must withstand guessing, and have more.
    Letters of one case may be an identifier or a checksum of any length.

    Args:
        pieces: Letters and digits, split at the marks between them.
        least: Fewest characters.
    """
    # A mark may have several words.
    drawn = list(dropwhile(str.isalpha, pieces)) if len(pieces) > 1 else pieces
    value = "".join(piece for piece in drawn if _is_mixed(piece))
    if len(value) < max(least, 0.9 * sum(map(len, drawn))) or is_of_a_program(value):
        return False
    if not (_LOWER.search(value) and _UPPER.search(value) and _DIGIT.search(value)):
        return False
    return len(drawn) < 4 + len(value) / 8 and len(_FLIP.findall(value)) >= 0.35 * len(value)


def _is_mixed(piece: str) -> bool:
    """Whether *piece* has letters of both cases, or digits beside letters, or is too short to tell."""
    return len(piece) < 3 or sum(kind.search(piece) is not None for kind in (_LOWER, _UPPER, _DIGIT)) > 1


def _looks_drawn(value: str) -> bool:
    if _NO_LOT.match(value):
        return False
    if _UUID.fullmatch(value):
        return True
    if not _LONG_RUN.search(value) and is_of_a_program(value):
        return False
    # A long run in one case is not a word of any language; a name in camel case flips twice a word.
    if _LONG_RUN.search(value):
        return True
    if _VERSIONED.fullmatch(value) and not _MIXED_RUN.search(value):
        return False
    joined = _JOINTS.sub("", value[:200])
    flips = len(_FLIP.findall(joined))
    if any(character.isdigit() for character in value):
        return bool(_MIXED_RUN.search(value)) or value.isdigit() or flips >= (3 if value.isupper() else 4)
    return flips >= (0.2 if _NO_VOWELS.search(joined) else 0.3) * len(joined)


def is_of_a_program(value: str) -> bool:
    """Tell whether *value* consists of words in camel case, like PdfKeySize.Key128Bit."""
    words = _PROGRAM_WORD.findall(value[:200])
    if not all(len(word) < 4 or _VOWEL.search(word) for word in words):
        return False
    if _CAMEL.fullmatch(value):
        return True
    letters = sum(map(len, words))
    named = sum(len(word) >= 3 and word[0].isupper() and word[1].islower() for word in words)
    return named >= 2 and letters >= 4 * len(words) and letters >= 0.75 * len(value[:200])


def is_worth_hiding(value: str, *, quoted: bool) -> bool:
    """Tell whether *value* beside a name such as ``password`` is a secret, however weak.

    Args:
        value: One word.
        quoted: Whether it was in quotation marks, and so is not a word of a sentence or a name in a program.
    """
    if len(value) < 5 or is_stand_in(value):
        return False
    if _NO_LOT.match(value) or names_an_algorithm(value) or _NAMED.fullmatch(value):
        return False
    if value.startswith("/") and _BASE64_KEY.fullmatch(value) and len(_FLIP.findall(value)) >= 0.35 * len(value):
        return True
    if quoted:
        return not re.fullmatch(r"[A-Z]?[a-z]{1,4}|[/.#].*|\W+", value, re.ASCII)
    if _IDENTIFIER.fullmatch(value):
        # One word without a digit: a secret only if it is random, or not written like a name in a program.
        if is_random(value, least=16):
            return True
        return len(value) >= 8 and value.islower() and "." not in value and not value.endswith(("ed", "ing", "tion"))
    return len(value) >= 6 and not re.fullmatch(r"[/.#~-].*|[A-Za-z]+[.:!?)]*|\W+", value, re.ASCII)
