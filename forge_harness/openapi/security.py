"""Security: what proves to a server who calls, taken from the environment at each call.

A document names its security schemes, and an operator says in which variable each one's secret is. No document can
name a variable.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from ..errors import ToolError
from .document import OpenApiDocument
from .left_out import LeftOut

__all__ = ["Credential", "Proof", "credentials_of", "scheme_names", "without_secrets"]

_MAX_SHOWN = 100


@dataclass(frozen=True)
class Credential:
    """A security scheme, and the variable that holds its secret.

    Attributes:
        scheme: The scheme's name in the document.
        variable: The variable's name.
        location: Where the secret stands in requests.
        name: The name of the header, the parameter or the cookie.
        prefix: What stands before the secret; ``Basic `` has it encoded.
    """

    scheme: str
    variable: str
    location: Literal["header", "query", "cookie"]
    name: str
    prefix: str = ""

    def proof(self, environment: Mapping[str, str]) -> Proof:
        """Return what goes with a request.

        Raises:
            ToolError: ``no_credentials`` if the variable is not set, or cannot be sent.
        """
        secret = environment.get(self.variable, "").strip()
        if not secret or not secret.isprintable() or (self.location == "header" and not secret.isascii()):
            raise ToolError(
                f"The secret of the scheme {self.scheme[:_MAX_SHOWN]!r} is not set here. Tell the user.",
                code="no_credentials",
            )
        sent = base64.b64encode(secret.encode()).decode() if self.prefix == "Basic " else secret
        return Proof(self, self.prefix + sent, frozenset({secret, sent, quote(sent, safe="")}))


@dataclass(frozen=True)
class Proof:
    """A secret as it is sent.

    Attributes:
        credential: What it is the secret of.
        value: The value of the header, the parameter or the cookie.
        secrets: The texts that no model may read.
    """

    credential: Credential
    value: str
    secrets: frozenset[str]


def scheme_names(document: OpenApiDocument) -> list[str]:
    """Return the names of the security schemes that a document declares."""
    return [str(name) for name in _schemes(document)]


def credentials_of(
    document: OpenApiDocument, operation: Mapping[str, Any], variables: Mapping[str, str]
) -> tuple[Credential, ...]:
    """Return what an operation's requests need: of its alternatives, the first that *variables* covers.

    Args:
        document: The document.
        operation: The operation's node.
        variables: The names of variables by those of schemes.

    Raises:
        LeftOut: If every alternative needs a scheme that no variable is given for, or that cannot be sent.
    """
    declared = operation.get("security", document.data.get("security"))
    alternatives = [item for item in declared if isinstance(item, Mapping)] if isinstance(declared, list) else []
    reasons: list[LeftOut] = []
    # One without any scheme is taken last: a call with a secret can do more.
    for alternative in sorted(alternatives, key=lambda item: not item):
        try:
            return tuple(_credential(document, str(name), variables) for name in alternative)
        except LeftOut as error:
            reasons.append(error)
    if reasons:
        remedy = next((found.remedy for found in reasons if found.remedy), "")
        raise LeftOut("; or ".join(dict.fromkeys(found.reason for found in reasons)), remedy=remedy)
    return ()


def _schemes(document: OpenApiDocument) -> Mapping[str, Any]:
    components = document.data.get("components")
    holder = document.data if document.version == "2.0" else components if isinstance(components, Mapping) else {}
    found = holder.get("securityDefinitions" if document.version == "2.0" else "securitySchemes")
    return found if isinstance(found, Mapping) else {}


def _credential(document: OpenApiDocument, scheme: str, variables: Mapping[str, str]) -> Credential:
    shown = repr(scheme[:_MAX_SHOWN])
    node = document.resolved(_scheme_node(document, scheme))
    if not isinstance(node, Mapping):
        raise LeftOut(f"it needs the security scheme {shown}, which is not declared")
    sent = _sent(node)
    if sent is None:
        raise LeftOut(f"it needs the security scheme {shown}, which cannot be taken from a variable")
    if scheme not in variables:
        raise LeftOut(f"it needs the security scheme {shown}", remedy=f"Pass security={{{shown}: 'VARIABLE'}}.")
    location, name, prefix = sent
    return Credential(scheme, variables[scheme], location, name, prefix)


def _scheme_node(document: OpenApiDocument, scheme: str) -> Any:
    """Return what a requirement names: a scheme of the document, or since OpenAPI 3.2 a reference to one."""
    declared = _schemes(document)
    if scheme in declared or document.version != "3.2" or "#" not in scheme:
        return declared.get(scheme)
    return document.target(scheme)


def _sent(node: Mapping[str, Any]) -> tuple[Literal["header", "query", "cookie"], str, str] | None:
    """Return where a scheme's secret stands, under which name, and after what; None if it cannot be sent."""
    kind, http = node.get("type"), str(node.get("scheme", "")).lower()
    places: dict[str, Literal["header", "query", "cookie"]] = {"header": "header", "query": "query", "cookie": "cookie"}
    if kind == "apiKey" and isinstance(node.get("name"), str) and node.get("in") in places:
        return places[node["in"]], node["name"], ""
    if kind in ("oauth2", "openIdConnect") or (kind == "http" and http == "bearer"):
        return "header", "Authorization", "Bearer "
    if kind == "basic" or (kind == "http" and http == "basic"):
        return "header", "Authorization", "Basic "
    return None


def without_secrets(text: str, proofs: Sequence[Proof]) -> str:
    """Return a text in which no secret of a request is left; a server may have echoed it."""
    for secret in sorted({secret for proof in proofs for secret in proof.secrets}, key=len, reverse=True):
        text = text.replace(secret, "[secret]")
    return text
