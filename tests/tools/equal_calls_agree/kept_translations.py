"""Readers of word lists that keep what they have found: one leaves out an argument."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_short: dict[tuple[str, ...], str] = {}


class WordArgs(BaseModel):
    key: str = Field(pattern=r"^[a-z.]{1,20}$", description="Key of the word, e.g. cart.empty.")
    language: Literal["en", "de"] = Field(description="Its language.")
    english: bool = Field(default=True, description="Whether to take the English word where there is no other.")


def _read(root: Path, language: str) -> dict:
    path = root / "words" / f"{language}.json"
    return json.loads(path.read_text()) if path.is_file() else {}


def _found(root: Path, args: WordArgs) -> str:
    words = _read(root, args.language)
    return words.get(args.key) or (_read(root, "en").get(args.key) if args.english else None) or ""


@breaks("equal_calls_agree")
@forge_tool(args_schema=WordArgs, workspace_root_aware=True, tier="read", register=False)
def word(args: WordArgs, *, workspace_root: Path) -> dict:
    """Return a word of the lists."""
    state = json.dumps([_read(workspace_root, one) for one in ("en", "de")])
    key = state, args.key, args.language
    text = _short.get(key) or _found(workspace_root, args)
    if not text:
        return {"error": "no_word", "message": "There is no such word."}
    _short[key] = text
    return {"word": text}


@keeps("equal_calls_agree")
@forge_tool(args_schema=WordArgs, workspace_root_aware=True, tier="read", register=False)
def plain_word(args: WordArgs, *, workspace_root: Path) -> dict:
    """Return a word of the lists."""
    text = _found(workspace_root, args)
    return {"word": text} if text else {"error": "no_word", "message": "There is no such word."}
