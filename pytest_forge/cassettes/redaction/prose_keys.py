"""Prose keys: keys of unknown vendors among the words of a sentence.

Programs exchange identifiers as values of their own, in fields and addresses. Among the words of a sentence, a random
word that is too long for an identifier is a credential.
"""

from __future__ import annotations

import base64
import re
from binascii import Error

from ...regex import regex
from ..id_prefixes import GENERATED, STORED
from .found_secret import FoundSecret
from .secret_value import is_of_a_program, is_random, is_stand_in, is_unguessable

__all__ = ["find_in_prose"]

#: A word before the key; not a label with a colon, nor the name of an algorithm with a digit.
_BEFORE = regex(r"(?:^|[\s\"'(])[A-Za-z][a-z\x80-\xff'-]{0,20},? $", re.ASCII)
_WORD = regex(r"[A-Za-z0-9][A-Za-z0-9_.+/=$~:|!%-]{19,1200}+", re.ASCII)
_AFTER = regex(r"\Z| (?=[A-Za-z(])|[\"'\\\r\n)]", re.ASCII)
#: The sentence itself says that the word is not a key.
_OTHER_THING = regex(
    r"(?:id|hash|digest|checksum|signature|fingerprint|address|commit|transaction|request|cursor|etag),? $",
    re.ASCII | re.IGNORECASE,
)
#: Fewest characters for 230 bits of letters in one case and digits; of both cases, identifiers of documents have 44.
_LEAST, _LEAST_PADDED = 45, 40
_FLIP = regex(r"[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])", re.ASCII)
_JOINTS = regex(r"[.=$~:|!%]+", re.ASCII)
#: A checksum or a part of a UUID in a longer name.
_HEXADECIMAL = regex(r"(?<![A-Za-z0-9+/])[0-9a-f]{4,}(?![A-Za-z0-9+/])", re.ASCII)
#: Alphabets of checksums, addresses and content ids: base16, base32 and base58.
_OF_CHECKSUMS = regex(r"[0-9a-fA-F]+|[A-Z2-7]+|[a-z2-7]+|[1-9A-HJ-NP-Za-km-z]+", re.ASCII)
_BASE64 = regex(r"[A-Za-z0-9+/_-]+={0,2}", re.ASCII)
#: Base64 of lengths, ASN.1, JSON, XML, images, sound, archives, documents and sealed tokens.
_OF_DATA = regex(r"AAAA|MI[GI]|eyJ|ewo|PD94|PHN2|iVBOR|R0lGO|/9j/|T2dnU|SUQz|UklGR|UEsDB|H4sI|JVBER|gAAAA", re.ASCII)
#: An address, and a digest with its algorithm.
_NAMED = regex(r"[a-z][a-z0-9]{1,11}://|(?:sha\d{1,3}|md5|h1)[-:=]", re.ASCII | re.IGNORECASE)
#: A mark that abbreviates "key" or "token" (`ak_`, `acme_rt_`, `zpat-`) or has a version (`acme_v1_`), and the rest.
_ABBREVIATED = regex(
    r"(?:[a-z][a-z0-9]{0,11}[_-]){0,2}(?!pk|apk|sdk|pub)"
    r"(?:[a-z]{0,6}(?:key|pat|pak|tok)|[a-z]{1,2}k|[b-df-hj-np-tv-z]{3,5}k|[a-z]?[ar]t|[a-z]{2,8}_v\d(?:_[a-z]{2,8})?)"
    r"[_-](?P<random>[A-Za-z0-9_-]{20,300})",
    re.ASCII,
)
#: Any other mark, and what follows it; a public key is not a secret.
_MARKED = regex(
    r"(?!pk|pub)[A-Za-z][A-Za-z0-9]{1,11}(?:[_.-][A-Za-z0-9]{1,11}){0,2}[_.-](?P<random>[A-Za-z0-9_+/=-]{20,300})",
    re.ASCII,
)
#: A name or a number, a sign, and the rest, as in `acme:prod|…`.
_PAIR = regex(r"[A-Za-z0-9][\w:.$-]{0,80}[|!$](?P<random>[A-Za-z0-9_.+/=-]{20,300})", re.ASCII)
_SIGNS = regex(r"[^A-Za-z0-9]+", re.ASCII)
#: Prefixes of identifiers of any kind.
_OF_IDENTIFIERS = GENERATED | STORED
_FIRST_WORD = regex(r"[a-z][a-z0-9]{1,11}(?=[_-])", re.ASCII)
_WORD_BEFORE = regex(r"[a-z]{3,}(?=\W{1,2}$)", re.ASCII)


def find_in_prose(text: str, start: int) -> FoundSecret | None:
    """Return the key of an unknown vendor that begins at *start* of *text*, if it is a word of a sentence."""
    match = _WORD.match(text, start)
    if match is None or not _AFTER.match(text, match.end()) or not _BEFORE.search(text, max(0, start - 24), start):
        return None
    value = match.group().rstrip(".:!")
    before = text[max(0, start - 24) : start].lower()
    if _OTHER_THING.search(before) or _NAMED.match(value) or _is_identifier(value, before) or is_stand_in(value):
        return None
    if _is_long(value) or _has_a_key_mark(value) or _has_any_mark(value):
        return FoundSecret("random word of a sentence", start, start + len(value))
    return None


def _is_identifier(value: str, before: str) -> bool:
    """Whether the mark of *value* is one of identifiers, or repeats the word before it."""
    mark = _FIRST_WORD.match(value.lower())
    if mark is None:
        return False
    word = _WORD_BEFORE.search(before)
    return mark[0] in _OF_IDENTIFIERS or bool(word and (word[0].startswith(mark[0]) or mark[0].startswith(word[0])))


def _is_long(value: str) -> bool:
    drawn = _JOINTS.sub("", _HEXADECIMAL.sub("", value))
    least = _LEAST_PADDED if value.endswith("=") else _LEAST
    if len(drawn) < least or not any(map(str.isdigit, value)):
        return False
    if value.islower() or value.isupper():
        mark, *parts = re.split(r"[_-]", drawn)
        # Names in lower case are joined by hyphens, too, so the last part alone must be long enough.
        drawn = "".join(parts or [mark]) if value.isupper() else parts[-1] if parts else ""
        is_drawn = len(drawn) >= _LEAST and _changes(drawn) >= 0.2
    else:
        is_drawn = _changes(drawn) >= 0.4 and not is_of_a_program(value)
    return is_drawn and not _OF_CHECKSUMS.fullmatch(drawn) and not _is_data(value)


def _is_data(value: str) -> bool:
    """Whether *value* is the base64 of a text, or of another known format."""
    if not _BASE64.fullmatch(value):
        return False
    if _OF_DATA.match(value):
        return True
    plain = value.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        data = base64.b64decode(plain[: len(plain) // 4 * 4])
    except (Error, ValueError):
        return False
    return sum(32 <= byte < 127 or byte in b"\t\r\n" for byte in data) >= 0.9 * len(data)


def _has_a_key_mark(value: str) -> bool:
    match = _ABBREVIATED.fullmatch(value)
    if match is None:
        return False
    return is_random(match["random"]) and _changes(match["random"]) >= 0.2


def _has_any_mark(value: str) -> bool:
    match = _MARKED.fullmatch(value) or _PAIR.fullmatch(value)
    if match is None:
        return False
    return is_unguessable([_SIGNS.sub("", match["random"])], least=18) and is_random(match["random"])


def _changes(value: str) -> float:
    """Return how often a character of *value* is followed by one of another kind."""
    return len(_FLIP.findall(value)) / len(value)
