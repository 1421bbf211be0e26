"""Tools that give a text page by page: a page ends between two letters, or within the bytes of one."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_LETTER = "Élise: der Käse kostet 4 €.\nJürgen: 明天再来 👋, à demain!\n"
_PLAIN = "Elise: the cheese is 4 crowns.\nJurgen: see you tomorrow!\n"


class Piece(BaseModel):
    start: int = Field(default=0, description="Where to begin: 0, or next_start of the piece before.", ge=0)
    size: int = Field(default=400, description="Most bytes of the piece.", ge=8, le=9000)


class Letters(BaseModel):
    start: int = Field(default=0, description="Where to begin: 0, or next_start of the piece before.", ge=0)
    letters: int = Field(default=400, description="Most letters of the piece.", ge=1, le=9000)


def _told(text: str, end: int, most: int) -> dict[str, Any]:
    return {"text": text, "next_start": end if end < most else None}


@breaks("equal_calls_agree")
@forge_tool(args_schema=Piece, tier="read", register=False)
def letter_in_bytes(args: Piece) -> dict[str, Any]:
    """Read a piece of the letter."""
    data = _LETTER.encode()
    end = args.start + args.size
    return _told(data[args.start : end].decode(errors="ignore"), end, len(data))


@breaks("equal_calls_agree")
@forge_tool(args_schema=Piece, tier="read", register=False)
def letter_with_marks(args: Piece) -> dict[str, Any]:
    """Read a piece of the letter."""
    data = _LETTER.encode()
    end = args.start + args.size
    return _told(data[args.start : end].decode(errors="replace"), end, len(data))


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Piece, tier="read", register=False)
def letter_in_whole_letters(args: Piece) -> dict[str, Any]:
    """Read a piece of the letter."""
    data = _LETTER.encode()
    end = min(args.start + args.size, len(data))
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end -= 1
    return _told(data[args.start : end].decode(), end, len(data))


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Letters, tier="read", register=False)
def letter_by_letters(args: Letters) -> dict[str, Any]:
    """Read a piece of the letter."""
    end = args.start + args.letters
    return _told(_LETTER[args.start : end], end, len(_LETTER))


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Piece, tier="read", register=False)
def plain_in_bytes(args: Piece) -> dict[str, Any]:
    """Read a piece of a letter without any accent."""
    data = _PLAIN.encode()
    end = args.start + args.size
    return _told(data[args.start : end].decode(), end, len(data))


@keeps("equal_calls_agree", judged=True)
@forge_tool(args_schema=Piece, tier="read", register=False)
def letter_in_lines(args: Piece) -> dict[str, Any]:
    """Read whole lines of the letter; a long one is shortened."""
    lines = _LETTER.splitlines()
    end = args.start + 1
    return _told(lines[args.start][: args.size] if args.start < len(lines) else "", end, len(lines))
