"""Secret names: whether the value beside a name is a secret, may be one, is about one, or is harmless.

password, apiKey        the value is a secret, whatever it looks like
key, session            the value is a secret if it looks like one
password_hint           the value is about a secret, and is one only if it looks random
nextPageToken, monkey   the value is harmless
"""

from __future__ import annotations

import re

from ...regex import regex

__all__ = ["is_about_a_secret", "is_harmless", "is_telling", "is_weakly_telling", "snake_case"]

#: The value of such a name is a secret, whatever it looks like.
_STRONG = (
    r"passw(?:or)?[dt]|passphrase|passcode|kennwort|contrase(?:n|\xc3\xb1)a|mot[ _]de[ _]passe|"
    r"pwd|secret|private[_-]?key|credentials?|"
    r"(?:api|access|auth|account|client|shared|signing|encryption|master|admin|service|subscription|app|consumer)"
    r"[_-]?(?:api[_-]?)?(?:key|token|secret|pwd|pass)|authtoken|authorization|bearer|reporter[_-]?id|device_?code|\bpass\b|_pass\b|"
    r"(?<![a-z])pw\b"
)
_STRONG_NAME = regex(_STRONG, re.ASCII)
_TELLING_END = regex(
    rf"(?:^|.*[a-z0-9_.-])?(?:{_STRONG}|key|token|auth|pat|jwt|sid_?token|sig|signature|cookie|session(?:_?id)?)\d?",
    re.ASCII,
)

#: Words for a secret, its form or its place.
_KIN = r"(?:key|token|secret|id|code|value|phrase|string|text|plain|raw|b(?:ase)?64|hex|prod|dev|live|test)"
#: Names with the endings of secrets for harmless values: positions in lists and texts, lookup keys, public keys.
_HARMLESS = regex(
    # Before escapes are decoded, a letter stands for the end of a line: "\\nnext_token".
    r"(?:(?<![a-z])|(?<=\\[nrt]))(?:"
    r"(?:next|prev|previous|page|paging|pagination|continuation|sync|cursor|scroll|delta|resume|start|end|stop)"
    r"(?:_?page)?[_-]?tokens?(?:_value)?|"
    r"(?:cache|primary|foreign|partition|sort|public|pub|gpg|pgp|idempotency|dedup|deduplication|routing|row|shard|hash|"
    r"group|object|blob|document|message|index|lookup|surrogate|unique|composite|natural|json|metadata|parent|"
    r"start|end|last|first|in_ch_i|translation|websocket|site|ssh_public|encryption_public)[_-]?keys?|"
    r"pub(?:lic)?_(?:key_\w{1,12}|[a-z]{1,12}_key)|"
    r"keys?_?(?:name|path|value|id)|credentials?_?id|accessor|"
    r"(?:\w{0,40}_)?(?:algorithms?|test_?id)(?:_values?_supported)?|"
    r"(?:existing|image_?pull|from)_?secrets?|(?:thought|safety)[_-]?(?:signature|identifier)|signature|"
    # A longer word: a keyboard, a secretary.
    rf"\w{{0,40}}(?:key|secret)(?!s?(?:_|\d|$|{_KIN}))[a-z]{{1,20}}|"
    # The last word says what the value is: a secret store is a store.
    rf"(?:\w{{0,40}}_)?(?:secret|credential)s?_(?!\w{{0,40}}{_KIN})[a-z]{{1,20}})$",
    re.ASCII,
)

#: Endings of names for facts about a secret.
_ABOUT = regex(
    r"(?:hash|sha\d*|ids?|name|count|type|ur[il]|path|file|index|length|limit|version|status|digest|fingerprint|"
    r"policy|hint|format|field|label|method|mode|strength|expiry|ref|reset|required|enabled|_at|_on|_in|"
    r"expires|header|placeholder|title|text|help|description|message|button|link|page|input|form|prefix|suffix|spec|"
    r"usage|class|icon|provider|helper|backend|subject|template|event|issuer|audience|address|change|rotation|blank)$|"
    r"(?:^|[^a-z])(?:forgot(?:ten)?|lost|show|hide|toggle)_(?:\w{1,12}_)?passw\w*$",
    re.ASCII,
)
_HUMP = regex(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", re.ASCII)


def snake_case(name: str) -> str:
    """Return the end of *name* in snake case: ``next_page_token`` for ``nextPageToken``."""
    end = name[-80:]
    return end if end.islower() else _HUMP.sub("_", end).lower()


def is_telling(name: str) -> bool:
    """Tell whether the value of a header, a parameter or a field is a secret by its *name* alone."""
    words = snake_case(name)
    return _TELLING_END.fullmatch(words) is not None and _HARMLESS.search(words) is None


def is_weakly_telling(name: str) -> bool:
    """Tell whether *name* is used for secrets and for other values, as ``key`` and ``session`` are."""
    return _STRONG_NAME.search(snake_case(name)) is None


def is_harmless(words: str) -> bool:
    """Tell whether a name in snake case has the ending of a secret, but a harmless value."""
    return _HARMLESS.search(words) is not None


def is_about_a_secret(words: str) -> bool:
    """Tell whether a name in snake case is for a fact about a secret."""
    return _ABOUT.search(words) is not None
