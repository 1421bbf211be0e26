"""RunRecord: how a test run used its cassettes, as ``pytest --forge-cassettes report:FILE`` writes it.

    {"version": 1, "complete": true, "root": "/…",
     "cassettes": [{"path": "tests/cassettes/test_chat/test_hi.yaml", "unplayed": [2], "judged": true}],
     "owned": ["tests/cassettes/test_chat/test_hi.yaml"], "modules": ["tests/cassettes/test_chat"]}

``complete`` is false if only some of the tests were selected. ``judged`` is false for a cassette that was recorded, or
with a test that failed or did not run, since its requests are unknown. ``owned`` lists the cassettes named after the
collected tests, ``modules`` the folders that should hold no others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from ..foreign.document import CassetteError
from .hygiene_finding import HygieneFinding
from .orphans import names_a_test

__all__ = ["RunRecord", "read_run_record"]


class RunRecord(Struct, frozen=True):
    """How a run used its cassettes.

    Attributes:
        is_complete: Whether all tests were selected.
        unplayed: The numbers of unused interactions by file, from 1; only of judged files.
        owned: The cassettes of the collected tests.
        modules: Folders that should hold no others.
    """

    is_complete: bool
    unplayed: dict[Path, tuple[int, ...]] = field(default_factory=dict)
    owned: frozenset[Path] = frozenset()
    modules: frozenset[Path] = frozenset()

    def findings(self, path: Path, name: str) -> Iterator[HygieneFinding]:
        """Yield the findings of the run about a cassette.

        Args:
            path: The file.
            name: The name in reports.
        """
        real = path.resolve()
        for number in self.unplayed.get(real, ()):
            message = f"No test used interaction {number}. Record the cassette again, or remove the interaction."
            yield HygieneFinding(name, "unplayed", message, number, str(number))
        if self.is_complete and real.parent in self.modules and real not in self.owned and names_a_test(real.stem):
            message = "This cassette does not belong to a collected test. Remove the file, or rename it with its test."
            yield HygieneFinding(name, "orphan", message)


def read_run_record(path: Path) -> RunRecord:
    """Read a record that the plugin wrote.

    Raises:
        CassetteError: If it cannot be read, or is not such a record.
    """
    try:
        found = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise CassetteError(
            f"The record of a run {str(path)!r} cannot be read ({error.strerror}). "
            "Write one with 'pytest --forge-cassettes report:FILE'."
        ) from None
    except (ValueError, RecursionError):
        found = None
    try:
        return _record(found)
    except (KeyError, TypeError, AttributeError, ValueError):
        raise CassetteError(
            f"{str(path)!r} is not a record of a run. Write one with 'pytest --forge-cassettes report:FILE'."
        ) from None


def _record(found: Any) -> RunRecord:
    if found["version"] != 1:
        raise ValueError
    root = Path(found["root"])
    return RunRecord(
        is_complete=found["complete"] is True,
        unplayed={
            (root / one["path"]).resolve(): tuple(int(number) for number in one["unplayed"])
            for one in found["cassettes"]
            if one["judged"] is True
        },
        owned=frozenset((root / one).resolve() for one in found["owned"]),
        modules=frozenset((root / one).resolve() for one in found["modules"]),
    )
