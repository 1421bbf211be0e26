"""KnownTarget: what the sessions of a target know of it together."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from ..targets.facts import ToolFacts

__all__ = ["KnownTarget"]


class KnownTarget:
    """The tools of a target as a second process lists them, and the libraries of its server.

    Sessions on several threads share it.

    Attributes:
        libraries: The modules of libraries that its server had imported after its first start; none of other targets.
    """

    def __init__(self) -> None:
        self.libraries: tuple[str, ...] = ()
        self._lock = threading.Lock()
        self._tools: Sequence[ToolFacts] | None = None
        self._root = Path()

    def listed_again(self, make: Callable[[], Sequence[ToolFacts]], root: Path) -> Sequence[ToolFacts]:
        """Return the tools as a second process lists them; the first session that asks starts the process.

        Args:
            make: Starts the process in the session's sandbox, and returns its tools. What it raises is raised here,
                and the next session that asks tries again.
            root: The folder of the session's sandbox. A schema may contain its path, for example as a default, so
                the tools are returned as a process in this sandbox would list them.
        """
        with self._lock:
            if self._tools is None:
                self._tools, self._root = make(), root
            if root == self._root:
                return self._tools
            listed = json.dumps([facts.as_json() for facts in self._tools])
        return [ToolFacts.from_json(one) for one in json.loads(listed.replace(str(self._root), str(root)))]
