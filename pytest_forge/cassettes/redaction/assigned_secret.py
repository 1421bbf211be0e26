"""Assigned secret: a value that is no known vendor's, beside a name that tells what it is.

password = "hunter22"       "apiKey": "4f1c…"       ('X-Api-Key', '4f1c…')       --token 4f1c…       acme SECRET 4f1c…

The weaker the tie between name and value, and the less the name tells, the more random the value must look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .secret_value import is_random, is_stand_in, is_worth_hiding
from .vendor_names import VENDOR_NAMES

__all__ = ["AssignedSecret", "find_assigned", "is_telling", "is_weakly_telling"]

#: Longest value that is looked at.
_LONGEST = 2_000
#: A rejected value this long is not searched for further names.
_LONG = 200

#: Names of which the value is a secret, whatever it looks like.
_STRONG = (
    r"passw(?:or)?d|passphrase|passwort|pwd|secret|private[_-]?key|credentials?|"
    r"(?:api|access|auth|account|client|shared|signing|encryption|master|admin|service|subscription|app|consumer)"
    r"[_-]?(?:api[_-]?)?(?:key|token|secret|pwd|pass)|authtoken|authorization|bearer|reporter[_-]?id|\bpass\b|_pass\b"
)
#: The same, as texts to look for; those that are common in other words must stand alone.
_STRONG_MARKS = ("passw", "passphrase", "pwd", "secret", "credential", "bearer", "reporter_id", "access_id", "accessid")
_WEAK_MARKS = (
    *("key", "token", "auth", "pat", "login", "private", "access", "session", "cookie", "sign", "bot", "unseal", "srt"),
    *("pass", "api"),
)
_ALONE = frozenset({"pat", "api", "pass", "srt", "bot", "unseal"})
_QUALIFIER = re.compile(
    r"(?:api|access|auth|account|client|shared|signing|encryption|master|admin|service|subscription|app|consumer|private)"
    r"[_-]?$",
    re.ASCII,
)
_STRONG_NAME = re.compile(_STRONG, re.ASCII)
_TELLING_END = re.compile(
    rf"(?:^|.*[a-z0-9_.-])?(?:{_STRONG}|key|token|auth|pat|jwt|sid_?token|sig|signature|cookie|session(?:_?id)?)\d?",
    re.ASCII,
)

#: Names that end as secrets do and are none.
_HARMLESS = re.compile(
    r"(?<![a-z])(?:(?:next|prev|previous|page|continuation|sync|cursor|delta|resume|start|end|stop|eos|bos|pad|unk|mask|special|"
    r"max|min|num|count|input|output|prompt|completion|total|cached|reasoning|thinking|image|text|audio|budget)[_-]?tokens?|"
    r"(?:cache|primary|foreign|partition|sort|public|pub|idempotency|routing|row|hash|group|object|index|lookup|surrogate|"
    r"unique|composite|natural|dict|json|map|metadata|parent|left|right|up|down|enter|esc|arrow|hot|shortcut|translation|"
    r"i18n|websocket|ssh_public|encryption_public)[_-]?keys?|thought[_-]?signature|key_?(?:board|word|name|path|value|id)|"
    r"safety[_-]?identifier|signature)$",
    re.ASCII,
)

#: A name that ends so tells of something about a secret, and seldom the secret itself.
_ABOUT = re.compile(
    r"(?:hash|sha\d*|ids?|name|count|type|ur[il]|path|file|index|length|limit|version|status|digest|fingerprint|izer|"
    r"policy|hint|basic|post|format|field|label|method|mode|strength|expiry|ref|reset|required|enabled)$",
    re.ASCII,
)

_NAME_REST = r"[\w.-]{0,30}(?:[ ](?:key|token|secret|id)){0,2}"
_SCHEME = r"(?:(?:bearer|basic|token|api-?token|api-?key|ssws|digest|bot)[ ]{1,3})?"
_CLOSE = r"(?:\\*[\"'`])?[\])]{0,2}"
_VALUES = (
    rf"(?:\\*\"(?P<double>[^\"\s]{{4,{_LONGEST}}})|\\*'(?P<single>[^'\s\"]{{4,{_LONGEST}}})|"
    rf"\\*`(?P<back>[^`\s\"]{{4,{_LONGEST}}})|(?P<bare>[^\s\"'`,;&<>|\\(){{}}\[\]=]{{4,{_LONGEST}}}={{0,2}}))"
)
_TIE = rf"(?:{_CLOSE}\s{{0,8}}(?:[!=]==?|=>|[:?|+]?=|:)\s{{0,24}}(?:\\*[\"'`](?=\\*[\"'])|[(\[])?)"
_COMMA = r"(?:\\*[\"'`]\s{0,3},\s{0,3}(?:\\*[\"'`])?(?=\\*[\"'`]))"
_QUOTED_SCHEME = rf"(?:\\*[\"'`](?={_SCHEME[:-1]}))?{_SCHEME}"
_TIED = re.compile(rf"{_NAME_REST}(?P<tie>{_TIE}|{_COMMA}){_QUOTED_SCHEME}{_VALUES}", re.IGNORECASE | re.ASCII)
_LOOSE = re.compile(
    r"[A-Za-z_]{0,14}(?:[ _-](?:key|token|secret|access|code|id|SECRET|KEY|TOKEN))?"
    r"(?:[ \t]{1,3}|\r?\n|-{1,2}|[=.])['\"]?"
    r"(?P<value>[A-Za-z0-9._~+/%=!@#$^*-]{16,1100})",
    re.ASCII,
)
_LOOSE_PASSWORD = re.compile(r"(?:or)?d[ \t]{1,3}['\"]?(?P<value>[A-Za-z0-9._~+/%=!@#$^*-]{6,1100})", re.ASCII)
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)+/", re.ASCII)
_DEFAULT = re.compile(
    r"[\w-]{0,30}\\*\"\s{0,3}\{[^{}]{0,200}?default\s{0,3}=\s{0,3}\\*\"(?P<value>[^\"\s\\]{8,400})", re.ASCII
)
_NAMED_VALUE = re.compile(r"[\w-]{0,30}['\"]?\s{1,8}value:\s{0,3}\\*[\"']?(?P<value>[^\"'\s\\]{8,400})", re.ASCII)
_IS = re.compile(r"\w{0,12}(?: for [^.\n]{1,40}?)? is:? \\*['\"`](?P<value>[^'\"`\s\\]{4,100})", re.ASCII)
_LONG_RUN = re.compile(r"[A-Za-z0-9_+/.-]{40}$", re.ASCII)
_FIELD = re.compile(
    r"name=\\*\"(?P<name>[\w.-]{1,60})\\*\"[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,300}\r?\n){0,5}\r?\n(?P<value>[^\r\n]{4,2000})\r?\n--",
    re.ASCII,
)
_VENDOR = re.compile(
    r"(?<![a-z0-9])[a-z][a-z0-9]{2,24}"
    r"(?:[ _.-](?:id|sid|pat|app|client|user|account|api|access ?id)){0,2}[a-z]{0,10}"
    r"(?:\\*[\"'`])?(?:\s{0,3}(?:=>|:=|=|:)\s{0,24}|[ ]|-)\\*[\"'`]?(?P<value>[a-zA-Z0-9._~+/%-]{12,1100}={0,2})",
    re.ASCII | re.IGNORECASE,
)
_USER = re.compile(
    r"(?:user(?:_?name|_?id)?|login|machine|account)[\"'`]?(?:\s{0,8}(?:=>|:=|=|:)\s{0,8}|[ ]{1,3})[\"'`$]{0,2}"
    r"(?P<value>[^\s\"'`,;&<>|\\(){}\[\]]{3,80})",
    re.ASCII | re.IGNORECASE,
)
_USER_REACH = 200


@dataclass(frozen=True, slots=True)
class AssignedSecret:
    """A value beside a name.

    Attributes:
        kind: What told it.
        start: Where the value begins.
        end: Where it ends.
    """

    kind: str
    start: int
    end: int


def is_telling(name: str) -> bool:
    """Tell whether the value of *name*, of a header, a parameter or a field, is a secret by its name alone."""
    lowered = _snake(name)
    return _TELLING_END.fullmatch(lowered) is not None and _HARMLESS.search(lowered) is None


def is_weakly_telling(name: str) -> bool:
    """Tell whether *name* stands beside secrets and beside much else, as ``key`` and ``session`` do."""
    return _STRONG_NAME.search(_snake(name)) is None


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name[-80:]).lower()


def find_assigned(text: str, lowered: str) -> Iterator[AssignedSecret]:
    """Yield the secrets in *text* that a name beside them tells.

    Args:
        text: Any text.
        lowered: The same in lower case, character for character.
    """
    position = 0
    for start, mark in _marks(lowered):
        if start < position:
            continue
        end = start + len(mark)
        strong = (
            mark in _STRONG_MARKS or mark == "pass" or _QUALIFIER.search(lowered, max(0, start - 14), start) is not None
        )
        found, position = _beside(text, lowered, start, end, strong=strong)
        if found is not None:
            yield found
            if mark in ("passw", "pwd", "pass"):
                yield from _user_beside(text, start)
    yield from _of_fields(text, lowered)
    yield from _of_vendors(text, lowered)


def _marks(lowered: str) -> list[tuple[int, str]]:
    found = []
    for mark in (*_STRONG_MARKS, *_WEAK_MARKS):
        start = lowered.find(mark)
        while start >= 0:
            end = start + len(mark)
            alone = mark not in _ALONE or not (lowered[start - 1 : start].isalnum() or lowered[end : end + 1].isalnum())
            if alone:
                found.append((start, mark))
            start = lowered.find(mark, end)
    found.sort()
    return found


def _beside(text: str, lowered: str, begin: int, stop: int, *, strong: bool) -> tuple[AssignedSecret | None, int]:
    mark = lowered[begin:stop]
    if tied := _TIED.match(text, stop):
        group = tied.lastgroup or "bare"
        start, end = tied.span(group)
        name = lowered[max(0, begin - 24) : tied.start("tie")]
        end = _without_tail(text, start, end, quoted=group != "bare")
        value = text[start:end]
        is_call = group == "bare" and text[end : end + 1] in ("(", "[")
        if not is_call and _is_secret(value, name, strong=strong, quoted=group != "bare", tie=tied.group("tie")):
            return AssignedSecret(f"value of {mark!r}", start, end), end
        if len(value) > _LONG:
            return None, end
    ahead = lowered[stop : stop + 60]
    for sign, pattern in ((" {", _DEFAULT), ("value:", _NAMED_VALUE), (" is", _IS)):
        if sign not in ahead or (pattern is _IS and mark != "passw"):
            continue
        if (match := pattern.match(text, stop)) and is_worth_hiding(match["value"], quoted=True):
            return AssignedSecret(f"value of {mark!r}", *match.span("value")), match.end()
    password = mark == "passw" and text[begin - 1 : begin] in ("-", "\n", " ")
    loose = (_LOOSE_PASSWORD.match(text, stop) if password else None) or _LOOSE.match(text, stop)
    if (
        loose
        and mark != "api"
        and not _HOST.match(loose["value"])
        and not _LONG_RUN.search(text, max(0, begin - 41), begin)
    ):
        start, end = loose.span("value")
        end = _without_tail(text, start, end, quoted=False)
        value = text[start:end]
        password = strong and "passw" in mark and text[begin - 1 : begin] in ("-", "\n", " ")
        enough = is_random(value) or (password and len(value) >= 6 and _odd(value))
        if enough and not is_stand_in(value) and not _HARMLESS.search(lowered[max(0, begin - 24) : stop]):
            return AssignedSecret(f"word after {mark!r}", start, end), end
        if len(value) > _LONG:
            return None, end
    return None, stop


def _odd(value: str) -> bool:
    return any(character.isdigit() for character in value)


def _without_tail(text: str, start: int, end: int, *, quoted: bool) -> int:
    # A sentence, or the escape of a closing quotation mark, goes on behind the value.
    tail = "\\" if quoted else ".,:;!?)\\"
    while end > start and text[end - 1] in tail:
        end -= 1
    return end


def _is_secret(value: str, name: str, *, strong: bool, quoted: bool, tie: str) -> bool:
    stem = re.split(r"[\s\"'`,;:=(){}\[\]<>]", name.strip("\"'`])\\ "))[-1]
    if _HARMLESS.search(stem) or is_stand_in(value):
        return False
    if "," in tie:
        # Two texts in a row: often enough two items of a list, or a value and the name of the next.
        return is_random(value) and "/" not in value
    if _ABOUT.search(stem):
        return strong and is_random(value, least=12)
    if not strong:
        return is_random(value, least=12) and not (value.isdigit() and len(value) < 16)
    if not quoted and "\n" in tie:
        return is_random(value)
    return is_worth_hiding(value, quoted=quoted)


def _user_beside(text: str, position: int) -> Iterator[AssignedSecret]:
    # A name is half of the pair that opens a door.
    for match in _USER.finditer(text, max(0, position - _USER_REACH), position):
        if not is_stand_in(match["value"]) and not match["value"].isdigit():
            yield AssignedSecret("user beside a password", *match.span("value"))


def _of_fields(text: str, lowered: str) -> Iterator[AssignedSecret]:
    if "name=" not in lowered:
        return
    for match in _FIELD.finditer(text):
        if is_telling(match["name"]) and not is_stand_in(match["value"]):
            yield AssignedSecret(f"field {match['name']!r}", *match.span("value"))


def _of_vendors(text: str, lowered: str) -> Iterator[AssignedSecret]:
    named = {name for word in set(_WORD.findall(lowered)) if (name := _vendor_of(word)) is not None}
    for vendor in sorted(named):
        start = lowered.find(vendor)
        while start >= 0:
            match = _VENDOR.match(text, start)
            if match and is_random(match["value"]) and not is_stand_in(match["value"]):
                yield AssignedSecret(f"word beside {vendor!r}", *match.span("value"))
            start = lowered.find(vendor, start + len(vendor))


_WORD = re.compile(r"[a-z]{3,24}", re.ASCII)


@lru_cache(maxsize=20_000)
def _vendor_of(word: str) -> str | None:
    # The name may be the beginning of a longer one: "geoapifySecret".
    return next((word[:length] for length in range(len(word), 2, -1) if word[:length] in VENDOR_NAMES), None)
