"""One error of a contract as two sentences: the path with what is wrong there, and what to write instead."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

__all__ = ["error_text", "path_text"]

# What may stand in a message: names as contracts have them, in any script, and not sentences.
_PLAIN = re.compile(r"[^\W\d][\w-]{0,63}")
_MAX_CHOICES = 20
_KINDS = {
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
}
_WHOLE = "the contract"


def error_text(error: ValidationError, *, root_fields: Collection[str]) -> Iterator[str]:
    """Yield the texts of an error of `jsonschema`: one, or one for each field that is missing or unknown.

    Args:
        error: The error.
        root_fields: The fields of a whole contract, to tell when one stands in the wrong place.
    """
    path = list(error.absolute_path)
    given: Any = error.instance
    asked: Any = error.validator_value
    match error.validator:
        case "required" | "dependentRequired":
            names = asked if isinstance(asked, list) else [name for after in asked.values() for name in after]
            missing = [name for name in names if name not in given]
            # jsonschema makes an error of each.
            yield from (f"{path_text([*path, name])} is missing. Add it." for name in missing)
        case "additionalProperties":
            known = list(error.schema["properties"])  # type: ignore[index]  # closed objects list their fields
            for key in given:
                if key not in known:
                    yield f"{path_text([*path, key])} is not a field. {_remedy(key, known, path, root_fields)}"
        case "type":
            kinds = [asked] if isinstance(asked, str) else asked
            kind = " or ".join(_KINDS[name] for name in kinds)
            yield f"{path_text(path)} is not {kind}. Write {kind}."
        case "enum":
            yield f"{path_text(path)} is not one of its values. Write {_choices(asked)}."
        case "pattern":
            yield f"{path_text(path)} has the wrong form. Write it as in '{error.schema['examples'][0]}'."  # type: ignore[index]
        case "anyOf":
            names = [name for one in asked for name in one["required"]]
            yield f"{path_text(path)} has none of its fields {_listed(names, 'and')}. Add one of them."
        case "minItems":
            yield f"{path_text(path)} is empty. Add an item."
        case "minLength":
            yield f"{path_text(path)} is empty. Write a text."
        case "uniqueItems":
            yield f"{path_text(path)} holds an item twice. Remove the second."
        case "minimum":
            yield f"{path_text(path)} is less than {asked}. Write at least {asked}."
        case "maximum":
            yield f"{path_text(path)} is more than {asked}. Write at most {asked}."
        case unknown:  # pragma: no cover  # a test knows all keywords of the schema
            raise AssertionError(unknown)


def path_text(path: Iterable[str | int]) -> str:
    """Return a path such as ``exposes[0].kind``; a key that is not a plain name is shown as ``*``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            name = part if isinstance(part, str) and _PLAIN.fullmatch(part) else "*"
            text += f".{name}" if text else name
    return text or _WHOLE.capitalize()


def _remedy(key: object, known: list[str], path: list[str | int], root_fields: Collection[str]) -> str:
    if isinstance(key, str) and path and key in root_fields:
        return f"Write {key} at the root of the contract."
    near = difflib.get_close_matches(key, known, 1) if isinstance(key, str) and len(key) <= 64 else []
    return f"Did you mean {near[0]}?" if near else f"Remove it; the fields are {_choices(known, 'and')}."


def _choices(words: list[Any], last: str = "or") -> str:
    if len(words) <= _MAX_CHOICES:
        return _listed(words, last)
    return f"{', '.join(map(str, words[:_MAX_CHOICES]))} {last} {len(words) - _MAX_CHOICES} others"


def _listed(words: list[Any], last: str) -> str:
    *before, end = map(str, words)
    return f"{', '.join(before)} {last} {end}" if before else end
