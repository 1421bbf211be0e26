"""Secret shapes: credentials that are recognised by a mark or by their structure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...regex import regex
from .found_secret import FoundSecret
from .prose_keys import find_in_prose
from .secret_value import is_of_a_program, is_stand_in
from .unknown_keys import LEAST_UNKNOWN, find_unknown
from .vendor_formats import FormatTable, VendorFormat, vendor_table

__all__ = ["find_shapes"]

#: Not inside a name of a program, an address or a path.
_NO_NAME = r"(?<![\w./$)_-])"
_NO_LETTER = r"(?<![A-Za-z0-9])"
_BEGIN_KEY = r"-----BEGIN[A-Z ]{0,20} PRIVATE KEY(?: BLOCK)?-----"
#: The part of a path before a key.
_DOOR = r"/(?:web)?(?:hooks?|keys?|tokens?)/(?:[\w-]{1,20}/){0,2}"
_END = r"(?![A-Za-z0-9])"


@dataclass(frozen=True, slots=True)
class _Shape:
    """One kind of credential.

    Attributes:
        kind: Its vendor and its name.
        mark: Text in each of them; only texts with it are searched.
        pattern: The credential, or its group if it has one.
    """

    kind: str
    mark: str
    pattern: re.Pattern[str] = field(repr=False)


#: Credentials with a mark in the middle, or recognised by the text around them: kind, mark, pattern.
_STRUCTURES = (
    ("azure storage key", "AccountKey=", r"AccountKey=([A-Za-z0-9+/]{40,}={0,2})"),
    ("azure shared key", "SharedAccessKey=", r"SharedAccessKey=([A-Za-z0-9+/]{20,}={0,2})"),
    ("azure client secret", "Q~", r"(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{28,40}"),
    ("azure devops token", "AZDO", rf"{_NO_LETTER}[A-Za-z0-9]{{70,80}}AZDO[A-Za-z0-9]{{4}}{_END}"),
    ("azure service key", "JQQJ99", rf"{_NO_LETTER}[A-Za-z0-9]{{52}}JQQJ99[A-Za-z0-9]{{26}}{_END}"),
    ("azure search index", ".search.windows.net", r"[\w-]{2,60}\.search\.windows\.net/indexes/[\w-]+"),
    ("fly macaroon", "FlyV1 ", r"(?<![A-Za-z0-9_-])FlyV1 fm[12][a-z]?_[\w+/=,-]{40,}"),
    ("hashicorp cloud token", ".atlasv1.", rf"{_NO_LETTER}[A-Za-z0-9]{{10,20}}\.atlasv1\.[A-Za-z0-9_=-]{{40,}}"),
    ("sourcegraph gateway token", "sourcegraph_", rf"{_NO_LETTER}sourcegraph_[a-z]{{2,20}}_[a-f0-9]{{30,}}"),
    (
        "slack webhook",
        "hooks.slack",
        r"https?://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,}",
    ),
    ("discord webhook", "/api/webhooks/", r"https?://[\w.]*discord(?:app)?\.com/api/webhooks/\d+/[\w-]{40,}"),
    (
        "teams webhook",
        "webhook",
        r"https?://[\w.-]{1,80}\.(?:office|logic\.azure)\.com/(?:webhook|workflows)[^\s\"'\\<>]{20,}",
    ),
    ("zapier webhook", "hooks.zapier.com", r"hooks\.zapier\.com/hooks/catch/[A-Za-z0-9/_-]{6,}"),
    ("tines webhook", ".tines.com", r"[\w-]{1,60}\.tines\.com/webhook/[a-f0-9]{16,}/[a-f0-9]{16,}"),
    ("thingsboard device token", "/api/v1/", r"thingsboard[\w.:-]{0,60}/api/v1/([A-Za-z0-9]{16,})(?=/)"),
    ("key in the path of an address", "infura.io/", r"infura\.io/(?:ws/)?v3/([a-f0-9]{32})"),
    (
        "key in the path of an address",
        "/v2/",
        r"://[\w.-]{4,100}/v2/((?=[A-Za-z_-]{0,40}\d)(?=[a-z0-9_-]{0,40}[A-Z])[A-Za-z0-9_-]{32})(?![\w/.-])",
    ),
    (
        "vault of Ansible",
        "$ANSIBLE_VAULT;",
        r"\$ANSIBLE_VAULT;[\d.]{3};\w{3,9}(?:;[\w.-]{0,40})?((?:(?:\\[rn]|\s){1,24}[0-9a-f]{20,80}){1,400})",
    ),
    ("password of a remote desktop", "51:b:", r"\b51:b:([0-9A-Fa-f]{20,4000})"),
    ("key in the path of an address", ".quiknode.pro/", r"\.quiknode\.pro/([a-f0-9]{30,})"),
    ("pubnub key", "ub-c-", r"(?:(?<=\bp)|(?<=\bs))ub-c-[A-Za-z0-9-]{30,}"),
    ("maxmind key", "_mmk", rf"{_NO_LETTER}[A-Za-z0-9]{{6}}_[A-Za-z0-9]{{29}}_mmk{_END}"),
    ("facebook app token", "|", rf"{_NO_LETTER}\d{{14,18}}\|(?<=\|)[A-Za-z0-9_-]{{24,30}}(?![\w-])"),
    ("private key in base64", "LS0tLS1CRUdJTi", r"(?<![A-Za-z0-9+/])LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,}={0,2}"),
    (
        "private key",
        "PRIVATE KEY",
        _BEGIN_KEY + r"(?:[A-Za-z0-9+/=\s\"',.:\\]|-(?!----)){16,20000}(?:-----END[A-Z ]{0,20}KEY(?: BLOCK)?-----)?",
    ),
    (
        "private key of PuTTY",
        "Private-Lines:",
        r"Private-Lines: {0,3}\d{1,4}((?:(?:\r?\n|\\r\\n|\\n)[A-Za-z0-9+/=]{4,100}){1,400})",
    ),
    (
        "private part of a JSON Web Key",
        '"kty',
        r'"(?:d|k|p|q|dp|dq|qi)\\{0,7}"\s{0,3}:\s{0,3}\\{0,7}"([A-Za-z0-9_-]{20,2000})',
    ),
    ("key of WireGuard", "Key", r"(?:PrivateKey|PresharedKey) {0,3}= {0,3}([A-Za-z0-9+/]{43}=)"),
    (
        "password hash",
        "$",
        r"\$(?:1|2[abxy]|5|6|7|8|9|y|gy|apr1|argon2\w{1,2})\$[A-Za-z0-9./$=,+-]{20,300}",
    ),
    ("kerberos ticket", "$krb5", r"\$krb5(?:asrep|tgs|pa)\$[^\s\"'\\]{20,4000}"),
    ("secret of one-time passwords", "otpauth://", r"otpauth://[^\s\"'<>\\]{1,300}?[?&]secret=([A-Z2-7]{16,})"),
)


#: Credentials that are one long word: kind, mark, fewest characters, pattern.
_WORDS = (
    *(
        (
            "hashicorp old vault token",
            mark,
            26,
            rf"{_NO_NAME}{mark[0]}\.(?=[A-Za-z]*\d)[A-Za-z0-9_-]{{24,200}}(?![\w.(])",
        )
        for mark in ("s.", "b.", "r.")
    ),
    ("discord bot token", ".", 57, r"[MNO][A-Za-z\d_-]{22,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,40}"),
    ("telegram bot token", ":", 41, r"(\d{8,12}:[A-Za-z0-9_-]{32,})(?![\w])"),
    ("ably key", ":", 54, r"(?<![\w.-])([A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{6}:[A-Za-z0-9_-]{40,})(?![\w-])"),
    ("mailchimp key", "-us", 36, rf"{_NO_LETTER}[0-9a-f]{{32}}-us\d{{1,2}}{_END}"),
    ("zhipu key", ".", 49, r"(?<![A-Za-z0-9.-])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9.-])"),
    ("mailgun signing key", "-", 50, r"(?<![A-Za-z0-9-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9-])"),
    (
        "licence or recovery key",
        "-",
        29,
        r"(?<![\w-])(?=[A-Z-]*\d)(?=[\d-]*[A-Z])(?:[A-Z0-9]{4,8}-){4,20}[A-Z0-9]{4,8}(?![\w-])",
    ),
    ("new relic licence key", "NRAL", 40, rf"{_NO_LETTER}[0-9a-f]{{36}}NRAL{_END}"),
    (
        "key in the path of an address",
        "/",
        30,
        _DOOR + r"((?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9_-]{24,200})(?![\w.-])",
    ),
)


_OF_WORDS = tuple((least, _Shape(kind, mark, regex(pattern, re.ASCII))) for kind, mark, least, pattern in _WORDS)
_OTHERS = tuple(_Shape(kind, mark, regex(pattern, re.ASCII)) for kind, mark, pattern in _STRUCTURES)

_LEAST_OF_WORDS = min(least for least, _ in _OF_WORDS)

#: Every credential with a mark at its beginning is a long word or a part of one, and prose has few.
_LONG_WORD = regex(r"[A-Za-z0-9_][A-Za-z0-9_.+/=$~:-]{11,}")
#: An image or a file, in which no credential begins.
_LARGE = 2_000
_BASE64 = regex(r"[A-Za-z0-9+/]+={0,2}")
_JOINT = regex(r"[.+/=$~:]+(?=[A-Za-z0-9_])")
#: Further characters and parts of a key, which vendors add to their formats.
_GLUED = regex(r"[A-Za-z0-9_-]{0,400}(?:[.~:|][A-Za-z0-9_+/=-]{16,1000}){0,4}", re.ASCII)
#: Rare in names of programs.
_DIGIT_OR_RUN = regex(r"\d|[a-z]{20}|[A-Z]{16}", re.ASCII)


def find_shapes(text: str) -> Iterator[FoundSecret]:
    """Yield the credentials in *text* that are recognised without a name."""
    table = vendor_table()
    for word in _LONG_WORD.finditer(text):
        start, end = word.span()
        yield from _at(text, start, end, table)
        if text[start - 1 : start] == " " and (found := find_in_prose(text, start)):
            yield found
        if end - start > _LARGE and _BASE64.fullmatch(text, start, end):
            continue
        for joint in _JOINT.finditer(text, start, end):
            yield from _at(text, joint.end(), end, table)
        if end - start >= _LEAST_OF_WORDS:
            for least, shape in _OF_WORDS:
                if end - start >= least and text.find(shape.mark, start, end) >= 0:
                    # One more character, because patterns look at the text after the word.
                    yield from _matches(shape, shape.pattern.finditer(text, start, end + 1))
            for least, inner in table.inside:
                if end - start >= least and text.find(inner.mark, start, end) >= 0:
                    yield from _issued(inner, inner.pattern.finditer(text, start, end + 1))
    for shape in _OTHERS:
        if shape.mark in text:
            yield from _matches(shape, shape.pattern.finditer(text))


def _at(text: str, start: int, end: int, table: FormatTable) -> Iterator[FoundSecret]:
    for one in table.beginning.get(text[start : start + 2], ()):
        if text.startswith(one.mark, start) and (match := one.pattern.match(text, start)):
            yield from _issued(one, (match,))
    if end - start >= LEAST_UNKNOWN:
        yield from find_unknown(text, start)


def _matches(shape: _Shape, matches: Iterable[re.Match[str]]) -> Iterator[FoundSecret]:
    group = 1 if shape.pattern.groups else 0
    for match in matches:
        if not is_stand_in(match.group(group)):
            yield FoundSecret(shape.kind, *match.span(group))


def _issued(one: VendorFormat, matches: Iterable[re.Match[str]]) -> Iterator[FoundSecret]:
    for match in matches:
        if _is_issued(match.group().replace(one.mark, "", 1)) and not is_stand_in(match.group()):
            rest = _GLUED.match(match.string, match.end())
            yield FoundSecret(one.kind, match.start(), rest.end() if rest else match.end())


def _is_issued(body: str) -> bool:
    """Whether the text beside a mark is random; a name in a program may have the same beginning."""
    if _DIGIT_OR_RUN.search(body):
        return True
    return not body.islower() and not body.isupper() and not is_of_a_program(body)
