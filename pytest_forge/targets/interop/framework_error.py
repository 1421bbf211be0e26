"""FrameworkError: a failure of a tool, in the words in which its framework tells it to the model."""

from __future__ import annotations

from forge_harness import ToolError

__all__ = ["FrameworkError"]


class FrameworkError(ToolError):
    """A failure of a tool, in the words in which its framework tells it to the model.

    Args:
        told: The text that the model reads.
        original: The exception of the tool; None if the framework does not keep it.
        is_verbatim: Whether the framework quotes exceptions on its own, and the tool's author did not choose the words.
    """

    def __init__(self, told: str, original: BaseException | None = None, *, is_verbatim: bool = False) -> None:
        super().__init__(told, code="ToolError" if original is None else type(original).__name__)
        self.original = original
        self.is_verbatim = is_verbatim
