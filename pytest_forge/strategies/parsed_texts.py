"""Parsed texts: texts that a parser accepts, but that its caller may not expect.

A document that is not an object, a record without its field, a number that is NaN: parsing succeeds, and the next line
fails. The tool's code, or the name of the argument, shows which parser it uses.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterator, Mapping

from ..profile.roles import Role
from .mined_constants import MinedConstants

__all__ = ["parsed_texts"]

_MAX_KEYS = 4
_MAX_KEY = 30

#: Deeper than the JSON parser's limit, which raises RecursionError and not ValueError.
_DEEP = "[" * 5_000
#: Deep enough for code that takes two frames a level, and not for the parser.
_LEVELS = 480
_NESTED = "[" * _LEVELS + "]" * _LEVELS
_JSONS = ("{}", _DEEP, "[]", "null", '"a"', "true", "[null]", "[[]]", "[{}]", '{"a": null}', '[1, "a"]', _NESTED, "7")
_XMLS = ("<a/>", "<a>b</a>", "<a><b/></a>", '<a b=""/>', "<a>" * 2_000 + "</a>" * 2_000)
_CSVS = (
    "a,b\n",
    "a,b\n1\n",
    "a,b\n1,2,3\n",
    "a,b\n\n1,2\n",
    "a,a\n1,2\n",
    "a;b\n1;2\n",
    "a,b\nx,y\n",
    "a,b\nnan,inf\n",
)
_NUMBERS = ("nan", "inf", "-inf", "1e400", "-0.0", "1_0", "٣")
_EXPRESSIONS = (
    *("1 / 0", "1 % 0", "1 // 0", "0 ** -1", "x", "'a' + 1", "-'a'", "1 @ 2", "~1.5", "1 << -1", "1 < 2", "not 1"),
    *("[1]", "f(1)", "1 if 1 else 2", "None", "True", "...", "1j", "a.b", "(1, 2)", "2 ** 0.5", "(-8) ** 0.5"),
)
_LITERALS = ("None", "[]", "{}", "()", "1", "'a'", "{1}", "b'a'", "{'a': None}", "[None]", "1j")
_MOMENTS = ("2024-02-29", "2024-01-01T00:00:00", "2024-01-01T00:00:00+00:00", "20240101", "2024-W01-1")
_ADDRESSES = ("http://", "//a", "mailto:a", "http://a:b/", "http://a:99999/", "http://[::1", "?a=1", "http://a@:80/")
_NETWORKS = ("255.0.0.1", "::1", "10.0.0.0/8", "10.0.0.1/8", "::/0", "fe80::1%eth0", "255.255.255.255/32")
#: Options that parsers of command lines have on their own; they print, and end the process.
_OPTIONS = ("-h", "--help", "--version", "a --help", "--")
_VERSIONS = ("1", "1.", "v1.0", "1.2.3-rc.1", "1.2.x", "a.b.c", "1..2")

#: Name in the code to the texts for the parser with that name.
_BY_NAME: Mapping[str, tuple[str, ...]] = {
    "json": _JSONS,
    "JSONDecoder": _JSONS,
    "from_json": _JSONS,
    "ElementTree": _XMLS,
    "ET": _XMLS,
    "etree": _XMLS,
    "fromstring": _XMLS,
    "minidom": _XMLS,
    "parseString": _XMLS,
    "csv": _CSVS,
    "DictReader": _CSVS,
    "tomllib": ("a = 1", "a = []", "[a]", "[[a]]", "a = 2024-01-01", "a.b = 1"),
    "yaml": ("a", "- a", "null", "a: null", "1", "a: 2024-01-01", "[]", "--- \n---"),
    "configparser": ("[a]\n", "[a]\nb = %\n", "[a]\nb = %(c)s\n", "[DEFAULT]\na = 1\n"),
    "ConfigParser": ("[a]\n", "[a]\nb = %\n", "[a]\nb = %(c)s\n", "[DEFAULT]\na = 1\n"),
    "literal_eval": _LITERALS,
    "ast": _EXPRESSIONS,
    "float": _NUMBERS,
    "int": ("٣", "1_0", "+1", "-0"),
    "Decimal": ("NaN", "sNaN", "Infinity", "-0", "1E+400"),
    "Fraction": ("1/3", "-1/2", "0", "1e3"),
    "fromisoformat": _MOMENTS,
    "strptime": _MOMENTS,
    "parsedate_to_datetime": ("Mon, 01 Jan 2024 00:00:00 GMT", "Mon, 01 Jan 2024 00:00:00 -0000", "1 Jan 24 00:00:00"),
    "parsedate_tz": ("Mon, 01 Jan 2024 00:00:00 GMT", "Mon", ""),
    "urlsplit": _ADDRESSES,
    "urlparse": _ADDRESSES,
    "parse_qs": ("a", "a=", "=b", "a=1&a=2", "&"),
    "parse_qsl": ("a", "a=", "=b", "a=1&a=2", "&"),
    "ip_address": _NETWORKS,
    "ip_network": _NETWORKS,
    "ip_interface": _NETWORKS,
    "b64decode": ("", "YQ==", "/w==", "gA==", "YQ"),
    "urlsafe_b64decode": ("", "YQ==", "_w==", "gA==", "YQ"),
    "fromhex": ("", "ff", "80", "61"),
    "unhexlify": ("", "ff", "80", "61"),
    "unquote": ("%ff", "%", "%zz", "%00"),
    "unquote_to_bytes": ("%ff", "%", "%zz", "%00"),
    "parse_args": _OPTIONS,
    "parse_known_args": _OPTIONS,
    "parse_intermixed_args": _OPTIONS,
    "docopt": _OPTIONS,
    "shlex": ("a '' b", "#", "''"),
    "parseaddr": ("a@", "@", "a@b@c", "<>"),
    "SimpleCookie": ("a=b", "a", "a=b; c", ";"),
    "HTMLParser": ("<a", "<a href>", "</a>", "<!-- a", "&#x110000;", "<![CDATA["),
}
_BASE64 = frozenset({"b64decode", "urlsafe_b64decode", "standard_b64decode", "decodebytes", "a2b_base64"})
_BY_ROLE: Mapping[Role, tuple[str, ...]] = {
    Role.JSON: _JSONS[:-1],
    Role.EXPRESSION: _EXPRESSIONS,
    Role.URL: _ADDRESSES,
    Role.VERSION: _VERSIONS,
    Role.IP_ADDRESS: _NETWORKS,
}


def parsed_texts(role: Role | None, mined: MinedConstants) -> list[str]:
    """Return odd texts for an argument of *role*, in a tool with the constants *mined*; empty without a parser."""
    found = list(_BY_ROLE.get(role, ())) if role is not None else []
    kinds = [texts for name, texts in _BY_NAME.items() if name in mined.names]
    for texts in kinds:
        found += texts
    if _JSONS in kinds and not _BASE64.isdisjoint(mined.names):
        # Usually a cursor.
        found += [base64.b64encode(text.encode()).decode() for text in _JSONS if text not in (_DEEP, _NESTED)]
    keys = [text for text in mined.texts if text.isidentifier() and len(text) <= _MAX_KEY][:_MAX_KEYS]
    found += _records(keys, kinds if role is not Role.JSON else [*kinds, _JSONS])
    return list(dict.fromkeys(found))


def _records(keys: Collection[str], kinds: Collection[tuple[str, ...]]) -> Iterator[str]:
    """Yield documents with the fields that the code reads, with odd values."""
    for key in keys:
        if _JSONS in kinds:
            yield from (f'{{"{key}": {value}}}' for value in ("null", "[]", "{}", '"a"', "0", "[null]"))
            yield f'[{{"{key}": null}}]'
        if _XMLS in kinds:
            yield from (f"<{key}/>", f"<a><{key}/></a>")
    if keys and _CSVS in kinds:
        header = ",".join(keys)
        yield from (f"{header}\n", f"{header}\n{',' * (len(keys) - 1)}\n", f"{header}\n{','.join('a' for _ in keys)}\n")
