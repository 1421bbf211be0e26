"""Words for runs of pytest with workers, without the plugins of this environment that take seconds to import."""

from __future__ import annotations

__all__ = ["workers"]

#: Each worker would import these again; they are not what a test with workers is about.
_OTHERS = ("hypothesispytest", "anyio", "langsmith_plugin", "recording", "randomly")


def workers(number: int) -> tuple[str, ...]:
    """Return the words for a run with so many workers."""
    return (f"-n{number}", *(word for plugin in _OTHERS for word in ("-p", f"no:{plugin}")))
