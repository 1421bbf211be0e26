"""Grammar of formats: texts for each ``format``, as the standards and Pydantic define it."""

from __future__ import annotations

import base64
import calendar
import ipaddress
import json
import uuid
from collections.abc import Callable
from typing import Any

from .grammar import Built, Choice, Constant, Node, Text, Whole

__all__ = ["format_forms"]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"
_PORTED = ("postgresql://user@localhost:5432/data", "redis://localhost:6379/0", "mysql://user@localhost:3306/data")
_SCHEMES = ("ftp://example.com/file", "ws://localhost/", "wss://example.com/", "file:///notes.txt", *_PORTED)
_HOSTS_BY_COMMA = ("postgresql://user@localhost:5432/data", "mongodb://localhost:27017/data", "kafka://localhost:9092")


def format_forms(name: str, *, wide: bool = False) -> list[Node]:
    """Return grammars of the format *name*, the most usual notation first; empty for an unknown format.

    Args:
        name: In the spelling of JSON Schema or Pydantic.
        wide: Whether to include rarer notations, such as a date and time without a time zone.
    """
    key = name.lower().replace("_", "-")
    forms = _FORMS.get(key)
    if forms is None:
        return []
    usual, rare = forms
    return [make() for make in (*usual, *(rare if wide else ()))]


def _built(build: Callable[..., Any], *parts: Callable[[], Node]) -> Callable[[], Node]:
    return lambda: Built([part() for part in parts], lambda values: build(*values))


def _whole(low: int, high: int) -> Callable[[], Node]:
    return lambda: Whole(low, high)


def _text(alphabet: str | None, least: int, most: int) -> Callable[[], Node]:
    return lambda: Text(alphabet, least, most)


def _one_of(*values: Any) -> Callable[[], Node]:
    return lambda: Constant(list(values))


def _day(year: int, month: int, day: int) -> str:
    return f"{year:04}-{month:02}-{min(day, calendar.monthrange(year, month)[1]):02}"


def _uuid(number: int, version: int) -> str:
    text = f"{number:032x}"
    return str(uuid.UUID(f"{text[:12]}{version:x}{text[13:16]}{'89ab'[int(text[16], 16) % 4]}{text[17:]}"))


def _network(number: int, bits: int) -> str:
    return str(ipaddress.ip_network((number, bits)))


def _encoded(encode: Callable[[bytes], bytes]) -> Callable[[str], str]:
    return lambda text: encode(text.encode()).decode()


def _duration(days: int, hours: int, minutes: int, seconds: int) -> str:
    clock = "".join(f"{count}{unit}" for count, unit in ((hours, "H"), (minutes, "M"), (seconds, "S")) if count)
    return f"P{days}D{'T' if clock else ''}{clock}" if days else f"PT{clock or '0S'}"


_DATE = _built(_day, _whole(2000, 2099), _whole(1, 12), _whole(1, 31))
_PAST = _built(_day, _whole(1900, 1999), _whole(1, 12), _whole(1, 31))
_FUTURE = _built(_day, _whole(2100, 2999), _whole(1, 12), _whole(1, 31))
_CLOCK = _built(lambda h, m, s: f"{h:02}:{m:02}:{s:02}", _whole(0, 23), _whole(0, 59), _whole(0, 59))
_OFFSET = _built(lambda h, m: f"+{h:02}:{m * 15:02}", _whole(0, 12), _whole(0, 3))
_LABEL = _text(_LETTERS + _DIGITS, 1, 12)
_HOST = _built(lambda name, end: f"{name}.{end}", _LABEL, _one_of("com", "org", "net", "io"))
_PATH = _text(_LETTERS + _DIGITS + "/-_", 0, 12)
_MAIL = _built(lambda user, host: f"{user}@{host}", _LABEL, _HOST)
_URL = _built(lambda scheme, host, path: f"{scheme}://{host}/{path}", _one_of("https", "http"), _HOST, _PATH)
_QUERIED = _built(lambda url, key, value: f"{url}?{key}={value}", _URL, _LABEL, _LABEL)
_V4 = _built(lambda *parts: ".".join(map(str, parts)), *[_whole(0, 255)] * 4)
_V6 = _built(lambda number: str(ipaddress.IPv6Address(number)), _whole(0, 2**128 - 1))
_V4_NETWORK = _built(lambda number: _network(number << 8, 24), _whole(0, 2**24 - 1))
_V6_NETWORK = _built(lambda number: str(ipaddress.IPv6Network((number << 64, 64))), _whole(2**32, 2**64 - 1))
_MASKED4 = _built(lambda address, bits: f"{address}/{bits}", _V4, _whole(0, 32))
_MASKED6 = _built(lambda address, bits: f"{address}/{bits}", _V6, _whole(0, 128))
_JSON = _built(json.dumps, lambda: Choice([Whole(0, 99), Constant([None, True, [], {}, {"a": 1}]), Text(None, 0, 9)]))
_BASE64 = _built(_encoded(base64.b64encode), _text(_LETTERS, 0, 12))
_BASE64URL = _built(_encoded(base64.urlsafe_b64encode), _text(_LETTERS, 0, 12))
_NAMES = _text(_LETTERS + _DIGITS, 0, 8)


