"""SchemaDocument: a schema whose nodes know their place, for resolving references."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urldefrag, urljoin

from jsonschema import (
    Draft4Validator,
    Draft6Validator,
    Draft7Validator,
    Draft201909Validator,
    Draft202012Validator,
    FormatChecker,
)
from jsonschema.exceptions import SchemaError
from jsonschema.protocols import Validator
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # ships no types
from msgspec import Struct
from referencing.exceptions import Unresolvable
from referencing.jsonschema import specification_with

from .ecma_patterns import with_python_patterns
from .unsupported import UnsupportedSchemaError

__all__ = ["Located", "SchemaDocument"]

#: Tried in this order for a schema without ``$schema``.
_DRAFTS: tuple[Any, ...] = (
    Draft202012Validator,
    Draft201909Validator,
    Draft7Validator,
    Draft6Validator,
    Draft4Validator,
)
_OLD = (Draft7Validator, Draft6Validator, Draft4Validator)
_HOME = "urn:forge:schema"
#: Keywords whose value is data, in which ``$id`` is not special.
_DATA = frozenset({"enum", "const", "default", "examples", "example"})
#: Formats that are checked. jsonschema checks more of them where other packages are installed, such as date-time
#: without the naive ones that Pydantic takes; the same tool gets the same calls everywhere.
_FORMATS = ("date", "email", "idn-email", "idn-hostname", "ipv4", "ipv6", "regex", "time", "uuid")
_MAX_DEPTH = 400
#: Valid schemas, as text, with their draft: validating a schema takes longer than using it.
_drafts: dict[str, Any] = {}
_MAX_REMEMBERED = 1_000


class Located(Struct, frozen=True, eq=False):
    """A node of a schema at its place; nodes are compared by identity, not by content.

    Attributes:
        schema: A mapping or a boolean.
        base: The base URI of its references.
    """

    schema: Any
    base: str

    @property
    def key(self) -> tuple[int, str]:
        """Its identity while its document exists."""
        return id(self.schema), self.base

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Located) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class SchemaDocument:
    """A schema whose nodes know their place.

    Args:
        root: The schema. Its draft is the one it declares, or else the newest for which it is valid.

    Raises:
        UnsupportedSchemaError: If it is not a valid schema of a known draft.
    """

    def __init__(self, root: Any) -> None:
        try:
            # A copy: nodes are compared by identity, so each must have one place and must not change.
            root = with_python_patterns(json.loads(json.dumps(root)))
        except (TypeError, ValueError, RecursionError):
            raise UnsupportedSchemaError(
                "The schema is not JSON: it contains other objects, or itself. Write references as '$ref'."
            ) from None
        self._class = _known_draft_of(root)
        self.is_old = self._class in _OLD
        self._id_keyword = "id" if self._class is Draft4Validator else "$id"
        specification = specification_with(self._class.META_SCHEMA.get("$schema") or self._class.META_SCHEMA["id"])
        resource = specification.create_resource(root)
        named = resource.id()
        self._home = named if named and not named.startswith("#") else _HOME
        self._registry = REGISTRY.with_resource(self._home, resource).crawl()
        self._formats = FormatChecker(_FORMATS)
        self._pointers: dict[int, str] = {}
        self._bases: dict[int, str] = {}
        self._validators: dict[int, Validator] = {}
        self._kept: list[Any] = []
        #: Cached results of `negation`.
        self.negations: dict[int, list[Located]] = {}
        for node, pointer, base in self._walk(root):
            self._pointers[id(node)] = f"{self._home}#{quote(pointer, safe='/~!$&()*+,;=:@-._')}"
            self._bases[id(node)] = base
        self.root = Located(root, self._home)
        self._whole: Validator = self._class(root, registry=self._registry, format_checker=self._formats)

    def _walk(self, root: Any) -> Iterator[tuple[Any, str, str]]:
        waiting: list[tuple[Any, str, str, int]] = [(root, "", self._home, 0)]
        while waiting:
            node, pointer, base, depth = waiting.pop()
            if depth > _MAX_DEPTH:
                raise UnsupportedSchemaError("The schema is nested too deeply. Move parts of it to '$defs'.")
            if isinstance(node, dict):
                base = self._base_in(node, base)
                yield node, pointer, base
                for key, part in node.items():
                    if key not in _DATA and isinstance(part, dict | list):
                        step = key.replace("~", "~0").replace("/", "~1")
                        waiting.append((part, f"{pointer}/{step}", base, depth + 1))
            elif isinstance(node, list):
                waiting += [
                    (part, f"{pointer}/{index}", base, depth + 1)
                    for index, part in enumerate(node)
                    if isinstance(part, dict | list)
                ]

    def _base_in(self, node: dict[str, Any], base: str) -> str:
        own = node.get(self._id_keyword)
        if not isinstance(own, str) or own.startswith("#") or (self.is_old and "$ref" in node):
            return base
        return urldefrag(urljoin(base, own))[0] or base

    def part(self, parent: Located, schema: Any) -> Located:
        """Return a node below *parent*, or one that replaces it."""
        return Located(schema, self._bases.get(id(schema), parent.base))

    def written(self, parent: Located, schema: dict[str, Any]) -> Located:
        """Return a derived node of *parent* that is not in the document."""
        self._kept.append(schema)
        return Located(schema, parent.base)

    def resolve(self, node: Located, reference: str) -> Located:
        """Return the target of *reference* in *node*.

        Raises:
            UnsupportedSchemaError: If it is neither in the document nor a published draft.
        """
        try:
            contents = self._registry.resolver(base_uri=node.base).lookup(reference).contents
        except (Unresolvable, ValueError, LookupError, TypeError, AttributeError):
            raise UnsupportedSchemaError(
                f"The schema refers to {reference!r}, which is not part of it. Define it in '$defs'."
            ) from None
        base = self._bases.get(id(contents), urldefrag(urljoin(node.base, reference))[0])
        return Located(contents, base)

    def is_valid(self, value: Any) -> bool:
        """Tell whether *value* is valid for the whole schema, including formats."""
        return _judged(self._whole, value)

    def takes(self, node: Located, value: Any) -> bool | None:
        """Tell whether *value* is valid for *node*, including formats; None if the node is not in the document."""
        if isinstance(node.schema, bool):
            return node.schema
        validator = self._validators.get(id(node.schema))
        if validator is None:
            pointer = self._pointers.get(id(node.schema))
            if pointer is None:
                return None
            schema = {"$ref": pointer}
            validator = self._class(schema, registry=self._registry, format_checker=self._formats)
            self._validators[id(node.schema)] = validator
        return _judged(validator, value)

    def has_format(self, name: str, value: str) -> bool:
        """Tell whether *value* has the format *name*; every value has an unknown format."""
        return self._formats.conforms(value, name)

    def whole_schema(self) -> Any:
        """Return a copy of the schema."""
        return copy.deepcopy(self.root.schema)


def _judged(validator: Validator, value: Any) -> bool:
    try:
        return validator.is_valid(value)
    except Exception:  # noqa: BLE001  # patterns of other dialects, keywords of the wrong type
        return False


def _known_draft_of(root: Any) -> Any:
    key = json.dumps(root)
    draft = _drafts.get(key)
    if draft is None:
        draft = _draft_of(root)
        if len(_drafts) < _MAX_REMEMBERED:
            _drafts[key] = draft
    return draft


def _draft_of(root: Any) -> Any:
    if isinstance(root, bool):
        return Draft202012Validator
    if not isinstance(root, dict):
        raise UnsupportedSchemaError(f"The schema is a {type(root).__name__}. Use an object, true or false.")
    named = root.get("$schema")
    by_name = {draft.ID_OF(draft.META_SCHEMA).rstrip("#"): draft for draft in _DRAFTS}
    known = by_name.get(named.rstrip("#")) if isinstance(named, str) else None
    reason = ""
    # A schema that is invalid in its declared draft is often valid in an older one.
    for draft in ((known,) if known else ()) + tuple(draft for draft in _DRAFTS if draft is not known):
        try:
            draft.check_schema(root)
        except SchemaError as error:
            where = "/".join(str(part) for part in error.absolute_path)
            reason = reason or f"{where!r} breaks its {error.validator!r}"
        except Exception as error:  # noqa: BLE001  # hand-written schemas break the validator too
            reason = reason or type(error).__name__
        else:
            return draft
    raise UnsupportedSchemaError(f"The schema is not valid in any draft from 4 to 2020-12 ({reason}). Fix it first.")
