"""Assigned secret: a value of any vendor beside a name such as "password" or "api key".

password = "hunter22"       "apiKey": "4f1c…"       ('X-Api-Key', '4f1c…')       --token 4f1c…       acme SECRET 4f1c…

The weaker the tie between name and value, and the weaker the name, the more random the value must look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...regex import regex
from .found_secret import FoundSecret
from .name_marks import PASSWORD_MARKS, STRONG_MARKS, begins_compound, marks_in
from .named_values import value_apart
from .secret_names import is_about_a_secret, is_harmless, is_telling, snake_case
from .secret_phrases import is_memorable, phrase_end
from .secret_value import is_random, is_stand_in, is_worth_hiding
from .tabled_values import find_in_tables
from .told_values import end_of_word, told_before, value_told
from .vendor_settings import find_beside_vendors

__all__ = ["find_assigned"]

#: Longest value.
_LONGEST = 2_000
#: No further names are searched for in a rejected value of this length.
_LONG = 200

_QUALIFIER = regex(
    r"(?:api|access|auth|account|client|shared|signing|encryption|master|admin|service|subscription|app|consumer|private)"
    r"[_-]?$",
    re.ASCII,
)

_NAME_REST = r"[\w.-]{0,30}(?:[ ](?:key|token|secret|id)){0,2}(?:[ ]\d{1,2}(?=\s?[:=]))?"
#: Vendors name schemes of their own: `sso-key`, `GenieKey`, `Klaviyo-API-Key`.
_SCHEME = r"(?:(?:bearer|basic|ssws|digest|bot|[\w-]{0,16}(?:key|token)(?:-v\d)?)[ ]{1,3})?"
_CLOSE = r"(?:\\*[\"'`]|\*\*|__)?[\])]{0,2}"
_VALUES = (
    rf"(?:\\*\"(?P<double>[^\"\s]{{4,{_LONGEST}}})|\\*'(?P<single>[^'\s\"]{{4,{_LONGEST}}})|"
    rf"\\*`(?P<back>[^`\s\"]{{4,{_LONGEST}}})|"
    # A pair of values; the first may be base64 with an equals sign at its end.
    rf"(?P<bare>[^\s\"'`,;&<>|\\(){{}}\[\]=]{{12,200}}=={{0,1}}:?[A-Za-z0-9+/_-]{{16,200}}={{0,2}}|"
    rf"[^\s\"'`,;&<>|\\(){{}}\[\]=]{{4,{_LONGEST}}}={{0,2}}))"
)
#: The type of a variable, between name and value: `key: &'static str = `, `key string = `, `Key { get; set; } = `.
_TYPE = (
    r"(?:\s{0,3}:\s{0,3}(?:&\s{0,2})?(?:'[a-z]+\s)?[A-Za-z][\w.\[\]<>?]{0,40}(?:\s{0,2}\|\s{0,2}\w{1,20}){0,3}"
    r"(?=\s{0,3}=[^=>])|"
    r"(?<![\"'`])\s[a-z]\w{1,15}(?=\s{0,3}:?=\s{0,3}\\*[\"'`])|\s{0,3}\{[\sa-z;]{1,40}\}(?=\s{0,3}=))?"
)
#: The expression before a default: `= process.env.KEY || `.
_TRIED = r"(?:[\w.$]{1,60}(?:\[[^\]\n]{1,60}\])?\s{0,2}(?:\|\||\?\?|\?:|or)\s{0,2}(?=\\*[\"'`]))?"
#: Constructors around a quoted text: `b"…"`, `SecretStr("…")`, `[]byte("…")`, `String::from("…")`.
_MADE = (
    r"(?:(?:[bfru]{1,2}|"
    r"(?:\[\]byte|bytes|secret(?:str|string|_?value)?|str|some|string::from|buffer\.from)\( ?)(?=\\*[\"'`]))?"
)
_OPERATOR = r"(?:[!=]==?|=>|[:?|+]?=|:-|:(?: ?[|>][-+]?(?= ?\r?\n))?|\|\|=|<-|->)"
_TIE = (
    rf"(?:(?:\s?:\s?\w{{1,30}})?\sby lazy \{{ ?|{_CLOSE}{_TYPE}\s{{0,8}}{_OPERATOR}\s{{0,24}}{_TRIED}{_MADE}"
    r"(?:@(?=\\*\")|\\*[\"'`](?=\\*[\"'])|[(\[])?)"
)
#: A call or an initialiser: `.apiKey("…")`, `setToken('…')`, `key{"…"}`.
_CALL = r"(?:\(\s{0,3}@?(?=\\*[\"'`][^\"'`\n]{4,400}[\"'`]\s{0,3}[),])|\{\s?(?=\"[^\"\s]{4,400}\"\s?\}))"
_COMMA = r"(?:\\*[\"'`]\s{0,3},\s{0,3}(?:\\*[\"'`])?(?=\\*[\"'`]))"
_QUOTED_SCHEME = rf"(?:\\*[\"'`](?={_SCHEME[:-1]}))?{_SCHEME}"
_TIED = regex(rf"{_NAME_REST}(?P<tie>{_TIE}|{_COMMA}|{_CALL}){_QUOTED_SCHEME}{_VALUES}", re.IGNORECASE | re.ASCII)
_LOOSE = regex(
    r"[A-Za-z_]{0,14}(?:[ _-](?:key|token|secret|access|code|id|SECRET|KEY|TOKEN))?"
    r"(?:[ \t]{1,3}|\r?\n|-{1,2}|[=.])['\"]?"
    r"(?P<value>[A-Za-z0-9._~+/%=!@#$^*-]{16,1100})",
    re.ASCII,
)
_LOOSE_PASSWORD = regex(
    r"(?:(?:or)?d)?[ \t]{1,3}['\"]?(?P<value>[A-Za-z0-9._~+/%=!@#$^*-]{6,1100})", re.ASCII | re.IGNORECASE
)
#: A quoted word after a name in capitals or an option: `#define KEY "…"`, `PASSWORD '…'`, `--token '…'`.
_LOOSE_QUOTED = regex(r"[\w.-]{0,30}[ \t]{1,3}\\*(?P<mark>[\"'])(?P<value>[^\s\"'\\]{5,400})\\*(?P=mark)", re.ASCII)
#: A block of Groovy or Ruby has one setting a line: `password '…'`.
_LINE_BEGIN = regex(r"(?:^|\n)[ \t]{0,38}$", re.ASCII)
_OPTION = regex(r"(?:^|\s)--?[\w-]{0,30}$", re.ASCII)
#: A call with a name and a value as its arguments.
_PUT = regex(
    r"(?:env|put|set\w{0,20}|define|property|header|add|insert|config)\s?\(\s?\\*[\"'][\w. -]{0,40}$",
    re.ASCII | re.IGNORECASE,
)
#: The name of a resource begins with its kind: `arn:…:secret:prod/db`, `did:key:…`.
_RESOURCE = regex(r"arn:[\w:/-]{0,100}:$|did:$", re.ASCII)
#: The name of a file in an object store.
_FILE = regex(r"[\w./-]+/[\w.-]+\.[a-z]\w{1,4}", re.ASCII)
#: The next setting of a line.
_SETTING = regex(r"[a-z][a-z._-]{0,40}=[^=]", re.ASCII)
_HOST = regex(r"[\w-]+(?:\.[\w-]+)+/", re.ASCII)
_SETTER = regex(r"(?:^|[._>])(?:set\w*|passw(?:or)?d|secret|pwd)$", re.ASCII)
#: The beginning of a line up to a name.
_LINE_START = regex(r"(?:^|\n)[\w.-]{0,40}$", re.ASCII)
_GIVEN = regex(r"(?:with|using|use|by|and|is|[/,])\s(?:(?:the|my|a)\s)?$", re.ASCII)
_ASKER = regex(r"(?:get|check|verify|validate|has|is|ask|prompt|read|fetch|find|hash|compare|delete)_\w*$", re.ASCII)
_NAME_END = regex(r"[\w.-]{0,30}", re.ASCII)
_AHEAD = 80
_LONG_RUN = regex(r"[A-Za-z0-9_+/.-]{40}$", re.ASCII)
_FIELD = regex(
    r"name=\\*\"(?P<name>[\w.-]{1,60})\\*\"[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,300}\r?\n){0,5}\r?\n(?P<value>[^\r\n]{4,2000})\r?\n--",
    re.ASCII,
)
_USER = regex(
    r"(?:user(?:_?name|_?id)?|login|machine|account)[\"'`]?(?:\s{0,8}(?:=>|:=|=|:)\s{0,8}|[ ]{1,3})[\"'`$]{0,2}"
    r"(?P<value>[^\s\"'`,;&<>|\\(){}\[\]]{3,80})",
    re.ASCII | re.IGNORECASE,
)
_USER_REACH = 200
#: The probability after a token of a model's output.
_PROBABILITY = regex(r"\\*\"\s{0,8},\s{0,8}\\*\"(?:logprob|bytes|probability)\\*\"", re.ASCII)


def find_assigned(text: str, lowered: str) -> Iterator[FoundSecret]:
    """Yield the secrets in *text* that stand beside a telling name.

    Args:
        text: The text to search.
        lowered: The same in lower case, character for character.
    """
    position = 0
    marks = marks_in(lowered)
    for start, mark in marks:
        if start < position:
            continue
        end = start + len(mark)
        strong = mark in STRONG_MARKS or _QUALIFIER.search(lowered, max(0, start - 14), start) is not None
        found, position = _beside(text, lowered, start, end, strong=strong)
        if found is not None:
            yield found
            if mark in PASSWORD_MARKS:
                yield from _user_beside(text, start)
    yield from find_in_tables(text, [start for start, _ in marks])
    yield from _of_fields(text, lowered)
    yield from find_beside_vendors(text, lowered)


def _beside(text: str, lowered: str, begin: int, stop: int, *, strong: bool) -> tuple[FoundSecret | None, int]:
    mark = lowered[begin:stop]
    if tied := _TIED.match(text, stop):
        group = tied.lastgroup or "bare"
        start, end = tied.span(group)
        name = snake_case(text[max(0, begin - 24) : tied.start("tie")])
        end = _without_tail(text, start, end, quoted=group != "bare")
        value = text[start:end]
        is_call = group == "bare" and text[end : end + 1] in ("(", "[")
        tie = tied.group("tie")
        if text[end : end + 1] == " " and strong:
            last = _end_of_phrase(text, start, mark, name, quoted=group != "bare")
            if last is not None:
                return FoundSecret(f"value of {mark!r}", start, last), last
            if group != "bare" and value.isalpha():
                # The first word of a sentence.
                return None, end
        if "," in tie and _PUT.search(text, max(0, begin - 70), begin):
            tie = "="
        is_resource = tie == ":" and _RESOURCE.search(text, max(0, begin - 110), begin) is not None
        # NAME=value is not code: an identifier after the sign is a value.
        quoted = group != "bare" or (tie == "=" and _odd(value) and _is_setting(text, begin, stop, end))
        if mark == "token" and _PROBABILITY.match(text, end):
            return None, end
        if not (is_call or is_resource) and _is_secret(value, name, strong=strong, quoted=quoted, tie=tie):
            return FoundSecret(f"value of {mark!r}", start, end), end
        if len(value) > _LONG:
            return None, end
    ahead = lowered[stop : stop + _AHEAD]
    place = value_apart(text, ahead, stop, strong=strong) or value_told(text, ahead, stop, strong=strong)
    if place is None and strong:
        place = told_before(text, begin, stop)
    if place is not None and not _is_of_another_name(text, begin, stop):
        return FoundSecret(f"value of {mark!r}", *place), max(stop, place[1])
    is_alone = mark in PASSWORD_MARKS and _LINE_BEGIN.search(text, max(0, begin - 40), begin) is not None
    if strong and (is_alone or text[begin:stop].isupper() or _OPTION.search(text, max(0, begin - 40), begin)):
        loose_quoted = _LOOSE_QUOTED.match(text, stop)
        if is_alone and loose_quoted and text[loose_quoted.end() : loose_quoted.end() + 1] not in ("", "\r", "\n"):
            loose_quoted = None
        if loose_quoted and is_worth_hiding(loose_quoted["value"], quoted=True):
            return FoundSecret(f"word after {mark!r}", *loose_quoted.span("value")), loose_quoted.end()
    password = strong and mark in PASSWORD_MARKS and _begins_option(text, begin)
    loose = (_LOOSE_PASSWORD.match(text, stop) if password else None) or _LOOSE.match(text, stop)
    if (
        loose
        and mark != "api"
        and not _HOST.match(loose["value"])
        and not _SETTING.match(loose["value"])
        and not _LONG_RUN.search(text, max(0, begin - 41), begin)
    ):
        start, end = loose.span("value")
        end = _without_tail(text, start, end, quoted=False)
        value = text[start:end]
        enough = is_random(value) or (password and text[start - 1] != "-" and _is_given(text, begin, value))
        if enough and not is_stand_in(value) and not is_harmless(snake_case(text[max(0, begin - 24) : stop])):
            return FoundSecret(f"word after {mark!r}", start, end), end
        if len(value) > _LONG:
            return None, end
    return None, stop


def _is_setting(text: str, begin: int, stop: int, end: int) -> bool:
    """Whether a name with its value is written as for a shell, or fills its line."""
    if text[begin:stop].isupper():
        return True
    return text[end : end + 1] in ("", "\r", "\n") and _LINE_START.search(text, max(0, begin - 40), begin) is not None


def _is_of_another_name(text: str, begin: int, stop: int) -> bool:
    name_end = _NAME_END.match(text, stop)
    stem = snake_case(text[max(0, begin - 24) : name_end.end() if name_end else stop])
    return is_harmless(stem) or is_about_a_secret(stem)


def _end_of_phrase(text: str, start: int, mark: str, name: str, *, quoted: bool) -> int | None:
    """Return where a password of several words ends, or None if there is not one."""
    stem = _stem(name)
    if is_harmless(stem) or is_about_a_secret(stem) or (mark not in PASSWORD_MARKS and mark != "secret"):
        return None
    end = phrase_end(text, start)
    if end is None:
        return None
    closing = text[end : end + 1]
    # Without a closing mark, it must fill its line.
    return (
        end if (closing in ('"', "'", "`", "\\") if quoted else closing in ("", "\r", "\n", "\\", '"', "&")) else None
    )


def _is_given(text: str, begin: int, value: str) -> bool:
    """Whether *value*, after the word for a password, is one."""
    if len(value) < 6 or not is_worth_hiding(value, quoted=True):
        return False
    return _odd(value) or is_memorable(value, least=3 if _GIVEN.search(text, max(0, begin - 12), begin) else 4)


def _begins_option(text: str, begin: int) -> bool:
    return begin == 0 or text[begin - 1] in "-_\n @" or begins_compound(text, begin)


def _odd(value: str) -> bool:
    return any(character.isdigit() for character in value)


def _without_tail(text: str, start: int, end: int, *, quoted: bool) -> int:
    # After the value come the rest of a sentence, or the escape of a closing quotation mark.
    if not quoted:
        return end_of_word(text, start, end)
    while end > start and text[end - 1] == "\\":
        end -= 1
    return end


def _stem(name: str) -> str:
    return re.split(r"[\s\"'`,;:=(){}\[\]<>]", name.strip("\"'`])\\ "))[-1]


def _is_secret(value: str, name: str, *, strong: bool, quoted: bool, tie: str) -> bool:
    stem = _stem(name)
    # After an empty value comes the escape of a new line.
    if is_harmless(stem) or is_stand_in(value) or value.startswith(("\\n", "\\r")):
        return False
    if "," in tie:
        # Two texts in a row are often two items of a list, or a value and the next name.
        return is_random(value) and "/" not in value
    if tie[:1] in ("(", "{"):
        # A call that reads a secret is given its name; a call that sets it is given its value.
        is_set = _SETTER.search(stem) is not None and not _ASKER.search(stem)
        return is_random(value, least=12) or (strong and is_set and _odd(value))
    if is_about_a_secret(stem):
        return strong and is_random(value, least=12)
    if not strong:
        return is_random(value, least=12) and not _FILE.fullmatch(value) and not (value.isdigit() and len(value) < 16)
    if not quoted and "\n" in tie:
        return is_random(value)
    return is_worth_hiding(value, quoted=quoted)


def _user_beside(text: str, position: int) -> Iterator[FoundSecret]:
    # The user name is half of a credential.
    for match in _USER.finditer(text, max(0, position - _USER_REACH), position):
        if not is_stand_in(match["value"]) and not match["value"].isdigit():
            yield FoundSecret("user beside a password", *match.span("value"))


def _of_fields(text: str, lowered: str) -> Iterator[FoundSecret]:
    if "name=" not in lowered:
        return
    for match in _FIELD.finditer(text):
        if is_telling(match["name"]) and not is_stand_in(match["value"]):
            yield FoundSecret(f"field {match['name']!r}", *match.span("value"))
