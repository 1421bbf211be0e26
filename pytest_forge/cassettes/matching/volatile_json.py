"""The parts of a JSON value that change from run to run: by the content of texts and the names of members."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from ...regex import regex
from .generated_ids import call_ids, has_call_ids, holds_user_data, is_call_id, is_generated_id, is_id_key
from .json_path import IGNORED
from .renaming import CLOSE, OPEN, Renaming
from .volatile_text import Probe, TextRules

__all__ = ["MAX_DEPTH", "VolatileJson", "is_deep"]

#: Members with a time: ``created``, ``created_at``, ``updatedAt``, ``timestamp_ms``, ….
_MOMENT = regex(
    r"(?:.*[_-])?(?:created|updated|modified|timestamp|time|ts|epoch|now|date)(?:[_-](?:at|on|ms|ns|us|s|unix|nano|nanos))*"
    r"|.*(?:_at|_time|At|Time|Timestamp|UnixNano|TimeUnix)(?:_?ms|Ms)?",
)
#: From 2001 to 2100, in seconds, and in milli-, micro- and nanoseconds.
_EPOCHS = tuple((1_000_000_000 * scale, 4_102_444_800 * scale) for scale in (1, 10**3, 10**6, 10**9))
_TELEMETRY = regex(r"x-stainless-.*|(?:http[_-])?user[_-]?agent|x-goog-api-client", re.IGNORECASE)
#: Every generated value holds a digit or a path separator.
_MAY_BE_MADE_UP = regex(rf"[\d/{OPEN}]")
_LAST_LETTERS, _FIRST_LETTERS = frozenset("ds"), frozenset("xXuUhH")
_IGNORED = f"{OPEN}ignored{CLOSE}"
_JSON = f"{OPEN}json{CLOSE}"
#: The depth up to which a value is decoded: deeper than any request, and safe for recursion.
MAX_DEPTH = 150


class VolatileJson:
    """The renaming of one request, whose values share their names."""

    __slots__ = ("_has_calls", "_is_plain", "_mentioned", "_probes", "_rules", "renaming", "written")

    def __init__(self, rules: TextRules, renaming: Renaming) -> None:
        self.renaming = renaming
        self._rules = rules
        #: The last decoded value, unchanged.
        self.written = ""
        self._probes: tuple[tuple[str, Probe], ...] = ()
        self._has_calls = False
        self._is_plain = True
        self._mentioned: re.Pattern[str] | None = None

    def text(self, text: str) -> str:
        """Return a single text with its generated parts renamed."""
        return self._rules.apply(text, self.renaming)

    def whole(self, text: str, is_id: bool) -> str:
        """Return a text that may be an id as a whole, such as a path segment."""
        return self.renaming.name(text, "id") if is_id else self.text(text)

    def value(self, value: Any) -> Any:
        """Return a decoded body with its generated parts renamed."""
        written = self.written = json.dumps(
            value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_shown
        )
        self._probes = self._rules.probes(written)
        self._has_calls = has_call_ids(written)
        self._mentioned = None
        if self._has_calls:
            # An id found by its place may be mentioned in a text elsewhere.
            places = Counter(call_ids(value))
            loose = [found for found, count in places.items() if written.count(found) > count]
            if loose:
                longest = sorted(loose, key=lambda found: (-len(found), found))
                self._mentioned = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")
        self._is_plain = not self._probes and self._mentioned is None
        return self._walk(value, None, None, follows_protocol=True, depth=0)

    def _walk(self, value: Any, key: str | None, owner: str | None, *, follows_protocol: bool, depth: int) -> Any:
        kind = type(value)
        if kind is str:
            return value if self._is_plain else self._in_text(value)
        if kind is dict:
            return self._object(value, key, follows_protocol=follows_protocol, depth=depth + 1)
        if kind is list:
            return [self._walk(item, key, owner, follows_protocol=follows_protocol, depth=depth + 1) for item in value]
        if kind is int:
            if value >= 1_000_000_000 and key is not None and self._is_moment(key, value):
                return self.renaming.name("", "time")
            return value
        if kind is float:
            return self._number(value, key)
        return _IGNORED if value is IGNORED else value

    def _object(self, value: dict[str, Any], name: str | None, *, follows_protocol: bool, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        made_up = not self._is_plain and _MAY_BE_MADE_UP.search("".join(value)) is not None
        for key in self._sorted(value) if made_up else sorted(value):
            member = value[key]
            kind = type(member)
            if kind is str:
                changed = self._member(key, member, value, name, follows_protocol=follows_protocol, depth=depth)
                if changed is IGNORED:
                    continue
            elif kind is dict or kind is list:
                below = follows_protocol and not holds_user_data(key, member)
                changed = self._walk(member, key, name, follows_protocol=below, depth=depth)
            else:
                changed = self._walk(member, key, name, follows_protocol=follows_protocol, depth=depth)
            renamed = self._in_text(key) if made_up else key
            while renamed in result:
                # Two times as names of members are two members.
                renamed += f"{OPEN}again{CLOSE}"
            result[renamed] = changed
        return result

    def _member(
        self, key: str, text: str, owner: dict[str, Any], name: str | None, *, follows_protocol: bool, depth: int
    ) -> Any:
        """Return a text, renamed by its member's name; IGNORED if it does not count."""
        if follows_protocol:
            # A quick test, since most members are not among these.
            if key[-1:] in _LAST_LETTERS and self._is_id(key, text, owner, name):
                return self.renaming.name(text, "id")
            if key[:1] in _FIRST_LETTERS and _TELEMETRY.fullmatch(key):
                self.renaming.note(f"telemetry field {key!r}")
                return IGNORED
        if 10 <= len(text) <= 19 and text.isdecimal() and self._is_moment(key, int(text)):
            return self.renaming.name("", "time")
        if key == "arguments" and text[:1] in ("{", "["):
            return self._arguments(text, depth)
        return text if self._is_plain else self._in_text(text)

    def _is_id(self, key: str, member: str, owner: dict[str, Any], name: str | None) -> bool:
        if not member or not is_id_key(key):
            return False
        return (self._has_calls and is_call_id(key, owner, name)) or is_generated_id(member)

    def _arguments(self, text: str, depth: int) -> Any:
        """Return the arguments of a call, in which white space does not count."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return self._in_text(text)
        if is_deep(value, MAX_DEPTH - depth):
            return self._in_text(text)
        return {_JSON: self._walk(value, None, None, follows_protocol=False, depth=depth + 1)}

    def _number(self, value: float, key: str | None) -> Any:
        if key is not None and value >= 1_000_000_000 and self._is_moment(key, value):
            return self.renaming.name("", "time")
        # JSON has one kind of number, and encoders write whole ones differently.
        return int(value) if value.is_integer() and abs(value) < 2**53 else value

    @staticmethod
    def _is_moment(key: str, value: float) -> bool:
        return any(first <= value <= last for first, last in _EPOCHS) and _MOMENT.fullmatch(key) is not None

    def _in_text(self, text: str) -> str:
        if self._mentioned is not None and self._mentioned.search(text):
            # Between the mentioned ids, the other rules apply.
            pieces = []
            at = 0
            for found in self._mentioned.finditer(text):
                pieces += [self._by_rules(text[at : found.start()]), self.renaming.name(found[0], "id")]
                at = found.end()
            return "".join(pieces) + self._by_rules(text[at:])
        return self._by_rules(text)

    def _by_rules(self, text: str) -> str:
        return self._rules.apply(text, self.renaming, self._probes) if self._probes and text else text

    def _sorted(self, value: dict[str, Any]) -> list[str]:
        """Return the names of members in an order independent of their generated parts."""
        masks = {key: self._mask(key) for key in value}
        if all(mask == key for key, mask in masks.items()):
            return sorted(value)

        def order(key: str) -> tuple[str, str]:
            written = json.dumps(value[key], sort_keys=True, default=_shown) if masks[key] != key else ""
            return masks[key], self._mask(written)

        return sorted(value, key=order)

    def _mask(self, text: str) -> str:
        masked = self._rules.apply(text, None, self._probes) if self._probes else text
        return masked if self._mentioned is None else self._mentioned.sub(OPEN, masked)


def is_deep(value: Any, limit: int) -> bool:
    """Whether lists and objects are nested more than *limit* deep."""
    level = [value]
    for _ in range(limit + 1):
        level = [
            child
            for item in level
            if isinstance(item, dict | list)
            for child in (item.values() if isinstance(item, dict) else item)
            if isinstance(child, dict | list)
        ]
        if not level:
            return False
    return True


def _shown(_: object) -> str:
    # An ignored element.
    return _IGNORED
