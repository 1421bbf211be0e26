"""Role values: plausible texts and numbers for each role, and texts on which its tool must fail."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..profile.numerals import is_numeral
from ..profile.roles import Role, name_words, role_of
from ..regex import regex
from .plausible_documents import COLUMNS, plausible_documents
from .texts_of_signs import signs_of_name, texts_of_signs
from .told_tables import told_tables

__all__ = [
    "OF_ONE_FORM",
    "bare_examples",
    "described_tables",
    "failing_texts",
    "plausible_number",
    "plausible_texts",
    "quoted_examples",
    "spaced_examples",
    "value_examples",
]

#: Roles with texts of several forms, of which a tool takes one.
OF_ONE_FORM = frozenset((Role.DATE, Role.DATETIME, Role.TIME))

#: Roles whose texts may be codes of a told length.
_OF_SIGNS = frozenset(
    (
        *(Role.TEXT, Role.ID, Role.TITLE, Role.QUERY, Role.PERSON, Role.UNIT, Role.COUNTRY, Role.COUNTRY_CODE),
        *(Role.CURRENCY_CODE, Role.LANGUAGE, Role.LANGUAGE_CODE, Role.PASSWORD, Role.CITY, Role.CODE, Role.PHONE),
        *(Role.COLOR, Role.VERSION),
    )
)

_TEXTS: dict[Role, tuple[str, ...]] = {
    Role.FILE_PATH: (
        "notes.txt",
        "data.csv",
        "data.json",
        "README.md",
        "new-file.txt",
        "data/items.csv",
        "main.py",
        "config.yaml",
    ),
    Role.DIRECTORY: (".", "data", "reports"),
    Role.URL: ("https://example.com/", "http://127.0.0.1:9/", "https://example.com/page?id=1"),
    Role.HOST: ("example.com", "localhost"),
    Role.IP_ADDRESS: ("192.0.2.1", "2001:db8::1"),
    Role.EMAIL: ("ada@example.com", "bob@example.org"),
    Role.PHONE: ("+14155550100", "555-0100"),
    Role.DATE: ("2024-01-01", "2024-06-30", "2024-01-01T00:00:00Z", "2099-12-31"),
    Role.DATETIME: ("2024-01-01T12:00:00Z", "2024-01-01T12:00:00", "2099-06-30T08:30:00+00:00", "2024-01-01"),
    Role.TIME: ("12:00", "12:00:00", "08:30:00Z", "2024-01-01T12:00:00Z"),
    Role.DURATION: ("PT1S", "1s", "1", "00:00:01"),
    Role.TIMEZONE: ("UTC", "Europe/Paris"),
    Role.UUID: ("3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f", "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"),
    Role.ID: ("1", "abc-123", "A1001"),
    Role.JSON: ('{"name": "hello", "value": 1}', "[1, 2, 3]", "{}"),
    Role.REGEX: ("[a-z]+", "hello"),
    Role.GLOB: ("*.txt", "*"),
    Role.SQL: ("SELECT 1", "SELECT * FROM items"),
    Role.EXPRESSION: ("2 + 2", "3 * (4 - 1)", "x + 1"),
    Role.COMMAND: ("echo hello", "ls"),
    Role.CODE: ("print('hello')", "x = 1"),
    Role.BASE64: ("aGVsbG8=", "d29ybGQ="),
    Role.COLOR: ("#ff0000", "red"),
    Role.VERSION: ("1.0.0", "2.1"),
    Role.LANGUAGE_CODE: ("en", "en-US"),
    Role.COUNTRY_CODE: ("US", "FR"),
    Role.CURRENCY_CODE: ("USD", "EUR"),
    Role.LANGUAGE: ("English", "en"),
    Role.COUNTRY: ("France", "FR"),
    Role.CITY: ("Paris", "Berlin"),
    Role.UNIT: ("celsius", "km", "m", "fahrenheit"),
    Role.PERSON: ("ada", "Bob"),
    Role.TITLE: ("Hello", "First notes"),
    Role.QUERY: ("hello", "name"),
    Role.ENCODING: ("utf-8", "ascii"),
    Role.PASSWORD: ("Correct-horse-7", "swordfish"),
    Role.TEXT: ("hello", "hello world", "Ada"),
}

#: Formats whose texts differ from those of their role.
_FORMAT_TEXTS = {
    "ipv6": ("2001:db8::1", "::1"),
    "time": ("12:00:00Z", "12:00:00"),
    "duration": ("PT1S", "P1D"),
    "json-pointer": ("/name", ""),
    "relative-json-pointer": ("0/name",),
    "uri-template": ("https://example.com/{id}",),
    "uri-reference": ("https://example.com/", "/page"),
    "name-email": ("Ada <ada@example.com>",),
    "multi-host-uri": ("postgresql://localhost:5432/data",),
    "uuid1": ("8f5a2b1c-7d3e-11ee-9c4d-0242ac120002",),
    "uuid3": ("6fa459ea-ee8a-3ca4-894e-db77e160355e",),
    "uuid5": ("886313e1-3b8a-5372-9b90-0c9aee199e5d",),
    "uuid6": ("1ee7d3e8-f5a2-6b1c-9c4d-0242ac120002",),
    "uuid7": ("018bd6f1-7d3e-7b1c-9c4d-0242ac120002",),
    "ipv4network": ("192.0.2.0/24",),
    "ipv6network": ("2001:db8::/32",),
    "ipvanynetwork": ("192.0.2.0/24",),
    "ipvanyinterface": ("192.0.2.1/24",),
    "binary": ("hello",),
}

#: Words of a description for a kind of file, to a planted file.
_FILE_KINDS = (
    (r"\bcsv\b|\btabular\b|\bspreadsheet\b|\bsample data\b", "data.csv"),
    (r"\bjson ?lines?\b|\bjsonl\b|\bndjson\b", "records.jsonl"),
    (r"\bjson\b", "data.json"),
    (r"\bya?ml\b", "config.yaml"),
    (r"\btoml\b", "config.toml"),
    (r"\bini\b", "config.ini"),
    (r"\bmarkdown\b|\.md\b|\breadme\b", "README.md"),
    (r"\bpython\b|\.py\b|\bsource\b|\bscript\b", "main.py"),
    (r"\bhtml?\b", "page.html"),
    (r"\bxml\b", "data.xml"),
    (r"\bsqlite\b|\bdatabase\b|\.db\b", "data.db"),
    (r"\bimage\b|\bpicture\b|\bphoto\b|\bpng\b", "picture.png"),
    (r"\blogs?\b", "app.log"),
    (r"\btsv\b", "data.tsv"),
    (r"\bzip\b|\barchive\b", "archive.zip"),
)

_OPEN, _CLOSE = "[`'\"\u2018\u201c]", "[`'\"\u2019\u201d]"
_EXAMPLE = regex(
    r"(?:\be\.?g\.?|\bfor (?:example|instance)|\bsuch as|\bexamples?|\blike)[:,]?\s*"
    rf"{_OPEN}([^`'\"\u2019\u201d\n]{{1,80}}){_CLOSE}",
    re.IGNORECASE,
)
_BARE_EXAMPLE = regex(
    r"(?:\be\.\s?g\.|\bfor (?:example|instance)|\bsuch as|\bexamples?:|\blike)[:,]?\s+"
    r"([^\s,;'\"`\u2018\u201c]{1,80}(?:[,;][^\s,;'\"`\u2018\u201c]{1,80}){0,20})",
    re.IGNORECASE,
)
_MAX_WORDS = 5
_VALUE = regex(r"\d|[A-Z][A-Z]|\w[/:@._#=-]+\w")
_DIGIT = regex(r"\d")
_CHOICE = regex(
    rf"{_OPEN}([\w./-]{{1,40}}){_CLOSE}\s*(?:,|or\b|\|)\s*(?:or\s+)?{_OPEN}([\w./-]{{1,40}}){_CLOSE}",
)
#: Words that begin a clause which says what each of them does: `"pin" keeps a note, "unpin" lets it go`.
_DEFINED = regex(
    rf"(?:^|[,;:.(\n]\s*(?:[-*]\s+)?(?:and |or |while |whereas )?){_OPEN}([\w./-]{{1,40}}){_CLOSE}"
    r"(?=\s*(?:[:=(\u2013\u2014-]|[a-z]))",
)
_FEWEST_DEFINED = 2

#: Numbers as texts.
_NUMERALS = ("12.50", "3", "0.75")

#: Words in the names of table columns.
_OF_A_TABLE = frozenset({"column", "columns", "col", "field", "fields", "header", "headers"})

_FAILING: dict[Role, tuple[str, ...]] = {
    Role.FILE_PATH: ("no-such-file.txt", "no-such-file.csv", "no-such-file.json"),
    Role.DIRECTORY: ("no-such-folder",),
    Role.URL: ("http://127.0.0.1:9/", "not a url"),
    Role.DATE: ("not a date",),
    Role.DATETIME: ("not a moment",),
    Role.TIME: ("not a time",),
    Role.TIMEZONE: ("No/Such_Zone",),
    Role.JSON: ("{not json",),
    Role.REGEX: ("(unclosed",),
    Role.SQL: ("SELEC nothing FRM nowhere",),
    Role.EXPRESSION: ("2 +", "1 / 0"),
    Role.CODE: ("def broken(:",),
    Role.ID: ("no-such-id",),
    Role.UNIT: ("no-such-unit",),
    Role.CITY: ("Nosuchcity",),
    Role.CURRENCY_CODE: ("ZZZ",),
    Role.COUNTRY_CODE: ("ZZ",),
    Role.ENCODING: ("no-such-encoding",),
    Role.BASE64: ("!!not base64!!",),
}


def plausible_texts(role: Role, *, name: str = "", description: str = "", named_format: str = "") -> list[str]:
    """Return texts for an argument of this role in ordinary calls, the likeliest first; never empty.

    Args:
        role: The role of the argument.
        name: Its name, which may mention a kind of file.
        description: Its description; examples and choices quoted in it come first unless a format says otherwise.
        named_format: Its ``format``.
    """
    if named_format in _FORMAT_TEXTS:
        return list(dict.fromkeys([*_of_form(description, _FORMAT_TEXTS[named_format]), *_FORMAT_TEXTS[named_format]]))
    texts = list(_TEXTS.get(role, _TEXTS[Role.TEXT]))
    if role is Role.FILE_PATH:
        hints = f"{name.replace('_', ' ')} {description}".lower()
        kinds = [file for pattern, file in _FILE_KINDS if re.search(pattern, hints)]
        quoted = _EXAMPLE.findall(description)
        inside = [path for path in quoted if re.fullmatch(r"[\w][\w./-]*", path) and ".." not in path]
        bare = [
            path for path in value_examples(description) if re.fullmatch(r"[\w][\w./-]*", path) and ".." not in path
        ]
        return list(dict.fromkeys([*inside, *kinds, *texts, *bare]))
    quoted = [*_EXAMPLE.findall(description), *(choice for pair in _CHOICE.findall(description) for choice in pair)]
    quoted += [*_defined(description), *value_examples(description)]
    if named_format:
        return list(dict.fromkeys([*_of_form(description, texts), *texts, *quoted]))
    if role is Role.TEXT:
        # A quotation in the description of a document is only a part of a document.
        documents = plausible_documents(name, description)
        quoted = [*(described_tables(description) if documents else ()), *documents, *quoted]
    if role in (Role.TEXT, Role.ID) and (
        not _OF_A_TABLE.isdisjoint(name_words(name)) or re.search(r"\bcolumns?\b", description, re.IGNORECASE)
    ):
        quoted += COLUMNS
    if role is Role.TEXT and is_numeral(description):
        quoted += _NUMERALS
    if role in _OF_SIGNS:
        likely = [*quoted, *bare_examples(description), *(texts if role is not Role.TEXT else ())]
        told = texts_of_signs(name, description, likely, usual=texts)
        # A name tells less than words: a letter may be written to somebody.
        texts[1:1] = [] if told else texts_of_signs(name, signs_of_name(name))[:3]
        quoted += told
    return list(dict.fromkeys([*quoted, *texts]))


def _defined(description: str) -> list[str]:
    """Return the words of a description that says of each what it does; one alone may only be quoted."""
    found = list(dict.fromkeys(_DEFINED.findall(description)))
    return found if len(found) >= _FEWEST_DEFINED else []


def described_tables(description: str) -> list[str]:
    """Return tables with the columns that a description, or a refusal, shows; none if it shows none."""
    return told_tables(description, _cells)


def _cells(column: str, are_numbers: bool) -> list[str]:
    """Return texts for a column of a table."""
    role = role_of(column, {"type": "string"})
    if name_words(column)[-1:] == ["name"]:
        return ["ada", "bob", "eve"]
    if role is Role.TEXT and are_numbers:
        return ["10", "20", "30"]
    if role is Role.EMAIL:
        return ["ada@example.com", "bob@example.org", "eve@example.com"]
    texts = plausible_texts(role, name=column)
    # What reads a date may not read a moment.
    return [text for text in texts if len(text) == len(texts[0]) or role not in OF_ONE_FORM]


def quoted_examples(description: str) -> list[str]:
    """Return the examples in a description that are in quotation marks."""
    return _EXAMPLE.findall(description)


def bare_examples(description: str) -> list[str]:
    """Return the examples in a description without quotation marks; some of them are not values.

    A text with commas and without spaces may be one value or several; one with semicolons is one.
    """
    found: list[str] = []
    for text in _BARE_EXAMPLE.findall(description):
        ways = [text] if ";" in text else [text.split(",")[0], text]
        found += [way.rstrip(".:!?)") for way in dict.fromkeys(ways)]
    return found


def spaced_examples(description: str) -> list[str]:
    """Return the beginnings, of two words and more, of what follows "e.g."; few of them are values."""
    found: list[str] = []
    for example in _BARE_EXAMPLE.finditer(description):
        words = description[example.start(1) :].split(" ", _MAX_WORDS)[:_MAX_WORDS]
        found += [" ".join(words[:count]).rstrip(".,;:!?)") for count in range(2, len(words) + 1)]
    return found


def value_examples(description: str) -> list[str]:
    """Return the bare examples that are no words of a sentence: they have a digit, a capital or a sign within."""
    return [text for text in bare_examples(description) if _VALUE.search(text)]


def _of_form(description: str, known: Sequence[str]) -> list[str]:
    """Return the bare examples with the form of a known text, such as that of a date."""
    forms = {_DIGIT.sub("0", text) for text in known}
    return [text for text in value_examples(description) if _DIGIT.sub("0", text) in forms]


def plausible_number(role: Role, name: str) -> int:
    """Return a number for an argument of this role in ordinary calls; small, since it may mean seconds or work."""
    return {Role.LATITUDE: 48, Role.LONGITUDE: 2, Role.YEAR: 2024, Role.PORT: 8080}.get(
        role, 3 if "count" in name else 1
    )


def failing_texts(role: Role) -> tuple[str, ...]:
    """Return texts on which a tool must fail if it reads them at all; empty for roles that accept any text."""
    return _FAILING.get(role, ())
