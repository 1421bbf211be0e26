"""Declarations of typed tools, checked before the tool is called."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from pydantic import AliasChoices, AliasPath, BaseModel

from ..errors import RegistrationError
from ..tool import FACTS, NAME_PATTERN, ToolTier

__all__ = [
    "FACTS_ATTRIBUTE",
    "INJECTED_NAMES",
    "accepted_keys",
    "declaration_problems",
    "declared_facts",
    "declared_tier",
    "name_problems",
    "root_problems",
    "tool_facts",
]

Function = TypeVar("Function", bound=Callable[..., object])

#: The attribute in which `tool_facts` stores the facts.
FACTS_ATTRIBUTE = "__tool_facts__"

INJECTED_NAMES = frozenset({"workspace_root"})
"""Keyword arguments that the dispatcher supplies; a model can neither see nor set them."""


def declaration_problems(
    name: object,
    model: type[BaseModel],
    function: Callable[..., object],
    *,
    workspace_root_aware: bool,
    describe: Callable[[], object],
) -> list[str]:
    """Return the reasons to refuse a typed tool at registration, a sentence each; empty if there are none.

    Source: seed 000, "Pydantic args model contract", rule 2, and "The @forge_tool decorator".

    Args:
        name: The tool's name.
        model: The model of its arguments.
        function: The function of the tool.
        workspace_root_aware: Whether the function receives the workspace root.
        describe: Builds the schema of *model*, or raises RegistrationError.
    """
    found = name_problems(name)
    injected = sorted(INJECTED_NAMES & (accepted_keys(model) | model.model_fields.keys()))
    if injected:
        found.append(
            f"{model.__name__} declares the injected name {injected[0]!r}. "
            "Remove the field: the dispatcher supplies it, and the model must not."
        )
    if not _accepts_model(function):
        found.append(
            f"{getattr(function, '__qualname__', name)} cannot be called with the arguments model alone. "
            f"Make it take one positional argument, as in 'def {getattr(function, '__name__', 'tool')}(args)'."
        )
    if workspace_root_aware:
        found += root_problems(name, function)
    # A model with a forward reference cannot be described yet.
    if model.__pydantic_complete__:
        try:
            describe()
        except RegistrationError as error:
            found.append(str(error))
    return found


def name_problems(name: object) -> list[str]:
    """Return the problems of a tool's name; an empty list if it is valid."""
    if isinstance(name, str) and NAME_PATTERN.fullmatch(name):
        return []
    sentence = (
        f"The tool name {name!r} is not accepted by every provider. "
        "Use a letter or underscore, then up to 63 letters, digits, underscores or hyphens."
    )
    return [sentence]


def root_problems(name: object, function: Callable[..., object]) -> list[str]:
    """Return the reason why *function* cannot be given the workspace root; an empty list if it can."""
    if _accepts_keyword(function, "workspace_root"):
        return []
    sentence = (
        f"{getattr(function, '__qualname__', name)} is workspace_root_aware but cannot take the keyword "
        "'workspace_root'. Add '*, workspace_root: Path' to its signature."
    )
    return [sentence]


def accepted_keys(model: type[BaseModel]) -> frozenset[str]:
    """Return the root keys that *model* accepts: the names in its schema, and field names if it accepts those too."""
    keys: set[str] = set()
    by_name = model.model_config.get("populate_by_name") or model.model_config.get("validate_by_name")
    for name, field in model.model_fields.items():
        alias = field.validation_alias or field.alias
        choices = alias.choices if isinstance(alias, AliasChoices) else [alias]
        spellings = [choice.path[0] if isinstance(choice, AliasPath) else choice for choice in choices]
        keys.update(spelling for spelling in spellings if isinstance(spelling, str))
        if by_name or alias is None:
            keys.add(name)
    return frozenset(keys)


def declared_tier(tier: ToolTier | str | None, name: str) -> ToolTier:
    """Return the tier named *tier*; None counts as the strictest.

    Raises:
        TypeError: If the tier is unknown.
    """
    if tier is None:
        return ToolTier.EXECUTE
    try:
        return ToolTier(tier)
    except ValueError:
        raise TypeError(
            f"Tool {name!r} declares the unknown tier {tier!r}. Use 'read', 'write' or 'execute'."
        ) from None


def declared_facts(facts: Mapping[str, bool] | Iterable[str], name: str) -> dict[str, bool]:
    """Return declared facts by name; in a plain list, all of them are True.

    Raises:
        TypeError: If a fact is unknown, or its value is neither True nor False.
    """
    if isinstance(facts, str):
        facts = (facts,)
    found = dict(facts) if isinstance(facts, Mapping) else dict.fromkeys(facts, True)
    for fact, value in found.items():
        if fact not in FACTS:
            import difflib  # for this message alone

            close = difflib.get_close_matches(str(fact), FACTS, 1)
            hint = f"Did you mean {close[0]!r}?" if close else f"Use {', '.join(map(repr, FACTS))}."
            raise TypeError(f"Tool {name!r} declares the unknown fact {fact!r}. {hint}")
        if not isinstance(value, bool):
            raise TypeError(f"Tool {name!r} declares the fact {fact!r} as {value!r}. Use True or False.")
    return found


def tool_facts(**facts: bool) -> Callable[[Function], Function]:
    """Declare facts about a plain function for a checker, for example ``@tool_facts(varies=True)``.

    It is for functions that are tools by their annotations alone; `forge_tool` takes ``facts=``.

    Args:
        facts: Names of `FACTS`, each with True or False.

    Raises:
        TypeError: If a fact is unknown, or its value is neither True nor False.
    """

    def declare(function: Function) -> Function:
        name = getattr(function, "__name__", type(function).__name__)
        vars(function)[FACTS_ATTRIBUTE] = declared_facts(facts, name)
        return function

    return declare


def _accepts_model(function: Callable[..., object]) -> bool:
    """Tell whether *function* can be called with one positional argument and the injected ones alone."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return True
    injected = {name for name in INJECTED_NAMES if name in signature.parameters}
    kinds = [signature.parameters[name].kind for name in injected]
    if inspect.Parameter.POSITIONAL_ONLY in kinds:
        return True
    try:
        signature.bind(None, **dict.fromkeys(injected))
    except TypeError:
        return False
    return True


def _accepts_keyword(function: Callable[..., object], keyword: str) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(
        parameter.kind is parameter.VAR_KEYWORD
        or (parameter.name == keyword and parameter.kind is not parameter.POSITIONAL_ONLY)
        for parameter in parameters
    )
