"""The JSON Schema that a language model is given of a Pydantic model."""

from __future__ import annotations

import inspect
from typing import Any

from pydantic import BaseModel
from pydantic.errors import PydanticUndefinedAnnotation, PydanticUserError
from pydantic.json_schema import GenerateJsonSchema

from ..errors import RegistrationError
from .json_schema import closed_root, object_root, schema_nodes

__all__ = ["input_schema"]


def input_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Describe a model's arguments to a language model, as Draft 2020-12.

    The root is an object and closed, even if the model's own ``extra`` differs (seed 000, args model contract, rule 3).
    Nested classes with declared properties are closed unless they declare ``extra="allow"``. Titles and the docstring
    of the model itself are left out: they are written for programmers and cost tokens. The docstring of a nested class
    explains an argument, and stays. ``workspace_root`` never appears.

    Raises:
        RegistrationError: If *model* is a RootModel, does not describe an object, or has a field JSON cannot carry.
    """
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise RegistrationError(
            f"The args model {model!r} is not a Pydantic BaseModel. Declare a class that derives from it."
        )
    if model.__pydantic_root_model__:
        raise RegistrationError(
            f"The args model {model.__name__!r} is a RootModel without named arguments. "
            "Put its value into a field of a BaseModel."
        )
    try:
        schema = model.model_json_schema(schema_generator=_ForLanguageModels)
    except (PydanticUserError, PydanticUndefinedAnnotation) as error:
        raise RegistrationError(
            f"A JSON Schema cannot be made of the args model {model.__name__!r}. "
            "Use only field types that JSON can carry and that are defined where the model is."
        ) from error
    closed = closed_root(object_root(schema, owner=f"The args model {model.__name__!r}"))
    closed.pop("description", None)
    for node in schema_nodes(closed):
        if isinstance(node.get("title"), str):
            del node["title"]
    for definition in closed.get("$defs", {}).values():
        if isinstance(definition, dict) and "properties" in definition:
            definition.setdefault("additionalProperties", False)
            # A recursive model is among the definitions, too.
            if definition.get("description") == inspect.cleandoc(model.__doc__ or ""):
                del definition["description"]
    return closed


class _ForLanguageModels(GenerateJsonSchema):
    """Ignores defaults that JSON cannot carry, without a warning."""

    ignored_warning_kinds = {"skipped-choice", "non-serializable-default"}  # noqa: RUF012  # the base class's own type
