"""Secret addresses: the credentials of an address in a text: its password, its token, a parameter of its query."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from ...regex import regex
from .credential_headers import is_credential_parameter
from .found_secret import FoundSecret
from .secret_value import is_of_a_program, is_random, is_stand_in, is_unguessable, is_worth_hiding

__all__ = ["find_in_addresses"]

_SCHEME = regex(r"(?<![a-zA-Z0-9+.-])[a-zA-Z][a-zA-Z0-9+.-]{1,30}$", re.ASCII)
_ORACLE_PAIR = regex(
    r"(?<![\w/.@-])[\w$]{1,30}/(?P<password>[^\s@/'\"`<>\\:]{4,100})@[\w.-]{1,200}:15\d\d[/:]", re.ASCII
)
_ADDRESS = regex(
    r"://(?P<user>[^\s/:@'\"`<>\\]{0,200}):(?P<password>[^\s/'\"`<>\\]{1,200})@(?P<host>[^\s/?#'\"`<>\\@]{1,500})",
    re.ASCII,
)
_TOKEN_ADDRESS = regex(r"://(?P<token>[A-Za-z0-9_-]{16,200}):?@[\w.-]", re.ASCII)
_ORACLE = regex(
    r"(?:jdbc:oracle:\w{2,5}:|sqlplus (?:-\w+ )?)[\w.$-]{1,60}/(?P<password>[^\s@'\"`<>\\]{4,100})@", re.ASCII
)
#: Without a scheme: `me:secret@tcp(host:3306)/db`, `me:secret@host:5432`, `me:secret@host` after an address's name.
_PAIR_USER = regex(r"(?:(?<=\\[nrt])|(?<=[^:]//)|(?<![\w:/@.+%\\-]))[A-Za-z_][\w.+-]{0,60}$", re.ASCII)
_PAIR_PASSWORD = regex(r"[^\s:@/'\"`<>\\,;|(){}\[\]]{5,100}", re.ASCII)
_PAIR_HOST = regex(
    r"(?P<call>\w{0,12}\([^\s()]{0,200}\)|/\w{1,60}\?)|"
    r"(?!sha\d)[A-Za-z0-9][\w-]*(?:\.[\w-]+)*(?P<more>(?P<port>:\d{2,5}\b)|/\w)?",
    re.ASCII,
)
#: Words before a colon and an address of mail, of a chat, or of a package.
_NO_USER = regex(
    r"mailto|e-?mail|mail|from|to|cc|bcc|members?|group|domain|serviceaccount|acct|sips?|xmpp|jid|npm|pkg|author|contact|git|"
    r"skype|principal|sha\d*",
    re.ASCII | re.IGNORECASE,
)
_MEANT = regex(
    r"(?:dsn|proxy|database|db|conn\w{0,12}|address|url|uri|-x|broker|amqp|redis|mysql|postgres\w*)\W{1,6}$",
    re.ASCII | re.IGNORECASE,
)
_PARAMETER = regex(r"[?&;](?P<name>[\w.%-]{1,60})=(?P<value>[^&#\s\"'`<>\\|,;)}\]]{6,2000})", re.ASCII)
#: A password among the settings of a connection: `Server=db;User ID=me;Password=…;`, `host=db user=me password=…`.
_SETTING = regex(
    r"(?:;\s?(?i:password|pwd)\s?=\s?|(?<=\s)password=)(?P<password>[^;\"'`\s\\<>]{4,120})(?=[;\"'`\s\\]|$)", re.ASCII
)
_BESIDE_SETTING = regex(
    r"(?<![\w.])(?:server|(?:data )?source|address|host|driver|provider|database|(?:initial )?catalog|dbname|dsn|uid|"
    r"user\s?id|user)\s?=[^;\"'\n]{1,120}$",
    re.ASCII | re.IGNORECASE,
)
#: Parameters beside the code of a sign-in.
_SIGN_IN = regex(r"[?&](?:state|session_state|code_verifier|redirect_uri|grant_type|client_id)=", re.ASCII)
#: A variable, a field or a call, because statements end in semicolons, too.
_CODE = regex(r"[$%#{(]|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(|\.[A-Za-z_]\w*$)", re.ASCII)
_SETTING_REACH = 140
_REACH = 400
_LONGEST_USER = 64
_LONGEST_PASSWORD = 100


def find_in_addresses(text: str) -> Iterator[FoundSecret]:
    """Yield the credentials in the addresses in *text*."""
    if "://" in text and "@" in text:
        yield from _passwords(text)
    if "@" in text:
        yield from _pairs(text)
    if "jdbc:oracle" in text or "sqlplus " in text:
        for match in _ORACLE.finditer(text):
            yield FoundSecret("password in an address", *match.span("password"))
    if ":15" in text and "@" in text:
        for match in _ORACLE_PAIR.finditer(text):
            if is_worth_hiding(match["password"], quoted=True):
                yield FoundSecret("password in an address", *match.span("password"))
    if "=" in text and ("&" in text or "?" in text):
        yield from _parameters(text)
    if "=" in text and (";" in text or " password=" in text):
        yield from _settings(text)


def _passwords(text: str) -> Iterator[FoundSecret]:
    for match in _ADDRESS.finditer(text):
        scheme = _SCHEME.search(text[max(0, match.start() - 32) : match.start()])
        if scheme is None or is_stand_in(match["password"]):
            continue
        # The hosts of a database are not public either, unlike those of a site.
        last = "password" if scheme.group().lower() in ("http", "https", "ssh", "git") else "host"
        yield FoundSecret("password in an address", match.start("user"), match.end(last))
    for match in _TOKEN_ADDRESS.finditer(text):
        if not is_stand_in(match["token"]):
            yield FoundSecret("token in an address", *match.span("token"))


def _pairs(text: str) -> Iterator[FoundSecret]:
    at = text.find("@")
    while at >= 0:
        colon = text.rfind(":", max(0, at - _LONGEST_PASSWORD - 1), at)
        if colon > 0 and _PAIR_PASSWORD.fullmatch(text, colon + 1, at):
            begin = max(0, colon - _LONGEST_USER)
            user = _PAIR_USER.search(text[begin:colon])
            host = _PAIR_HOST.match(text, at + 1)
            if user and host and _is_pair(user.group(), text[colon + 1 : at], host, text[: begin + user.start()][-40:]):
                yield FoundSecret("password in an address", begin + user.start(), at)
        at = text.find("@", at + 1)


def _is_pair(user: str, password: str, host: re.Match[str], before: str) -> bool:
    if is_stand_in(password) or password.startswith(("$", "%")) or not is_worth_hiding(password, quoted=True):
        return False
    if host["call"]:
        return True
    if _NO_USER.fullmatch(user) or (user.lower() == "user" and not host["port"]):
        return False
    if password.isalpha() and not host["port"] and not is_random(password, least=10):
        return False
    return host["more"] is not None or _MEANT.search(before) is not None


def _settings(text: str) -> Iterator[FoundSecret]:
    for match in _SETTING.finditer(text):
        value, before = match["password"], text[max(0, match.start() - _SETTING_REACH) : match.start()]
        # A name in camel case belongs to a program; a word in lower case is a weak password.
        is_code = _CODE.match(value) or (is_of_a_program(value) and not value.islower())
        if _BESIDE_SETTING.search(before) and not (is_code or is_stand_in(value)):
            yield FoundSecret("password of a connection", *match.span("password"))


def _parameters(text: str) -> Iterator[FoundSecret]:
    for match in _PARAMETER.finditer(text):
        name, value = unquote(match["name"]).lower(), unquote(match["value"])
        if is_stand_in(value):
            continue
        if name == "code":
            around = text[max(0, match.start() - _REACH) : match.end() + _REACH]
            taken = is_unguessable([value]) or (is_random(value) and _SIGN_IN.search(around) is not None)
        elif name == "appid":
            taken = len(value) == 32 and is_random(value)
        elif name in ("key", "auth", "token"):
            taken = is_random(value, least=8)
        else:
            taken = is_credential_parameter(name, value) and is_worth_hiding(value, quoted=True)
        if taken:
            yield FoundSecret(f"parameter {name!r}", *match.span("value"))
