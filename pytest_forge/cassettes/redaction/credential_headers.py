"""Credential headers and parameters: parts of a request's envelope that are credentials by their names.

The caller's organisation or project is not a credential and stays, because a recording that hit a quota would not show
whose it was. The id of a request stays, too.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from ...regex import regex
from .found_secret import FoundSecret
from .secret_names import is_telling, is_weakly_telling
from .secret_value import PLACEHOLDER, is_random, is_stand_in

__all__ = [
    "find_in_cookies",
    "header_without_credential",
    "is_credential_header",
    "is_credential_parameter",
    "parts_of_credential",
]

_CREDENTIAL_NAMES = """
    authorization proxy-authorization authentication cookie cookie2 set-cookie set-cookie2 x-api-key api-key
    apikey x-goog-api-key x-amz-security-token x-amz-signature ocp-apim-subscription-key x-auth x-functions-key
    x-honeycomb-team dpop signature
"""
_CREDENTIALS = frozenset(_CREDENTIAL_NAMES.split())
_HARMLESS = regex(
    r"x-ratelimit-|ratelimit-|anthropic-ratelimit-|(?:x-)?idempotency-key|(?:x-)?(?:surrogate|cache)-key|sec-websocket-|"
    r"access-control-|www-authenticate|proxy-authenticate|x-request-|x-stainless-|openai-|x-b3-|x-cloud-trace-|"
    r"accept-signature|signature-input|host-key"
)
_ENDINGS = regex(
    r"(?:^|[-_])(?:(?:api|access|auth|session|user|client|id|csrf|xsrf|refresh|bearer|service)?[-_]?"
    r"(?:token|key|secret|password|credentials?|cookie)|authorization|signature|session|auth|jwt|assertion)$"
)
_SCHEME = regex(r"(Bearer|Basic|Token|ApiKey|Api-Key|Digest|Negotiate|SSWS|Bot|DPoP)\s+(?=\S)", re.IGNORECASE)
#: The value of a cookie, without its attributes: the domain is the host of every request.
_COOKIE_VALUE = regex(
    r"(?:^|;\s{0,3})(?!(?:domain|path|expires|max-age|samesite|priority)=)[\w!#$%&'*+.^`|~-]{1,200}=\"?([^;\"\s]{6,})",
    re.IGNORECASE,
)

_COOKIES = regex(r"cookie\\*[\"']?\s{0,3}[:,]\s{0,3}\\*[\"']?(?P<pairs>[\w.-]{1,100}=[^\r\n\"]{6,4000})")

_PARAMETER_NAMES = """
    key api_key apikey api-key access_token token auth auth_token sig signature client_secret secret password
    passwd pwd x-amz-signature x-amz-credential x-amz-security-token x-goog-signature x-goog-credential
    awsaccesskeyid code_verifier subscription-key id_token refresh_token session_token assertion
    client_assertion jwt sas samlresponse samlrequest wresult device_code
"""
_PARAMETERS = frozenset(_PARAMETER_NAMES.split())


def is_credential_header(name: str) -> bool:
    """Tell whether the whole value of a header is a credential."""
    lowered = name.strip().lower()
    if lowered in _CREDENTIALS:
        return True
    if _HARMLESS.match(lowered):
        return False
    return _ENDINGS.search(lowered) is not None


def is_credential_parameter(name: str, value: str) -> bool:
    """Tell whether the parameter *name* of a query or a form is a credential, judging by *value*, too.

    Args:
        name: Its decoded name.
        value: Its decoded value.
    """
    lowered = name.lower()
    if lowered in _PARAMETERS:
        # Stand-ins count, too: a replay without a key uses one, and must send the same request.
        return bool(value)
    return not is_stand_in(value) and is_telling(name) and (not is_weakly_telling(name) or is_random(value, least=10))


def header_without_credential(value: str) -> str:
    """Return the placeholder for the *value* of a credential header, with the scheme of an authorization."""
    scheme = _SCHEME.match(value)
    return f"{scheme.group(1)} {PLACEHOLDER}" if scheme else PLACEHOLDER


def parts_of_credential(name: str, value: str) -> list[str]:
    """Return the secrets in a credential header: the token, the user with the password, the cookies."""
    if "cookie" in name.lower():
        return [match for match in _COOKIE_VALUE.findall(value) if not is_stand_in(match)]
    scheme = _SCHEME.match(value)
    token = value[scheme.end() :].strip() if scheme else value.strip()
    parts = [token]
    if scheme and scheme.group(1).lower() == "basic":
        try:
            pair = base64.b64decode(token + "=" * (-len(token) % 4)).decode("utf-8")
        except (binascii.Error, ValueError):
            pair = ""
        if ":" in pair:
            parts += [pair, pair.partition(":")[2]]
    if scheme and scheme.group(1).lower() == "digest":
        parts += re.findall(r"response=\"?([0-9a-f]{16,})", token)
    if "signature=" in token.lower():
        parts += re.findall(r"(?i)signature=([0-9a-f]{16,})", token)
    return [part for part in parts if part and not is_stand_in(part)]


def find_in_cookies(text: str, lowered: str) -> Iterator[FoundSecret]:
    """Yield the values of cookies in headers quoted in *text*.

    Args:
        text: The text to search.
        lowered: The same in lower case, character for character.
    """
    if "cookie" not in lowered:
        return
    for header in _COOKIES.finditer(lowered):
        for pair in _COOKIE_VALUE.finditer(text[slice(*header.span("pairs"))]):
            start, end = (header.start("pairs") + place for place in pair.span(1))
            if is_random(pair[1], least=12) and not is_stand_in(pair[1]):
                yield FoundSecret("cookie", start, end)
