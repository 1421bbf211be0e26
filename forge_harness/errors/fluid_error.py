"""FluidError, the root of the tree, which pickles with its fields; and the errors without fields of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from inspect import getattr_static
from typing import Any, ClassVar

__all__ = [
    "AgentExecutionError",
    "CommandError",
    "FluidError",
    "FluidGenerationError",
    "RegistrationError",
    "RuleError",
    "ScriptError",
    "UnknownApprovalError",
    "UnknownBackendError",
    "UnknownStandardError",
]


class FluidError(Exception):
    """Root of every deliberate error.

    Args:
        message: What happened, then what to do.
        context: Facts for the log; never sent to a model.
        original_error: The error this one was made from.
        suggestions: Further steps, one sentence each.
    """

    retryable: ClassVar[bool] = False
    guidance: ClassVar[str] = (
        "The call failed. Re-read the tool's schema and the last result, then try something different; "
        "do not repeat the identical call."
    )

    def __init__(
        self,
        message: str = "",
        *,
        context: Mapping[str, Any] | None = None,
        original_error: BaseException | None = None,
        suggestions: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.context = dict(context or {})
        self.original_error = original_error
        self.suggestions = list(suggestions)

    def __reduce__(self) -> tuple[Any, ...]:
        # The default would call the class with positional arguments and lose every keyword.
        carried = {name: _portable(value) for name, value in self.__dict__.items()}
        carried["original_error"] = _portable_cause(self.original_error)
        return (_rebuild, (type(self), self.args, carried))

    def __copy__(self) -> FluidError:
        return _rebuild(type(self), self.args, self.__dict__.copy())


def _portable(value: Any) -> Any:
    """Return *value*; of a value that cannot be pickled, the parts that can, and texts or errors for the others."""
    import pickle  # when an error is pickled, it is there

    try:
        # Read back as well: many foreign errors pickle without complaint and fail only then.
        pickle.loads(pickle.dumps(value))  # noqa: S301  # our own bytes, written on the same line
    except Exception:  # noqa: BLE001  # a foreign object may raise anything while it is pickled
        return _taken_apart(value)
    return value


def _taken_apart(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _portable(part) for key, part in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map(_portable, value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{part.name: _portable(getattr(value, part.name)) for part in fields(value) if part.init}
        )
    return RuntimeError(repr(value)) if isinstance(value, BaseException) else repr(value)


def _portable_cause(error: BaseException | None) -> Any:
    """Return *error* in a form that may be stored: without a request, whose headers and URL hold the key."""
    shown = repr(error)
    told = _SECRET_OF_ADDRESS.sub("…", shown)
    # Looked up on the class as well, and without calling it: properties of some clients raise.
    holds_request = any(getattr_static(error, name, None) is not None for name in ("request", "request_info"))
    return RuntimeError(told) if holds_request or told != shown else _portable(error)


#: The credentials and the query of a URL.
_SECRET_OF_ADDRESS = re.compile(r"(?<=://)[^\s/'\"@]+(?=@)|(?<=\?)[^\s'\"<>)]*=[^\s'\"<>)]*")


def _rebuild(error_class: type[FluidError], args: tuple[Any, ...], fields: dict[str, Any]) -> FluidError:
    error = error_class.__new__(error_class, *args)
    error.args = args
    error.__dict__.update(fields)
    return error


class FluidGenerationError(FluidError):
    """Generating a contract failed."""


class AgentExecutionError(FluidGenerationError):
    """The agent layer failed."""


class RegistrationError(FluidError, ValueError):
    """The declaration of a tool is refused at registration."""


class RuleError(FluidError, ValueError):
    """A rule of a critic yields what is not a finding."""


class UnknownBackendError(FluidError, ValueError):
    """No backend of a store has that name, or none was chosen."""


class UnknownStandardError(FluidError, ValueError):
    """No standard or dialect of that name is known."""


class UnknownApprovalError(FluidError):
    """No pending approval has that request id."""


class ScriptError(FluidError):
    """A scripted model got more or fewer requests than it has steps."""


class CommandError(FluidError):
    """A command cannot run with these arguments; printed without a traceback, exit code 2."""
