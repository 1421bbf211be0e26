"""Semantic models of OSI, version 0.1.1: datasets, relationships and metrics, with expressions in several dialects.

Source: seed 001, "Full OSI v0.1.1 Pydantic validator"; the specification of Open Semantic Interchange.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from .contract_error import path_text

__all__ = [
    "OSI_SUPPORTED_DIALECTS",
    "OSI_VERSION",
    "AiContext",
    "CustomExtension",
    "Dataset",
    "DatasetField",
    "Dialect",
    "DialectExpression",
    "Dimension",
    "Expression",
    "Metric",
    "OsiDocument",
    "Relationship",
    "SemanticModel",
    "osi_errors",
]

#: The version of the specification.
OSI_VERSION: Final = "0.1.1"
Dialect = Literal["ANSI_SQL", "SNOWFLAKE", "MDX", "TABLEAU", "DATABRICKS", "MAQL", "BIGQUERY"]
#: Every dialect that an expression may be in.
OSI_SUPPORTED_DIALECTS: tuple[Dialect, ...] = get_args(Dialect)


T = TypeVar("T")


def _refuse_null(value: Any) -> Any:
    if value is None:
        raise PydanticCustomError("null", "null")
    return value


#: What may be left out of a document, and is not null in one.
Given = Annotated[T | None, BeforeValidator(_refuse_null)]


class _Closed(BaseModel):
    """An object without other fields, whose values are not converted."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True, validate_assignment=True)


class AiContext(BaseModel):
    """What a model is told of an object; it may have other fields too."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)

    instructions: Given[str] = None
    synonyms: Given[list[str]] = None
    examples: Given[list[str]] = None


class CustomExtension(_Closed):
    """What a vendor adds: `data` is a JSON text."""

    vendor_name: str
    data: str


class _Described(_Closed):
    ai_context: Given[str | AiContext] = None
    custom_extensions: list[CustomExtension] = Field(default_factory=list)


class DialectExpression(_Closed):
    """An expression in one dialect."""

    dialect: Dialect
    expression: str


class Expression(_Closed):
    """The same expression in one dialect or several."""

    dialects: list[DialectExpression] = Field(min_length=1)


class Dimension(_Closed):
    """How a field divides data."""

    is_time: Given[bool] = None


class DatasetField(_Described):
    """A field of a dataset."""

    name: str
    expression: Expression
    dimension: Given[Dimension] = None
    label: Given[str] = None
    description: Given[str] = None


class Dataset(_Described):
    """A table of facts or of a dimension; `source` is a table such as ``database.schema.table``, or a query."""

    name: str
    source: str
    primary_key: Given[list[str]] = None
    unique_keys: Given[list[list[str]]] = None
    description: Given[str] = None
    fields: list[DatasetField] = Field(default_factory=list)


class Relationship(_Described):
    """A foreign key: `source` is the dataset with many rows to one of `to`; it is written as ``from``."""

    name: str
    source: str = Field(alias="from")
    to: str
    from_columns: list[str] = Field(min_length=1)
    to_columns: list[str] = Field(min_length=1)


class Metric(_Described):
    """A number that is computed from datasets."""

    name: str
    expression: Expression
    description: Given[str] = None


class SemanticModel(_Described):
    """Datasets and what connects them."""

    name: str
    description: Given[str] = None
    datasets: list[Dataset] = Field(min_length=1)
    relationships: list[Relationship] = Field(default_factory=list)
    metrics: list[Metric] = Field(default_factory=list)


class OsiDocument(_Closed):
    """A document of OSI."""

    version: Literal["0.1.1"] = OSI_VERSION
    semantic_model: list[SemanticModel] = Field(default_factory=list)

    def document(self) -> dict[str, Any]:
        """Return it in JSON types, without what is empty."""
        models = [model.model_dump(mode="json", by_alias=True, exclude_defaults=True) for model in self.semantic_model]
        return {"version": self.version, "semantic_model": models}


def osi_errors(document: Any) -> list[str]:
    """Return what is wrong with a document of OSI, each with its path; an empty list if nothing is.

    Names must be unique in their list, relationships lead from one dataset of their model to another, and have as many
    columns on both sides. The errors never hold a value of the document.

    Args:
        document: An `OsiDocument`, or a dict of JSON values.
    """
    given = document.document() if isinstance(document, OsiDocument) else document
    if not isinstance(given, Mapping):
        return ["The document is not an object. Write an object."]
    if missing := [name for name in ("version", "semantic_model") if name not in given]:
        return [f"{name} is missing. Add it." for name in missing]
    try:
        read = OsiDocument.model_validate(given)
    except ValidationError as error:
        return list(dict.fromkeys(map(_told, error.errors(include_url=False, include_input=False))))
    except RecursionError:
        return ["The document nests too deeply to be validated. Send one without values in values without end."]
    return [error for place, model in enumerate(read.semantic_model) for error in _model_errors(model, place)]


_REMEDIES = {
    "null": "is null. Write a value, or leave it out.",
    "missing": "is missing. Add it.",
    "extra_forbidden": "is not a field. Remove it.",
    "too_short": "is empty. Add an item.",
    "string_type": "is not a text. Write a text.",
    "list_type": "is not a list. Write a list.",
    "bool_type": "is not true or false. Write one of them.",
}


def _told(error: Any) -> str:
    # Of a value of two kinds, Pydantic names each that did not fit.
    path = path_text(part for part in error["loc"] if part not in ("str", "AiContext"))
    if error["loc"][-1] in ("str", "AiContext"):
        return f"{path} is not a text or an object. Write a text or an object."
    if error["type"] == "literal_error":
        values = (OSI_VERSION,) if error["loc"][-1] == "version" else OSI_SUPPORTED_DIALECTS
        return f"{path} is not one of its values. Write {' or '.join(values)}."
    return f"{path} {_REMEDIES.get(error['type'], 'is not an object. Write an object.')}"


def _model_errors(model: SemanticModel, place: int) -> Iterator[str]:
    root: list[str | int] = ["semantic_model", place]
    yield from _repeated(model.datasets, [*root, "datasets"])
    yield from _repeated(model.relationships, [*root, "relationships"])
    yield from _repeated(model.metrics, [*root, "metrics"])
    for number, dataset in enumerate(model.datasets):
        yield from _repeated(dataset.fields, [*root, "datasets", number, "fields"])
    known = {dataset.name for dataset in model.datasets}
    for number, relationship in enumerate(model.relationships):
        path = [*root, "relationships", number]
        for end, name in (("from", relationship.source), ("to", relationship.to)):
            if name not in known:
                yield f"{path_text([*path, end])} is not a dataset of the model. Write the name of one."
        if len(relationship.from_columns) != len(relationship.to_columns):
            yield f"{path_text([*path, 'to_columns'])} has another length than from_columns. Pair each column with one."


def _repeated(named: list[Any], path: list[str | int]) -> Iterator[str]:
    seen: set[str] = set()
    for number, one in enumerate(named):
        if one.name in seen:
            yield f"{path_text([*path, number, 'name'])} is the name of an earlier one. Write another name."
        seen.add(one.name)
