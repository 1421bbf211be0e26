"""The reply to an operation's request: its body as a value, and where it is not what the document describes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..kinds.refused_arguments import declared_names, location
from .body import is_sequence, item_schema
from .form import is_json_type
from .json_schema import SchemaReader
from .left_out import LeftOut
from .operation import Operation

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

__all__ = ["ReplyReader"]

_MAX_REASONS = 5
_MAX_DEPTH = 128
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)


class ReplyReader:
    """Reads the replies of one operation."""

    def __init__(self, operation: Operation) -> None:
        self._operation = operation
        self._schemas: dict[tuple[str, str], _ReplySchema | None] = {}

    def read(self, status: int, content_type: str, text: str, *, is_cut: bool = False) -> tuple[Any, str | None]:
        """Return the body's value, and what of the reply is not as described, a sentence's part; None if nothing is.

        Args:
            status: The reply's status.
            content_type: Its Content-Type.
            text: The body as text.
            is_cut: Whether there is more of the body, which is then left as text and not compared.

        Names in the second part are declared ones; the reply's own never are.
        """
        kind = content_type.partition(";")[0].strip().lower()
        is_json = is_json_type(kind)
        value: Any = text
        problem = ""
        if is_json and text and not is_cut:
            try:
                value = _decoded(text)
            except (ValueError, RecursionError):
                problem = "its body is not valid JSON"
        described = self._described(status)
        if described is None:
            return value, f"the status {status} is not described"
        if problem or is_cut or not text:
            return value, problem or None
        declared, media = self._media(described, kind)
        if not declared:
            return value, None
        if media is None:
            return value, "its content type is not described"
        listed = item_schema(media)
        if listed is not None and is_sequence(kind):
            try:
                value = [_decoded(line) for line in text.replace("\x1e", "").split("\n") if line.strip()]
            except (ValueError, RecursionError):
                return value, "its body is not a value of JSON in each line"
            is_json, media = True, {"schema": listed}
        schema = self._schema(described, kind, media) if is_json else None
        return value, (schema.problem(value) or None) if schema is not None else None

    def _described(self, status: int) -> str | None:
        """Return the key under which a status is described."""
        replies = self._operation.replies
        keys = {key.upper(): key for key in replies}
        for wanted in (str(status), f"{status // 100}XX", "DEFAULT"):
            if wanted in keys:
                return keys[wanted]
        return None

    def _media(self, described: str, kind: str) -> tuple[bool, Any]:
        """Return whether any content is described, and the description of this kind; None if there is none."""
        document = self._operation.document
        try:
            node = document.resolved(self._operation.replies[described])
            if not isinstance(node, Mapping):
                return False, None
            if document.version == "2.0":
                schema = node.get("schema")
                allowed = [item.partition(";")[0].strip().lower() for item in self._operation.produces]
                return schema is not None, None if allowed and kind not in allowed else {"schema": schema}
            content = node.get("content")
            if not isinstance(content, Mapping) or not content:
                return False, None
            kinds = {str(key).partition(";")[0].strip().lower(): value for key, value in content.items()}
            for wanted in (kind, f"{kind.partition('/')[0]}/*", "*/*"):
                if wanted in kinds:
                    return True, document.resolved(kinds[wanted]) or {}
        except LeftOut:
            return False, None
        return True, None

    def _schema(self, described: str, kind: str, media: Any) -> _ReplySchema | None:
        key = (described, kind)
        if key not in self._schemas:
            schema = media.get("schema") if isinstance(media, Mapping) else None
            self._schemas[key] = None if schema is None else self._read(schema)
        return self._schemas[key]

    def _read(self, schema: Any) -> _ReplySchema | None:
        reader = SchemaReader(self._operation.document, side="reply")
        try:
            return _ReplySchema(reader.whole(reader.read(schema)))
        except LeftOut:
            # What cannot be read as a schema cannot be compared; the reply itself is still an answer.
            return None


class _ReplySchema:
    """Compares bodies with a schema."""

    def __init__(self, schema: Any) -> None:
        self._schema = schema

    def problem(self, value: Any) -> str:
        """Return which declared places do not fit, with the keyword; empty if all do."""
        reasons: dict[str, None] = {}
        try:
            for error in self._validator.iter_errors(value):
                path = location(error.absolute_path, self._names)
                if error.validator == "required":
                    needed: Any = error.validator_value
                    given: Any = error.instance
                    path += [name for name in needed if name not in given][:1]
                reasons[f"{'.'.join(path) or 'the body'} ({error.validator})"] = None
                if len(reasons) >= _MAX_REASONS:
                    break
        except RecursionError:
            return "its body is nested too deeply"
        return "; ".join(reasons)

    @cached_property
    def _names(self) -> frozenset[str]:
        return declared_names(self._schema)

    @cached_property
    def _validator(self) -> Validator:
        from jsonschema.validators import Draft202012Validator  # slow to import
        from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # it ships no types

        # The default registry would fetch what a foreign reference names.
        return Draft202012Validator(self._schema, registry=REGISTRY)


def _decoded(text: str) -> Any:
    depth = 0
    for match in _BRACKETS.finditer(text):
        depth += (match[0] in "[{") - (match[0] in "]}") if len(match[0]) == 1 else 0
        if depth > _MAX_DEPTH:
            raise RecursionError
    return json.loads(text, parse_constant=_refuse)


def _refuse(name: str) -> None:
    raise ValueError(name)
