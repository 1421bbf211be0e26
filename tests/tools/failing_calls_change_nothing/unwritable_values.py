"""Tools that store texts which cannot be encoded: the file is cut off before that shows, or left as it was."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps

_NICKNAMES, _LIMITS = Path("nicknames.json"), Path("limits.json")
_NEXT = Path("nicknames.next")


class Nickname(BaseModel):
    person: str
    nickname: str


class Limit(BaseModel):
    name: str = Field(pattern="^[a-z]{1,20}$")
    document: str = Field(description='The limit as JSON, for example "[1, 20]".')


def _read(path: Path) -> dict:
    try:
        return json.loads(path.read_text("utf-8")) if path.exists() else {}
    except ValueError:
        raise ToolError(f"{path} cannot be read.", code="refused") from None


@breaks("failing_calls_change_nothing")
@forge_tool(args_schema=Nickname, tier="write", register=False)
def note_nickname_in_open_file(args: Nickname) -> dict:
    """Note the nickname of a person beside those of all others."""
    known = _read(_NICKNAMES)
    known[args.person] = args.nickname
    try:
        with _NICKNAMES.open("w", encoding="utf-8") as file:
            for line in json.dumps(known, ensure_ascii=False, indent=1).splitlines(keepends=True):
                file.write(line)
    except UnicodeEncodeError:
        raise ToolError("The nickname has a character that cannot be stored.", code="refused") from None
    return {"nicknames": len(known)}


@breaks("failing_calls_change_nothing")
@forge_tool(args_schema=Limit, tier="write", register=False)
def set_limit_in_open_file(args: Limit) -> dict:
    """Set a limit beside all others."""
    known = _read(_LIMITS)
    try:
        known[args.name] = json.loads(args.document)
    except ValueError:
        raise ToolError("The limit is no JSON.", code="refused") from None
    with _LIMITS.open("w", encoding="utf-8") as file:
        try:
            json.dump(known, file, allow_nan=False)
        except ValueError:
            raise ToolError("The limit holds a number that JSON has not.", code="refused") from None
    return {"limits": len(known)}


@keeps("failing_calls_change_nothing")
@forge_tool(args_schema=Nickname, tier="write", register=False)
def note_nickname_in_next_file(args: Nickname) -> dict:
    """Note the nickname of a person beside those of all others."""
    known = _read(_NICKNAMES)
    known[args.person] = args.nickname
    try:
        _NEXT.write_text(json.dumps(known, ensure_ascii=False), "utf-8")
        _NEXT.replace(_NICKNAMES)
    except UnicodeEncodeError:
        _NEXT.unlink()
        raise ToolError("The nickname has a character that cannot be stored.", code="refused") from None
    return {"nicknames": len(known)}


@keeps("failing_calls_change_nothing")
@forge_tool(args_schema=Nickname, tier="write", register=False)
def note_nickname_with_escapes(args: Nickname) -> dict:
    """Note the nickname of a person beside those of all others, any character as an escape."""
    known = _read(_NICKNAMES)
    known[args.person] = args.nickname
    _NICKNAMES.write_text(json.dumps(known), "utf-8")
    return {"person": args.person, "nickname": args.nickname, "nicknames": len(known)}


@keeps("failing_calls_change_nothing")
@forge_tool(args_schema=Nickname, tier="write", register=False)
def note_nickname_and_refuse_itself(args: Nickname) -> dict:
    """Note the nickname of a person beside those of all others."""
    try:
        args.nickname.encode(), args.person.encode()
    except UnicodeEncodeError:
        raise ToolError("The nickname has a character that cannot be stored.", code="refused") from None
    known = _read(_NICKNAMES)
    known[args.person] = args.nickname
    _NICKNAMES.write_text(json.dumps(known, ensure_ascii=False), "utf-8")
    return {"nicknames": len(known)}