def _moment(zone: Callable[[], Node], day: Callable[[], Node] = _DATE) -> Callable[[], Node]:
    return _built(lambda date, time, offset: f"{date}T{time}{offset}", day, _CLOCK, zone)


def _of_version(version: int) -> Callable[[], Node]:
    return _built(lambda number: _uuid(number, version), _whole(0, 2**128 - 1))


_Z, _NO_ZONE = _one_of("Z"), _one_of("")
_ANY_MOMENT = ((_moment(_Z), _moment(_OFFSET)), (_moment(_NO_ZONE), _moment(_Z, _PAST), _moment(_Z, _FUTURE)))
_ANY_DATE = ((_DATE,), (_PAST, _FUTURE))
_ANY_URL = ((_URL, _QUERIED), (_one_of(*_SCHEMES),))

_FORMS: dict[str, tuple[tuple[Callable[[], Node], ...], tuple[Callable[[], Node], ...]]] = {
    "date": _ANY_DATE,
    "date-time": _ANY_MOMENT,
    "datetime": _ANY_MOMENT,
    "time": ((_built(lambda time: f"{time}Z", _CLOCK), _CLOCK), ()),
    "duration": ((_built(_duration, _whole(0, 30), _whole(0, 23), _whole(0, 59), _whole(0, 59)),), ()),
    "time-delta": ((_built(float, _whole(0, 1000)),), ()),
    "email": ((_MAIL,), ()),
    "idn-email": ((_MAIL,), ()),
    "name-email": ((_built(lambda name, mail: f"{name} <{mail}>", _LABEL, _MAIL),), ()),
    "uri": _ANY_URL,
    "url": _ANY_URL,
    "iri": _ANY_URL,
    "uri-reference": _ANY_URL,
    "iri-reference": _ANY_URL,
    "multi-host-uri": ((_one_of(*_HOSTS_BY_COMMA),), ()),
    "uri-template": ((_built(lambda url, name: f"{url}/{{{name}}}", _URL, _LABEL),), ()),
    "hostname": ((_HOST,), ()),
    "idn-hostname": ((_HOST,), ()),
    "host-name": ((_HOST,), ()),
    "domainname": ((_HOST,), ()),
    "ipv4": ((_V4,), ()),
    "ip-address": ((_V4,), ()),
    "ipv6": ((_V6,), ()),
    "ipvanyaddress": ((_V4, _V6), ()),
    "ipv4network": ((_V4_NETWORK,), ()),
    "ipv6network": ((_V6_NETWORK,), ()),
    "ipvanynetwork": ((_V4_NETWORK, _V6_NETWORK), ()),
    "ipv4interface": ((_MASKED4,), ()),
    "ipv6interface": ((_MASKED6,), ()),
    "ipvanyinterface": ((_MASKED4, _MASKED6), ()),
    "uuid": ((_of_version(4),), (_of_version(1), _of_version(7))),
    **{f"uuid{version}": ((_of_version(version),), ()) for version in range(1, 9)},
    "json-pointer": ((_built(lambda name: f"/{name}", _NAMES),), ()),
    "relative-json-pointer": ((_built(lambda steps, name: f"{steps}/{name}", _whole(0, 9), _NAMES),), ()),
    "regex": ((_built(lambda text, end: f"^{text}{end}", _NAMES, _one_of("", "+$", "[a-z]*", "(a|b)?")),), ()),
    "color": ((_built(lambda number: f"#{number:06x}", _whole(0, 0xFFFFFF)),), ()),
    "base64": ((_BASE64,), ()),
    "byte": ((_BASE64,), ()),
    "base64url": ((_BASE64URL,), ()),
    "json": ((_JSON,), ()),
    "json-string": ((_JSON,), ()),
    "zoneinfo": ((_one_of("UTC", "Europe/Paris", "Asia/Tokyo"),), ()),
}
