"""Planted text: plausible content for a file with a given ending, with a mark in it."""

from __future__ import annotations

__all__ = ["COMMON_ENDINGS", "planted_text"]

#: Endings that text and data tools accept, the most common first; "" for no ending.
COMMON_ENDINGS = (
    ".txt", ".json", ".csv", ".md", ".py", ".yaml", ".log", ".html", ".xml", ".toml", ".ini", ".yml", ".jsonl", ".tsv",
    ".sql", ".js", ".ts", ".cfg", ".conf", ".rst", ".css", ".sh", ".parquet", ".ipynb", ".pdf", ".xlsx", ".png", "",
)  # fmt: skip

#: A word in every planted file, for tools that search.
COMMON_WORD = "report"

_BY_ENDING = {
    ".json": '{{"name": "{word}", "{mark}": "{mark}", "value": 1}}\n',
    ".jsonl": '{{"name": "{word}", "{mark}": "{mark}", "value": 1}}\n',
    ".ipynb": '{{"nbformat": 4, "nbformat_minor": 5, "metadata": {{}}, "cells": [{{"cell_type": "markdown", "id": "a", '
    '"metadata": {{}}, "source": "{word} {mark}"}}]}}\n',
    ".csv": "name,{mark}\n{word},{mark}\nother,2\n",
    ".tsv": "name\t{mark}\n{word}\t{mark}\nother\t2\n",
    ".yaml": "name: {word}\n{mark}: {mark}\n",
    ".yml": "name: {word}\n{mark}: {mark}\n",
    ".toml": 'name = "{word}"\n{mark} = "{mark}"\n',
    ".ini": "[{word}]\n{mark} = {mark}\n",
    ".cfg": "[{word}]\n{mark} = {mark}\n",
    ".conf": "[{word}]\n{mark} = {mark}\n",
    ".py": '"""{word}"""\n\n{mark} = "{mark}"\n',
    ".js": '// {word}\nconst {mark} = "{mark}";\n',
    ".ts": '// {word}\nconst {mark} = "{mark}";\n',
    ".sh": "# {word}\n{mark}={mark}\n",
    ".sql": "-- {word}\nSELECT 1 AS {mark};\n",
    ".css": "/* {word} {mark} */\n",
    ".html": "<html><head><title>{mark}</title></head><body><h1>{word}</h1><p>{mark}</p></body></html>\n",
    ".xml": '<?xml version="1.0"?>\n<{word}><{mark}>{mark}</{mark}></{word}>\n',
    ".md": "# {word}\n\n{mark}\n",
    ".rst": "{word}\n======\n\n{mark}\n",
    ".log": "2026-01-01 00:00:00 INFO {word} {mark}\n",
}


def planted_text(ending: str, mark: str) -> str:
    """Return the content of a file with *ending*; *mark* is a value in it, and a key if the format has keys.

    Args:
        ending: With the dot, in lower case; unknown endings get plain text.
        mark: A word that begins with a letter.
    """
    return _BY_ENDING.get(ending, "{word}\n{mark}\n").format(word=COMMON_WORD, mark=mark)
