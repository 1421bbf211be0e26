"""Role words: the meanings of arguments, and the formats, names and descriptions that suggest them."""

from __future__ import annotations

import re
from enum import StrEnum

from ..regex import regex

__all__ = ["DESCRIBED", "DOCUMENTS", "FORMATS", "PATH_ROLES", "ROOTS", "TAILS", "VAGUE", "Role"]


class Role(StrEnum):
    """The meaning of an argument."""

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
"""Roles of file system paths."""

FORMATS = {
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

#: Last words of a name; the longest match wins.
TAILS: dict[str, Role] = {}
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
    TAILS.update(dict.fromkeys(_tails.split(), _role))

#: Vague last words, which a description overrides.
# fmt: off
VAGUE = frozenset({
    "name", "value", "string", "input", "text", "source", "target", "src", "dst", "dest", "destination", "output",
    "object", "resource", "item", "arg", "argument", "entry", "data", "label", "location", "document", "script",
    "reference", "ref", "key", "time", "day", "code", "statement", "prefix", "after", "before", "due", "note",
    "language", "mail", "symbol", "unit", "version", "search", "root", "base", "id", "place", "subject", "user",
    "owner", "path",
})
# fmt: on

ROOTS = ("workspace", "root")
"""Words of arguments that are the folder below which a tool works."""

#: Last words of arguments that take a whole document, unless the description mentions a file.
DOCUMENTS = frozenset({"csv", "tsv", "xml", "yaml", "yml", "toml", "html", "markdown", "rss", "svg", "jsonl"})

#: A path described as below a folder is not necessarily a folder.
_BELOW_A_FOLDER = (
    r"^(?!.*\bto (?:list|search|scan|walk|browse|index)\b)\W*(?:the |a |relative |new )*(?:path|name)s?\b"
    r"(?! (?:of|to) (?:the |a |an )?(?:\w+ ){0,2}(?:directory|folder)\b).{0,40}"
    r"\b(?:relative to|inside|within|in|below|under) (?:the |a |your |this )?(?:\w+ ){0,2}(?:directory|folder)\b"
)

#: Patterns of descriptions, the most reliable first.
_DESCRIPTIONS: tuple[tuple[Role, str], ...] = (
    (
        Role.GLOB,
        r"^\W*(?:the |a |an |optional )*(?:glob\b|(?:(?:file ?)?name |file |path |shell |wildcard )pattern\b)",
    ),
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
    (Role.EMAIL, r"\b(?:e-?)?mail address(?:es)?\b"),
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
DESCRIBED = [(role, regex(pattern, re.IGNORECASE | re.DOTALL)) for role, pattern in _DESCRIPTIONS]
