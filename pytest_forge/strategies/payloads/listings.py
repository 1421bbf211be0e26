"""Listings: files that name other files, such as an index, a manifest or a list of includes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

__all__ = ["listings"]

_MAX_WORD = 24
_MAX_WORDS = 24
#: Prefixes of a file name in a line.
_BEFORE = ("include ", "@", "@include ", "!include ", "import ", "file: ", "path: ", "file=", "- ", "-r ", "* ")
_KEYS = ("files", "file", "path", "paths", "include", "includes", "items", "name", "source", "src", "entries", "pages")


def listings(ending: str, paths: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    """Yield contents that name *paths*, each in a different format.

    Args:
        ending: The ending of the file, with the dot.
        paths: At least one.
        words: Texts of the code that reads the file: keys and prefixes.
    """
    words = [word for word in words if 0 < len(word) <= _MAX_WORD and word.isprintable()][:_MAX_WORDS]
    keys = list(dict.fromkeys([*(word for word in words if word.isidentifier()), *_KEYS]))
    kind = "." + ending.rpartition(".")[2].lower()
    if kind == ".json":
        entries = [dict.fromkeys(keys, path) for path in paths]
        for value in (
            {key: list(paths) for key in keys},
            list(paths),
            dict.fromkeys(keys, paths[0]),
            entries,
            dict.fromkeys(keys, entries),
        ):
            yield json.dumps(value)
    elif kind == ".jsonl":
        yield "".join(json.dumps(dict.fromkeys(keys, path)) + "\n" for path in paths)
    elif kind in (".yaml", ".yml"):
        yield "".join(f"{key}:\n" + "".join(f"- {path}\n" for path in paths) for key in keys)
        yield "".join(f"- {path}\n" for path in paths)
    elif kind in (".toml", ".ini", ".cfg", ".conf", ".env"):
        equal = "".join(f"{key} = {paths[0] if kind != '.toml' else json.dumps(paths[0])}\n" for key in keys)
        yield equal if kind in (".toml", ".env") else f"[{keys[0]}]\n{equal}"
    elif kind in (".csv", ".tsv"):
        comma = "," if kind == ".csv" else "\t"
        yield "".join(f"{comma.join(row)}\n" for row in (keys, *([path] * len(keys) for path in paths)))
    else:
        links = [f"[see]({paths[0]})", f"![see]({paths[0]})", f"[[{paths[0]}]]", f'<include src="{paths[0]}">']
        before = dict.fromkeys([*words, *(f"{word} " for word in words), *_BEFORE])
        yield "\n".join([*paths, *links, *(f"{word}{paths[0]}" for word in before)]) + "\n"
