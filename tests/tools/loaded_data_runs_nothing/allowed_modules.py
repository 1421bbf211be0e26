"""Functions that load pickles with a list of what these may name."""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Saved = Annotated[str, Field(max_length=100, description="File with saved scores, such as 'scores.pkl'.")]
_MODULES = {"builtins", "collections", "datetime"}
_NAMES = {("builtins", "set"), ("builtins", "frozenset"), ("datetime", "date")}


class _OfModules(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module not in _MODULES:
            raise pickle.UnpicklingError("this is not a file of scores")
        return super().find_class(module, name)


class _OfNames(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _NAMES:
            raise pickle.UnpicklingError("this is not a file of scores")
        return super().find_class(module, name)


def _saved(path: str, reader: type[pickle.Unpickler]) -> list[str]:
    root = Path.cwd().resolve()
    try:
        place = (root / path).resolve()
        if not place.is_relative_to(root) or not place.is_file() or place.stat().st_size > 100_000:
            raise ValueError("there is no such file of scores")
        scores = reader(io.BytesIO(place.read_bytes())).load()
    except Exception:
        raise ValueError("there is no such file of scores") from None
    return [str(score)[:80] for score in scores[:50]] if isinstance(scores, list) else []


@breaks("loaded_data_runs_nothing")
def list_scores(path: Saved) -> list[str]:
    """List the scores of a saved game."""
    return _saved(path, _OfModules)


@keeps("loaded_data_runs_nothing")
def list_results(path: Saved) -> list[str]:
    """List the scores of a saved game."""
    return _saved(path, _OfNames)
