"""Injection objects: serialised data that creates a folder when a careless loader reads it."""

from __future__ import annotations

import base64
import dbm.dumb
import marshal
from collections.abc import Iterable, Iterator
from pathlib import Path

__all__ = ["LOADED_ENDINGS", "YAML_ENDINGS", "object_document", "object_files", "object_texts"]

#: Endings of files with serialised objects.
LOADED_ENDINGS = (".pkl", ".pickle", ".yaml", ".yml", ".bin", ".dat", ".cache", ".p", ".model", ".joblib", ".marshal")

YAML_ENDINGS = (".yaml", ".yml")
"""Endings of YAML documents."""

#: Those of pickles.
_PICKLED = (".pkl", ".pickle", ".bin", ".dat", ".p")


def _pickled(mark: str) -> bytes:
    # Protocol 0 is plain text: call os.mkdir with the name.
    return f"cos\nmkdir\n(V{mark}\ntR.".encode()


def _built_in(mark: str) -> bytes:
    """Return a pickle that uses built-in functions only, which a loader with a list of modules may allow."""
    return f"cbuiltins\neval\n(V__import__('os').mkdir('{mark}')\ntR.".encode()


def object_document(mark: str) -> bytes:
    """Return a YAML document that creates the folder *mark* when a full loader reads it."""
    return _yaml(mark).encode()


def _yaml(mark: str) -> str:
    return f"name: !!python/object/apply:os.mkdir [{mark}]\n"


def object_texts(mark: str) -> Iterator[str]:
    """Yield texts that create the folder *mark*, for different loaders and encodings of bytes.

    Args:
        mark: Name of the folder; for marshalled data, the text to read.
    """
    pickled = _pickled(mark)
    yield pickled.decode()
    yield base64.b64encode(pickled).decode()
    yield pickled.hex()
    yield base64.b64encode(_built_in(mark)).decode()
    yield _yaml(mark)
    yield f"!!python/object/apply:os.mkdir [{mark}]"
    yield f'{{"py/reduce": [{{"py/function": "os.mkdir"}}, {{"py/tuple": ["{mark}"]}}]}}'
    yield base64.b64encode(marshal.dumps(mark)).decode()
    yield marshal.dumps(mark).hex()


def object_files(folder: Path, mark: str, *, keys: Iterable[str], ending: str = "") -> Iterator[str]:
    """Write files that create the folder *mark* when they are loaded, and yield their names.

    Args:
        folder: The folder for the files.
        mark: Name of the created folder; the files' names begin with another word.
        keys: Keys of the object in a shelf.
        ending: The ending that the tool demands, if it is one of its own.
    """
    if ending and ending not in LOADED_ENDINGS:
        (folder / f"data-x{ending}").write_bytes(_pickled(mark))
        yield f"data-x{ending}"
    for ending in LOADED_ENDINGS:
        data = object_document(mark) if ending in YAML_ENDINGS else _pickled(mark)
        (folder / f"data-x{ending}").write_bytes(marshal.dumps(mark) if ending == ".marshal" else data)
        yield f"data-x{ending}"
        if ending in _PICKLED:
            (folder / f"data-y{ending}").write_bytes(_built_in(mark))
            yield f"data-y{ending}"
    with dbm.dumb.open(str(folder / "shelf-x"), "c") as shelf:
        for key in sorted({"name", "data", "items", "key", *keys}):
            shelf[key.encode()] = _pickled(mark)
    yield "shelf-x"
