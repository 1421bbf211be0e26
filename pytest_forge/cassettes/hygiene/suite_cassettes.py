"""The cassettes next to the test files of a suite, judged by the collected tests."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from ..foreign.document import CassetteError
from ..tape.tape import open_tape
from .orphans import is_test_module, names_a_test, why_orphan

__all__ = ["SuiteCassettes"]

_SUFFIXES = {".yaml", ".yml", ".json"}


class SuiteCassettes(Struct, frozen=True):
    """The cassettes of a suite.

    Attributes:
        root: The suite's root folder, to which names are relative.
        folder: The folder of cassettes: next to each test file, or, if absolute, one tree like that of the files.
        modules: The collected test files, and whether their tests have cassettes of another recorder.
        owned: The cassettes of the collected tests.
    """

    root: Path
    folder: Path
    modules: Mapping[Path, bool]
    owned: Collection[Path]

    def module_folders(self) -> list[Path]:
        """Return the folders that should hold only cassettes of collected tests."""
        return sorted(
            self._base(module.parent) / module.stem for module, foreign in self.modules.items() if not foreign
        )

    def orphans(self) -> Iterator[tuple[Path, str]]:
        """Yield the cassettes whose test no longer exists, each with two sentences.

        Only names derived from a test's id are judged; a file named by a marker may be used by any test.
        """
        for home in sorted({module.parent for module in self.modules}):
            for folder in _folders(self._base(home)):
                module = home / f"{folder.name}.py"
                is_gone = not module.exists() and is_test_module(folder.name)
                if module not in self.modules and not is_gone:
                    continue
                for file in _cassettes(folder):
                    if file in self.owned or not names_a_test(file.stem):
                        continue
                    if self.modules.get(module, False) and why_orphan(file) is None:
                        continue
                    yield file, f"{self.shown(file)} does not belong to a test. Remove it, or rename it."

    def unreadable(self, *, known: Collection[Path] = ()) -> Iterator[tuple[Path, str]]:
        """Yield the unreadable files, each with two sentences.

        Args:
            known: Files known to be readable, since they were played completely.
        """
        for base in sorted({self._base(module.parent) for module in self.modules}):
            for file in (one for folder in (base, *_folders(base)) for one in _cassettes(folder)):
                reason = None if file in known else _why_unreadable(file)
                if reason is not None:
                    yield file, reason

    def shown(self, path: Path) -> str:
        """Return the name of a file in reports."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)

    def _base(self, home: Path) -> Path:
        if not self.folder.is_absolute():
            return home / self.folder
        return self.folder / home.relative_to(self.root) if home.is_relative_to(self.root) else self.folder


def _folders(base: Path) -> list[Path]:
    return sorted(one for one in base.iterdir() if one.is_dir()) if base.is_dir() else []


def _cassettes(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(one for one in folder.iterdir() if one.suffix.lower() in _SUFFIXES and one.is_file())


def _why_unreadable(file: Path) -> str | None:
    try:
        tape = open_tape(file)
        for number in range(len(tape)):
            tape.request(number)
            tape.answer(number)
    except CassetteError as error:
        reason = str(error)
        return reason if str(file) in reason else f"{str(file)!r}: {reason}"
    return None
