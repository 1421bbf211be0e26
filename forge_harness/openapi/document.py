"""OpenApiDocument: a document that describes the operations of an HTTP API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urldefrag, urljoin

from ..errors import RegistrationError
from ..schema.json_schema import resolve_ref
from .document_text import MAX_DOCUMENT_BYTES, DocumentTextError, read_document_text
from .left_out import LeftOut

__all__ = ["OpenApiDocument", "parsed_document", "read_document"]

Version = Literal["2.0", "3.0", "3.1", "3.2"]
_VERSIONS = ("2.0", "3.0", "3.1", "3.2")
_MAX_HOPS = 20
_MAX_SHOWN = 100


@dataclass(frozen=True)
class OpenApiDocument:
    """A document that describes an HTTP API.

    Nothing but the document itself is ever read: a reference to another one is a reason to leave an operation out.

    Args:
        data: The decoded document.
        label: What it is called in messages, such as the name of its file.
        address: Where it was found in the network; empty if it was not.

    Attributes:
        version: ``2.0`` for Swagger; else the first two numbers of the version of OpenAPI.

    Raises:
        RegistrationError: If it is not an OpenAPI document of a version from 2.0 to 3.2.
    """

    data: Mapping[str, Any] = field(repr=False)
    label: str = "OpenAPI document"
    address: str = ""
    version: Version = field(init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.data, Mapping):
            raise RegistrationError(f"{self.label!r} does not hold an object. Pass an OpenAPI document.")
        told = self.data.get("openapi", self.data.get("swagger"))
        version = ".".join(str(told).split(".")[:2])
        if version not in _VERSIONS or (version == "2.0") != ("openapi" not in self.data):
            shown = "no version" if told is None else f"the version {str(told)[:_MAX_SHOWN]!r}"
            raise RegistrationError(
                f"{self.label!r} names {shown} of OpenAPI. Pass a document of Swagger 2.0 or OpenAPI 3.0 to 3.2."
            )
        # A dataclass that is frozen is written to in this way only.
        object.__setattr__(self, "version", cast("Version", version))

    @property
    def title(self) -> str:
        """The title of the API; empty if the document has none."""
        info = self.data.get("info")
        title = info.get("title") if isinstance(info, Mapping) else None
        return title if isinstance(title, str) else ""

    def resolved(self, node: Any) -> Any:
        """Return *node*, or what it refers to; keys beside a reference are put over those of its target.

        Raises:
            LeftOut: If it refers to another document, to nothing, or to itself.
        """
        beside: dict[str, Any] = {}
        ref = ""
        for _ in range(_MAX_HOPS):
            if not isinstance(node, Mapping):
                return node
            named = node.get("$ref")
            if not isinstance(named, str):
                return {**node, **beside} if beside else node
            beside = {**{key: value for key, value in node.items() if key != "$ref"}, **beside}
            ref = named
            node = self.target(ref)
        raise LeftOut(f"the reference {ref[:_MAX_SHOWN]!r} leads to itself")

    def target(self, ref: str) -> Any:
        """Return what a reference within this document leads to.

        Raises:
            LeftOut: If it leads elsewhere, or to nothing.
        """
        shown = repr(ref[:_MAX_SHOWN])
        place, _, fragment = ref.partition("#")
        if place and not self._is_own(place):
            raise LeftOut(f"the reference {shown} leads to another document, and none is fetched")
        found = resolve_ref(self.data, f"#{fragment}")
        if found is None:
            raise LeftOut(f"nothing is where the reference {shown} leads to")
        return found

    def _is_own(self, place: str) -> bool:
        """Whether the address in a reference is that of this document, as it names itself since OpenAPI 3.2."""
        named = self.data.get("$self") if self.version == "3.2" else None
        if not isinstance(named, str) or not named:
            return False
        try:
            own = urldefrag(urljoin(self.address, named)).url
            return urljoin(own, place) == own
        except ValueError:
            return False

    def path_items(self) -> Iterator[tuple[str, Any]]:
        """Yield each path, with its slash, and what stands there."""
        paths = self.data.get("paths")
        for path, item in paths.items() if isinstance(paths, Mapping) else ():
            if str(path).startswith("/"):
                yield str(path), item


def read_document(source: str | Path | Mapping[str, Any], *, label: str = "") -> OpenApiDocument:
    """Return the document in a file, or of a decoded value.

    Args:
        source: The path of a JSON or YAML file, or a mapping.
        label: What it is called in messages; by default the name of the file, or the title of the API.

    Raises:
        RegistrationError: If the file cannot be read, or does not hold a document.
    """
    if isinstance(source, Mapping):
        read = OpenApiDocument(source, label or "OpenAPI document")
        return read if label or not read.title else OpenApiDocument(source, read.title[:_MAX_SHOWN])
    path = Path(source)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_DOCUMENT_BYTES + 1)
    except (OSError, ValueError):
        raise RegistrationError(
            f"The file {str(path)!r} cannot be read. Pass the path of an OpenAPI document."
        ) from None
    return parsed_document(content, label=label or path.name)


def parsed_document(content: bytes, *, label: str, address: str = "") -> OpenApiDocument:
    """Return the document that is the content of a file.

    Raises:
        RegistrationError: If it is too long, or not a document.
    """
    if len(content) > MAX_DOCUMENT_BYTES:
        raise RegistrationError(f"{label!r} is longer than {MAX_DOCUMENT_BYTES >> 20} MiB. Pass a part of it.")
    try:
        data = read_document_text(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RegistrationError(f"{label!r} is not text in UTF-8. Pass an OpenAPI document.") from None
    except DocumentTextError as error:
        raise RegistrationError(f"{label!r}: {error} Correct the document.") from None
    return OpenApiDocument(data, label, address)
