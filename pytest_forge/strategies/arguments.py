"""Arguments: a Hypothesis strategy for the arguments of a tool, a definition or a schema.

from hypothesis import given
from pytest_forge import arguments

@given(arguments(my_tool))
def test_my_tool_takes_what_its_schema_allows(call): ...
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args

from msgspec import Struct
from pydantic import BaseModel

from forge_harness import ExecutorTool, LegacyTool, Tool, ToolExecutor

from ..targets.definition_entry import is_definition
from ..targets.definitions import read_definition
from ..targets.functions import function_tool
from .calls.broken import invalid_arguments
from .calls.edge_calls import edge_calls
from .calls.hostile import hostile_arguments
from .calls.llm_shaped import llm_shaped_arguments
from .grammar.grammar import Checked
from .grammar.of_model import hold_fields, model_accepts
from .grammar.of_schema import SchemaGrammar, schema_grammar
from .grammar.random_driver import random_values
from .mined_constants import MinedConstants, mined_constants
from .schemas.foreign_types import with_json_types
from .schemas.unsupported import UnsupportedSchemaError

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["Mode", "arguments", "random_arguments"]

Mode = Literal["valid", "boundary", "nearly_valid", "hostile", "llm_shaped"]

_PROBES = 40


class _Source(Struct, frozen=True):
    """The source of arguments.

    Attributes:
        schema: The advertised schema.
        accepts: Tells whether the tool accepts a call; None without a tool.
        model: The arguments model; or None.
        mined: Constants of the tool's own code.
    """

    schema: Any
    accepts: Callable[[Any], bool] | None = None
    model: type[BaseModel] | None = None
    mined: MinedConstants | None = None


def arguments(tool_or_schema: Any, *, mode: Mode = "valid") -> SearchStrategy[dict[str, Any]]:
    """Return a strategy of arguments.

    Args:
        tool_or_schema: A tool, an annotated function, an executor, a legacy entry, a Pydantic model, a definition in
            any provider's shape, or a JSON Schema of an object.
        mode: ``valid``: everything that the schema and its model accept. The other modes draw from a fixed list:
            ``boundary``: valid, at the edges of every keyword; ``nearly_valid``: exactly one error; ``hostile``:
            attacks; ``llm_shaped``: typical mistakes of language models.

    Raises:
        UnsupportedSchemaError: If no arguments can be made, with the reason.
    """
    from hypothesis import strategies as st  # heavy

    from .grammar.hypothesis_driver import compile_hypothesis  # heavy

    source = _source(tool_or_schema)
    if mode == "valid":
        return compile_hypothesis(_grammar(source).root)
    calls = _listed(source, mode)
    if not calls:
        raise UnsupportedSchemaError(f"The schema allows no calls of the mode {mode!r}. Use another mode.")
    return st.sampled_from(calls).map(copy.deepcopy)


def random_arguments(tool_or_schema: Any, *, seed: int, limit: int) -> Iterator[dict[str, Any]]:
    """Yield up to *limit* valid arguments, fast; the same seed yields the same ones.

    Args:
        tool_or_schema: As `arguments` takes it.
        seed: The same seed yields the same arguments.
        limit: Their number; fewer if the schema refuses nearly all candidates.

    Raises:
        UnsupportedSchemaError: If no arguments can be made, with the reason.
    """
    return random_values(_grammar(_source(tool_or_schema)).root, seed=seed, limit=limit)


def _grammar(source: _Source) -> SchemaGrammar:
    """Return the grammar of the values that both the schema and the model accept."""
    schema, accepts = source.schema, source.accepts
    try:
        found = schema_grammar(schema, as_object=True, pool=source.mined)
    except UnsupportedSchemaError:
        # Types may have non-standard names; if they are not the cause, the same error is raised again.
        schema = with_json_types(schema)
        found = schema_grammar(schema, as_object=True, pool=source.mined)
    if accepts is None:
        return found
    taken = _share_taken(found, accepts)
    if taken < 0.5:
        # The model may be stricter than its schema, such as a date in the past.
        wider = schema_grammar(schema, as_object=True, wide=True, pool=source.mined)
        if source.model is not None:
            hold_fields(wider.root, source.model)
        wider_taken = _share_taken(wider, accepts)
        found, taken = (wider, wider_taken) if wider_taken > taken else (found, taken)
    if taken == 0:
        raise UnsupportedSchemaError(
            "The model refuses all values that its schema allows: a validator requires more than the schema says. "
            "Add the requirement to the schema, or give examples."
        )
    root = Checked(found.root, accepts)
    root.height = found.root.height
    return SchemaGrammar(found.document, root, found.is_exact)


def _listed(source: _Source, mode: Mode) -> list[dict[str, Any]]:
    schema = _plain(source.schema)
    if mode in ("boundary", "hostile"):
        calls = (
            edge_calls(schema, mined=source.mined)
            if mode == "boundary"
            else [one.arguments for one in hostile_arguments(schema)]
        )
        return [call for call in calls if source.accepts is None or source.accepts(call)]
    if mode == "nearly_valid":
        return [broken.arguments for broken in invalid_arguments(schema)]
    if mode == "llm_shaped":
        return [shaped.arguments for shaped in llm_shaped_arguments(schema)]
    raise ValueError(f"The mode {mode!r} does not exist. Use one of {', '.join(map(repr, get_args(Mode)))}.")


def _plain(schema: Any) -> dict[str, Any]:
    """Return *schema* as standard JSON Schema.

    Raises:
        UnsupportedSchemaError: If no object can fit it, or this is unknown.
    """
    try:
        schema_grammar(schema, as_object=True)
    except UnsupportedSchemaError:
        renamed = with_json_types(schema)
        schema_grammar(renamed, as_object=True)
        schema = renamed
    return dict(schema) if isinstance(schema, Mapping) else {"type": "object"}


def _share_taken(grammar: SchemaGrammar, accepts: Callable[[Any], bool]) -> float:
    calls = list(random_values(grammar.root, seed=0, limit=_PROBES))
    return sum(map(accepts, calls)) / max(1, len(calls))


def _source(value: Any) -> _Source:
    if isinstance(value, type) and issubclass(value, BaseModel):
        return _Source(value.model_json_schema(), model_accepts(value), value)
    if isinstance(value, Tool):
        return _tool_source(value)
    if isinstance(value, ToolExecutor) and not isinstance(value, type):
        return _tool_source(ExecutorTool(value))
    if inspect.isroutine(value):
        return _tool_source(function_tool(value))
    if isinstance(value, Mapping) and callable(value.get("impl")):
        return _tool_source(LegacyTool.from_mapping(str(value.get("name", "tool")), value))
    if isinstance(value, bool):
        return _Source(value)
    if isinstance(value, Mapping):
        if "properties" not in value and is_definition(value):
            facts = read_definition(value)
            if facts.problems or facts.input_schema is None:
                reason = facts.problems[0] if facts.problems else "It declares no schema."
                raise UnsupportedSchemaError(f"{reason} Write the schema of its arguments first.")
            return _Source(with_json_types(facts.input_schema))
        return _Source(dict(value))
    raise UnsupportedSchemaError(
        f"{value!r} is neither a tool nor a schema. Give a tool, an annotated function, a definition, or a JSON Schema."
    )


def _tool_source(tool: Tool) -> _Source:
    def accepts(call: Any) -> bool:
        try:
            tool.validate(call)
        except Exception:  # noqa: BLE001  # the author's validators may raise anything
            return False
        return True

    model = getattr(tool, "args_schema", None)
    return _Source(tool.definition().input_schema, accepts, model, mined_constants(tool))
