"""Swallowed errors: exceptions that a handler of the author's code ended, and whether only one item was left out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FrameType

from .own_code import OwnCode
from .probe import Raised

__all__ = ["SwallowedErrors"]

Extent = tuple[int, int]

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_INLINE = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class SwallowedErrors:
    """Tells which exceptions the author's code swallowed whole.

    Args:
        own: The author's code.
    """

    def __init__(self, own: OwnCode) -> None:
        self._own = own
        self._loops: dict[str, list[tuple[type[ast.AST], int, int]]] = {}

    def is_whole(self, raised: Raised) -> bool:
        """Return whether a handler of the author's code ended an exception, outside every loop.

        A handler inside a loop skips one item and leaves the others, as a search does with an unreadable file. Ask this
        once the call has returned.
        """
        trace = raised.error.__traceback__
        if trace is None or raised.is_aside:
            return False
        handler = trace.tb_frame
        places = [index for index, (frame, _) in enumerate(raised.frames) if frame is handler]
        if not places:
            return False
        file = handler.f_code.co_filename
        line = raised.frames[places[0]][1]
        first, last = self._caught_in(raised.error, handler, line)
        if any(begin <= first and last <= end for begin, end in self._around(file, line, _LOOPS)):
            return False
        callers = raised.frames[places[0] + 1 :]
        return not any(self._around(frame.f_code.co_filename, at, (*_LOOPS, *_INLINE)) for frame, at in callers)

    def _caught_in(self, error: BaseException, frame: FrameType, line: int) -> Extent:
        names = {**frame.f_builtins, **frame.f_globals, **frame.f_locals}
        for guard in self._own.guards(frame.f_code.co_filename, line):
            if any(isinstance(error, classes) for classes in guard.classes(names)):
                return guard.first, guard.last
        return line, line

    def _around(self, file: str, line: int, kinds: tuple[type[ast.AST], ...]) -> list[Extent]:
        if file not in self._loops:
            tree = self._own.tree(file)
            self._loops[file] = [] if tree is None else list(_loops(tree))
        return [(first, last) for node, first, last in self._loops[file] if node in kinds and first <= line <= last]


def _loops(tree: ast.AST) -> Iterator[tuple[type[ast.AST], int, int]]:
    for node in ast.walk(tree):
        if isinstance(node, _LOOPS):
            yield type(node), node.body[0].lineno, node.body[-1].end_lineno or node.body[-1].lineno
        elif isinstance(node, _INLINE):
            yield type(node), node.lineno, node.end_lineno or node.lineno
