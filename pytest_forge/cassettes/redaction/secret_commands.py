r"""Secret commands: passwords that commands and calls take by position, without a name.

curl -u me:…     docker login -u me -p …     smtp.login("me", "…")     ALTER USER me IDENTIFIED BY '…'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .found_secret import FoundSecret
from .secret_value import is_random, is_stand_in, is_worth_hiding

__all__ = ["find_in_commands"]

#: Longest name of a call.
_NAME = 30
_QUOTE = r"\\*[\"']"
_TEXT = rf"{_QUOTE}[^\"'\n\\]{{0,200}}{_QUOTE}"


@dataclass(frozen=True, slots=True)
class _Command:
    """A command or a call with a password.

    Attributes:
        kind: The program or the call.
        mark: Text in each.
        pattern: The form; its named groups are secret, or all of it without them.
        weak: Whether other things are written like this, so that the value must look like a password.
        before: Text before the form, or None.
    """

    kind: str
    mark: str
    pattern: re.Pattern[str] = field(repr=False)
    weak: bool = False
    before: re.Pattern[str] | None = None


def _command(kind: str, mark: str, pattern: str, *, weak: bool = False, before: str | None = None) -> _Command:
    name = re.compile(before, re.ASCII | re.IGNORECASE) if before else None
    return _Command(kind, mark, re.compile(pattern, re.ASCII), weak, name)


_WORD = r"(?:[\"'](?P<quoted>[^\"'\s\\]{4,200})\\*[\"']|(?P<bare>[^\s\"'`\\|;&]{4,200}))"
_PASSWORD_CALL = rf"{_QUOTE}(?P<password>[^\"'\s\\]{{4,200}}){_QUOTE}"

_COMMANDS = (
    _command(
        "password of a command",
        "curl",
        r"\bcurl\b(?:[^\n\\]|\\\n|\\){0,400}?\s(?:-u|--user|--proxy-user)[ =]\\*"
        r"(?:[\"'](?P<quoted_pair>[^\"'\s\\]{1,100}:[^\"'\s\\]{0,100})\\*[\"']|"
        r"(?P<pair>[^\s\"'\\]{1,100}:(?:'[^\s'\"\\]{1,100}'|[^\s\"'\\]{1,100})))",
    ),
    _command(
        "netrc",
        "machine",
        r"\bmachine\s{1,9}[\w.-]{3,200}\s{1,9}login\s{1,9}[^\s\"\\]{1,200}\s{1,9}password\s{1,9}[^\s\"\\]{1,200}",
    ),
    # Programs with a password after -p, -P, -a or -w; for most others it is a port or a path.
    _command("password of a command", "sshpass", rf"\bsshpass\s[^\n]{{0,40}}?-p\s?\\*{_WORD}"),
    _command(
        "password of a command",
        " login",
        rf"\b(?:docker|podman|helm registry|az|oras)\slogin\b[^\n]{{0,200}}?\s-p\s{_WORD}",
    ),
    _command("password of a command", "zip", rf"\b(?:un)?zip\s[^\n]{{0,80}}?-P\s?{_WORD}"),
    _command(
        "password of a command", "mysql", r"\bmysql\w{0,9}\s[^\n]{0,120}?\s-p(?P<bare>[^\s\"'`\\|;&]{4,200})", weak=True
    ),
    _command("password of a command", "redis-cli", rf"\bredis-cli\s[^\n]{{0,120}}?-a\s{_WORD}"),
    _command("password of a command", "ldap", rf"\bldap\w{{2,9}}\s[^\n]{{0,200}}?-w\s{_WORD}"),
    _command("password of a command", "xec", rf"\b(?i:psexec)(?:\.\w{{3}})?\s[^\n]{{0,120}}?\s-p\s\\*{_WORD}"),
    _command("password of a command", "XEC", rf"\bPSEXEC(?:\.\w{{3}})?\s[^\n]{{0,120}}?\s-p\s\\*{_WORD}"),
    _command("password of a command", "schtasks", rf"\bschtasks\s[^\n]{{0,200}}?\s/rp\s\\*{_WORD}"),
    _command("password of a command", "net use", rf"\bnet use\s[^\n]{{0,120}}?/user:\S{{1,80}}\s(?!/){_WORD}"),
    _command("community of SNMP", "snmp-server", rf"\bsnmp-server community\s{_WORD}"),
    # After the kind of its encryption.
    _command("key of a router", "key ", rf"\bpac key\s[05-7]\s{_WORD}"),
    _command("secret of a router", "secret ", rf"\bsecret\s[05-9]\s{_WORD}", weak=True),
    _command("password of a command", "net user", rf"\bnet user\s[\w.-]{{1,60}}\s(?![/*]){_WORD}"),
    _command(
        "password of a command",
        "chpasswd",
        r"\becho\s\\*[\"']?[\w.-]{1,60}:(?P<bare>[^\s\"'`\\|]{4,200})[^\n]{0,20}\|\s?chpasswd",
        weak=True,
    ),
    _command(
        "password of a user",
        "DENTIFIED",
        rf"\bIDENTIFIED\s(?:WITH\s\w{{1,40}}\s)?(?:BY|AS)\s{_QUOTE}(?P<password>[^\"'\s\\]{{4,200}})",
    ),
    _command("password of a user", "dentified", rf"\bidentified\sby\s{_QUOTE}(?P<password>[^\"'\s\\]{{4,200}})"),
    # A line of .pgpass: host, port, database, user, password.
    _command(
        "password of a user",
        ":",
        r":(?:\d{4,5}|\*):[\w*-]{1,60}:[\w.*-]{1,60}:(?P<bare>[^\s\"'`\\:]{4,200})(?![^\s\"'`\\])",
        weak=True,
    ),
    _command(
        "password of a call",
        "NetworkCredential",
        rf"NetworkCredential(?:\]::new)?\((?:\s{{0,20}}{_TEXT}\s{{0,20}},)?"
        rf"\s{{0,20}}\\*\"(?P<user>[^\"\s\\]{{2,100}})\\*\"\s{{0,20}},\s{{0,20}}\\*\"(?P<password>[^\"\s\\]{{3,100}})\\*\"",
    ),
    _command(
        "password of a call",
        "DirectoryEntry(",
        rf"DirectoryEntry\((?:\s{{0,20}}{_TEXT}\s{{0,20}},)?"
        rf"\s{{0,20}}\\*\"(?P<user>[^\"\s\\]{{2,100}})\\*\"\s{{0,20}},\s{{0,20}}\\*\"(?P<password>[^\"\s\\]{{3,100}})\\*\"",
    ),
    _command("password of a call", "SecureString", rf"SecureString\s(?:-String\s)?{_PASSWORD_CALL}"),
    # A user and a password in a row.
    _command(
        "password of a call",
        "(",
        rf"\(\s{{0,20}}{_TEXT}\s{{0,4}},\s{{0,20}}{_PASSWORD_CALL}\s{{0,20}}[),]",
        weak=True,
        before=r"(?:auth(?:\s?=\s?)?|login|credentials?)$",
    ),
    _command(
        "password of a call",
        "onnect",
        rf"\(\s{{0,20}}{_QUOTE}[\w.-]{{1,60}}[:/][^\"'\n\\]{{0,200}}{_QUOTE}\s{{0,4}},\s{{0,20}}{_TEXT}\s{{0,4}},"
        rf"\s{{0,20}}{_PASSWORD_CALL}\s{{0,20}}[),]",
        before=r"connect(?:ion)?$",
    ),
    _command(
        "password of a call",
        "onnect",
        rf"\(\s{{0,20}}(?:{_TEXT}|[\w.]{{1,60}})\s{{0,4}},\s{{0,20}}{_TEXT}\s{{0,4}},\s{{0,20}}{_PASSWORD_CALL}\s{{0,20}}[),]",
        weak=True,
        before=r"connect(?:ion)?$",
    ),
)


def find_in_commands(text: str) -> Iterator[FoundSecret]:
    """Yield the passwords of commands and calls in *text*."""
    for command in _COMMANDS:
        if command.mark not in text:
            continue
        for match in command.pattern.finditer(text):
            if command.before and not command.before.search(text[max(0, match.start() - _NAME) : match.start()]):
                continue
            found = {name: value for name, value in match.groupdict().items() if value}
            if not found:
                yield FoundSecret(command.kind, *match.span())
                continue
            for name, value in found.items():
                if name == "user":
                    yield FoundSecret("user beside a password", *match.span(name))
                elif name.endswith("pair"):
                    if not is_stand_in(value.strip("\"'")) and not value.partition(":")[2].startswith("$"):
                        yield FoundSecret(command.kind, *match.span(name))
                elif _is_password(value, weak=command.weak):
                    yield FoundSecret(command.kind, *match.span(name))


def _is_password(value: str, *, weak: bool) -> bool:
    # A variable, unless a digit follows as in the hash of a password.
    if is_stand_in(value.strip("\"'")) or re.match(r"\$(?!\d)|%\w+%", value):
        return False
    if weak and not any(not character.isalpha() for character in value):
        return is_random(value, least=8)
    return is_worth_hiding(value, quoted=True)
