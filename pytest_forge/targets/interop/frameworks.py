"""Frameworks: the table of those whose tools can be checked, and what an object of one holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..target_error import TargetError
from .interop_tool import InteropTool
from .langchain import langchain_tools

__all__ = ["framework_of", "interop_tools"]


@dataclass(frozen=True, slots=True)
class Framework:
    """A class of a framework that is a tool, or holds tools.

    Attributes:
        package: Its top-level package.
        name: Its name.
        title: The framework's name, for people.
        read: Returns the tools of an object of the class.
    """

    package: str
    name: str
    title: str
    read: Callable[[Any], list[InteropTool]]


_FRAMEWORKS = (Framework("langchain_core", "BaseTool", "LangChain", langchain_tools),)


def framework_of(value: object) -> Framework | None:
    """Return the framework of *value*, recognised by the names of its classes; None for any other object."""
    if isinstance(value, type):
        return None
    bases = {(base.__module__.partition(".")[0], base.__name__) for base in type(value).__mro__}
    return next((known for known in _FRAMEWORKS if (known.package, known.name) in bases), None)


def interop_tools(value: object, label: str) -> list[InteropTool]:
    """Return the tools of an object of a framework: one, or all that it holds; an empty list for other objects.

    Args:
        value: The object.
        label: The attribute that leads to it.

    Raises:
        TargetError: If it cannot be read.
    """
    known = framework_of(value)
    if known is None:
        return []
    try:
        return known.read(value)
    except TargetError:
        raise
    except Exception as error:  # noqa: BLE001  # a framework may raise anything about a tool that it cannot describe
        raise TargetError(
            f"{label!r} is a {type(value).__name__} of {known.title} that could not be read ({type(error).__name__}: "
            f"{str(error)[:200]!r}). Let the framework describe it, or name its function instead."
        ) from None
