"""Role: what an argument means, read from its name, its format and its description.

A schema says that ``path`` is a string; a tool that opens a file needs the name of one. The strongest hint wins:

    format  >  last words of the name  >  any word of the name  >  description  >  text
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

__all__ = ["PATH_ROLES", "Role", "name_words", "role_of"]


class Role(StrEnum):
    """What an argument means."""

    FILE_PATH = "file_path"
    DIRECTORY = "directory"
    URL = "url"
    HOST = "host"
    IP_ADDRESS = "ip_address"
    EMAIL = "email"
    PHONE = "phone"
    DATE = "date"
    DATETIME = "datetime"
    TIME = "time"
    DURATION = "duration"
    TIMEZONE = "timezone"
    UUID = "uuid"
    ID = "id"
    JSON = "json"
    REGEX = "regex"
    GLOB = "glob"
    SQL = "sql"
    EXPRESSION = "expression"
    COMMAND = "command"
    CODE = "code"
    BASE64 = "base64"
    COLOR = "color"
    VERSION = "version"
    LANGUAGE_CODE = "language_code"
    COUNTRY_CODE = "country_code"
    CURRENCY_CODE = "currency_code"
    LANGUAGE = "language"
    COUNTRY = "country"
    CITY = "city"
    UNIT = "unit"
    PERSON = "person"
    TITLE = "title"
    QUERY = "query"
    ENCODING = "encoding"
    PASSWORD = "password"  # noqa: S105  # the name of a role
    LATITUDE = "latitude"
    LONGITUDE = "longitude"
    YEAR = "year"
    PORT = "port"
    NUMBER = "number"
    BOOLEAN = "boolean"
    LIST = "list"
    OBJECT = "object"
    TEXT = "text"


PATH_ROLES = frozenset({Role.FILE_PATH, Role.DIRECTORY})
"""Roles that name something in the file system."""

_FORMATS = {
    "path": Role.FILE_PATH,
    "file-path": Role.FILE_PATH,
    "filepath": Role.FILE_PATH,
    "directory-path": Role.DIRECTORY,
    "uri": Role.URL,
    "url": Role.URL,
    "iri": Role.URL,
    "uri-reference": Role.URL,
    "iri-reference": Role.URL,
    "multi-host-uri": Role.URL,
    "hostname": Role.HOST,
    "idn-hostname": Role.HOST,
    "ipv4": Role.IP_ADDRESS,
    "ipv6": Role.IP_ADDRESS,
    "ipvanyaddress": Role.IP_ADDRESS,
    "email": Role.EMAIL,
    "idn-email": Role.EMAIL,
    "name-email": Role.EMAIL,
    "phone": Role.PHONE,
    "date": Role.DATE,
    "date-time": Role.DATETIME,
    "datetime": Role.DATETIME,
    "time": Role.TIME,
    "duration": Role.DURATION,
    "time-delta": Role.DURATION,
    "zoneinfo": Role.TIMEZONE,
    "uuid": Role.UUID,
    "json": Role.JSON,
    "json-string": Role.JSON,
    "regex": Role.REGEX,
    "base64": Role.BASE64,
    "base64url": Role.BASE64,
    "byte": Role.BASE64,
    "color": Role.COLOR,
    "password": Role.PASSWORD,
}

#: Last words of a name, longest first when looked up: the whole tail must match.
_TAILS: dict[str, Role] = {}
for _role, _tails in {
    Role.FILE_PATH: (
        "path file filename filepath pathname attachment script spreadsheet workbook manifest config_path "
        "file_name file_path source_file input_file output_file target_file log_file dataset_path file_or_path"
    ),
    Role.DIRECTORY: "dir directory folder dirname cwd workdir directory_path dir_path folder_path "
    "directory_name folder_name",
    Role.URL: "url uri link href endpoint homepage website webpage webhook base_url page_url image_url url_path",
    Role.HOST: "host hostname domain fqdn domain_name",
    Role.IP_ADDRESS: "ip ip_address ipv4 ipv6",
    Role.EMAIL: "email mail email_address to_email recipient_email cc bcc",
    Role.PHONE: "phone phone_number telephone mobile",
    Role.DATETIME: "datetime timestamp date_time start_datetime end_datetime created_at updated_at deadline",
    Role.DATE: "date day since until birthday birthdate dob from_date to_date start_date end_date due_date due "
    "after before",
    Role.TIME: "time start_time end_time time_of_day",
    Role.DURATION: "duration timeout delay interval wait sleep ttl seconds minutes hours timeout_s timeout_ms "
    "timeout_seconds",
    Role.TIMEZONE: "timezone time_zone tz tzinfo zone",
    Role.UUID: "uuid guid",
    Role.ID: "id ids identifier key sku isbn slug reference ref symbol ticker hash sha commit token_id",
    Role.JSON: "json json_text json_string json_data payload_json json_str json_body",
    Role.REGEX: "regex regexp regular_expression",
    Role.GLOB: "glob glob_pattern file_pattern",
    Role.SQL: "sql sql_query statement sql_statement",
    Role.EXPRESSION: "expression expr formula equation calculation",
    Role.COMMAND: "command cmd shell_command command_line",
    Role.CODE: "code source_code snippet program python python_code",
    Role.BASE64: "base64 b64",
    Role.COLOR: "color colour hex_color",
    Role.VERSION: "version semver",
    Role.LANGUAGE_CODE: "language_code lang lang_code locale",
    Role.COUNTRY_CODE: "country_code",
    Role.CURRENCY_CODE: "currency currency_code from_currency to_currency",
    Role.LANGUAGE: "language target_language source_language",
    Role.COUNTRY: "country nation",
    Role.CITY: "city town location place destination_city",
    Role.UNIT: "unit units from_unit to_unit",
    Role.PERSON: "author user username user_name first_name last_name full_name person customer_name assignee owner",
    Role.TITLE: "title subject heading headline",
    Role.QUERY: "query q search keyword keywords search_term term question prompt search_query",
    Role.ENCODING: "encoding charset",
    Role.PASSWORD: "password passphrase secret",
    Role.LATITUDE: "lat latitude",
    Role.LONGITUDE: "lon lng long longitude",
    Role.YEAR: "year",
    Role.PORT: "port",
    Role.TEXT: "text content contents body message msg note comment description summary name label value string input "
    "phrase sentence word paragraph prefix suffix tag separator delimiter",
}.items():
    _TAILS.update(dict.fromkeys(_tails.split(), _role))

#: Tails that say little; a description that says more is believed first.
# fmt: off
_VAGUE = frozenset({
    "name", "value", "string", "input", "text", "source", "target", "src", "dst", "dest", "destination", "output",
    "object", "resource", "item", "arg", "argument", "entry", "data", "label", "location", "document", "script",
    "reference", "ref", "key", "time", "day", "code", "statement", "prefix", "after", "before", "due", "note",
    "language", "mail", "symbol", "unit", "version", "search", "root", "base", "id", "place", "subject", "user",
    "owner", "path",
})
# fmt: on

#: Names of what is given whole, unless a file is spoken of.
_DOCUMENTS = frozenset({"csv", "tsv", "xml", "yaml", "yml", "toml", "html", "markdown", "rss", "svg", "jsonl"})

#: What is only said to lie below a folder need be none.
_BELOW_A_FOLDER = (
    r"^(?!.*\bto (?:list|search|scan|walk|browse|index)\b)\W*(?:the |a |relative |new )*(?:path|name)s?\b"
    r"(?! (?:of|to) (?:the |a |an )?(?:\w+ ){0,2}(?:directory|folder)\b).{0,40}"
    r"\b(?:relative to|inside|within|in|below|under) (?:the |a |your |this )?(?:\w+ ){0,2}(?:directory|folder)\b"
)

#: Signs in a description, the surest first; lines of one role are alternatives.
_DESCRIPTIONS: tuple[tuple[Role, str], ...] = (
    (Role.DIRECTORY, r"^\W*(?:the |a )?(?:directory|folder)\b"),
    (Role.FILE_PATH, _BELOW_A_FOLDER),
    (Role.DIRECTORY, r"^(?!.*\bfile(?:name| name| path)?\b).*\b(?:directory|folder)\b(?! of the (?:file|document))"),
    (
        Role.FILE_PATH,
        r"\b(?:path|name) (?:of|to|for|in|inside|within|relative)\b.{0,40}\b(?:file|document|workspace)\b",
    ),
    (Role.FILE_PATH, r"\b(?:path|name) (?:of|to|for|in)\b.{0,40}\b(?:csv|json|notes?|sheet|image|log)\b"),
    (Role.FILE_PATH, r"\bfile ?(?:name|path)s?\b"),
    (Role.FILE_PATH, r"\b(?:file|document|csv|image|workbook) to (?:read|open|load|write|create|delete|remove)\b"),
    (Role.FILE_PATH, r"\b(?:file|document|csv|image|workbook) to (?:copy|move|edit|parse|scan|check|inspect)\b"),
    (
        Role.FILE_PATH,
        r"\b(?:relative|absolute)(?: or (?:relative|absolute))? (?:file )?path\b|\bpath (?:to|of|relative)\b",
    ),
    (Role.UUID, r"\b(?:uuid|guid)\b"),
    (Role.EMAIL, r"\be-?mail address(?:es)?\b"),
    (Role.DATETIME, r"\b(?:date-?time|timestamp)\b|T\d\d:\d\d|T?HH:MM:SSZ"),
    (Role.DATE, r"\biso[ -]?(?:8601)?\b.{0,12}\bdates?\b|\bYYYY-?MM-?DD\b|\bdates?\b.{0,30}\b(?:iso|yyyy)"),
    (Role.DATE, r"\biso[ -]?8601\b|^(?:the |a )?(?:start |end |due )?date\b"),
    (Role.TIME, r"\bHH:MM\b|\btime of (?:the )?day\b"),
    (Role.TIMEZONE, r"\b(?:iana )?time ?zones?\b|\bEurope/\w+|\bAmerica/\w+"),
    (Role.CURRENCY_CODE, r"\bcurrency\b|\bISO[ -]?4217\b"),
    (Role.COUNTRY_CODE, r"\bcountry code\b|\bISO[ -]?3166\b"),
    (Role.LANGUAGE_CODE, r"\blanguage code\b|\bISO[ -]?639|\bBCP[ -]?47\b|\blocale\b"),
    (Role.SQL, r"\bsql\b"),
    (Role.REGEX, r"\bregular expression\b|\bregexp?\b"),
    (Role.GLOB, r"\bglob\b"),
    (Role.JSON, r"\bjson[- ](?:text|string|document|object|data|encoded|payload)\b|\bas json\b|\bvalid json\b"),
    (Role.URL, r"\bURLs?\b|\bweb (?:page|address)\b|\bhttps?://"),
    (Role.EXPRESSION, r"\b(?:arithmetic|mathematical?|math) (?:expression|formula|operation)\b"),
    (Role.EXPRESSION, r"\bexpression to (?:evaluate|calculate|compute)\b"),
    (Role.COMMAND, r"\bshell command\b|\bcommand to (?:run|execute)\b"),
    (Role.CODE, r"\b(?:source|python|javascript) code\b|\bcode to (?:run|execute|format|lint|check)\b"),
    (Role.BASE64, r"\bbase-?64\b"),
    (Role.IP_ADDRESS, r"\bip address\b"),
    (Role.HOST, r"\bhost ?name\b"),
    (Role.CITY, r"\b(?:city|town)\b"),
    (Role.COUNTRY, r"\bcountry\b"),
    (Role.QUERY, r"\bsearch (?:query|term|for|phrase)\b|\bquery\b"),
    (Role.ID, r"\b(?:unique )?(?:id|identifier)\b"),
)
_DESCRIBED = [(role, re.compile(pattern, re.IGNORECASE | re.DOTALL)) for role, pattern in _DESCRIPTIONS]

#: Roles that only text can have; a number named ``id`` or ``date`` is a number.
_NUMERIC_ROLES = frozenset({Role.LATITUDE, Role.LONGITUDE, Role.YEAR, Role.PORT, Role.DURATION})

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def name_words(name: str) -> list[str]:
    """Return the words of a snake_case, kebab-case or camelCase name, in lower case."""
    return [word.lower() for word in _WORD.findall(name)]


def role_of(name: str, schema: Mapping[str, Any]) -> Role:
    """Tell what an argument means.

    Args:
        name: Its name; of an array's item, the array's name.
        schema: Its own schema; of a union, whichever branch says most decides.
    """
    kinds: set[str] = set()
    formats: list[str] = []
    for node in _branches(schema):
        kind = node.get("type")
        kinds.update([kind] if isinstance(kind, str) else kind if isinstance(kind, list) else [])
        if isinstance(node.get("format"), str):
            formats.append(node["format"].lower())
        if node.get("contentMediaType") == "application/json":
            formats.append("json")
        if node.get("contentEncoding") == "base64":
            formats.append("base64")
    if kinds and "string" not in kinds:
        return _role_without_text(name, kinds)
    for named in formats:
        found = Role.UUID if named.startswith("uuid") else _FORMATS.get(named)
        if found:
            return found
    return _role_of_text(name, str(schema.get("description") or ""))


def _branches(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield schema
    for keyword in ("anyOf", "oneOf", "allOf"):
        parts = schema.get(keyword)
        if isinstance(parts, list):
            yield from (part for part in parts if isinstance(part, Mapping))


def _role_without_text(name: str, kinds: set[str]) -> Role:
    if kinds & {"integer", "number"}:
        tail = _tail(name)
        return tail[0] if tail and tail[0] in _NUMERIC_ROLES else Role.NUMBER
    if "boolean" in kinds:
        return Role.BOOLEAN
    if "array" in kinds:
        return Role.LIST
    return Role.OBJECT if "object" in kinds else Role.TEXT


def _role_of_text(name: str, description: str) -> Role:
    words = _singular(name_words(name))
    tail = _tail(name)
    if tail and tail[1] not in _VAGUE:
        return _refined(tail[0], description)
    if words and words[-1] in _DOCUMENTS and not re.search(r"\b(?:file|path)", description, re.IGNORECASE):
        return Role.TEXT
    described = next((role for role, pattern in _DESCRIBED if pattern.search(description)), None)
    if tail and tail[1] == "path":
        # Dotted or slashed addresses inside a value are called paths too.
        if {"json", "xml", "xpath", "object", "key", "url", "dot", "query"} & set(words):
            return Role.TEXT
        return described if described in (Role.DIRECTORY, Role.URL) else Role.FILE_PATH
    # "The text to write into the file" describes text: only a name that leaves it open lets the description decide.
    is_text = tail is not None and tail[0] is Role.TEXT
    is_taken = is_text and described in (Role.QUERY, Role.ID, Role.CITY, Role.COUNTRY)
    if described and not is_taken and not (tail and tail[1] in ("text", "note") and described in PATH_ROLES):
        return described
    if tail:
        return tail[0]
    for word in words:
        if word in ("file", "filename", "filepath") and not {"type", "content", "size", "mode", "format", "kind"} & set(
            words
        ):
            return Role.FILE_PATH
        if word in ("dir", "directory", "folder"):
            return Role.DIRECTORY
        if word in ("date", "url", "email", "sql", "regex"):
            return _TAILS[word]
    return Role.TEXT


def _refined(role: Role, description: str) -> Role:
    """Let the description choose between close relatives: ISO code or word, date or moment."""
    if role is Role.DATE and re.search(r"\b(?:date-?time|timestamp)\b|T\d\d:\d\d", description, re.IGNORECASE):
        return Role.DATETIME
    if role is Role.COUNTRY and re.search(r"\bcode\b|\bISO\b", description):
        return Role.COUNTRY_CODE
    if role is Role.FILE_PATH and re.search(r"^\W*(?:the |a )?(?:directory|folder)\b", description, re.IGNORECASE):
        return Role.DIRECTORY
    if role is Role.QUERY and re.search(r"\bSQL\b", description, re.IGNORECASE):
        return Role.SQL
    return role


def _tail(name: str) -> tuple[Role, str] | None:
    words = _singular(name_words(name))
    for count in range(min(3, len(words)), 0, -1):
        tail = "_".join(words[-count:])
        if tail in _TAILS:
            return _TAILS[tail], tail
    return None


def _singular(words: list[str]) -> list[str]:
    if words and len(words[-1]) > 3 and words[-1].endswith("s") and words[-1] not in _TAILS:
        last = words[-1]
        return [*words[:-1], last[:-3] + "y" if last.endswith("ies") else last[:-1]]
    return words
