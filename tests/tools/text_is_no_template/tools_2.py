"""Tools that resemble those that break text_is_no_template, and keep it."""

from __future__ import annotations

import re
import secrets
import string
import threading
import uuid
from collections import OrderedDict

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import keeps


class PasswordArgs(BaseModel):
    length: int = Field(default=16, ge=8, le=64, description="How many letters.")


@keeps("text_is_no_template", "time_grows_with_the_input")
@forge_tool(args_schema=PasswordArgs, tier="read")
def make_password(args: PasswordArgs) -> dict:
    """Make up a new password."""
    letters = string.ascii_letters + string.digits
    return {"password": "".join(secrets.choice(letters) for _ in range(args.length)), "id": str(uuid.uuid4())}


_seen: OrderedDict[str, int] = OrderedDict()


_guard = threading.Lock()


class SlugArgs(BaseModel):
    title: str = Field(max_length=200, description="Title of the page.")


@keeps("text_is_no_template", "paths_stay_inside")
@forge_tool(args_schema=SlugArgs, tier="read")
def page_slug(args: SlugArgs) -> dict:
    """Return the address part of a page's title; the last few are remembered."""
    with _guard:
        if args.title not in _seen:
            _seen[args.title] = len(args.title)
            while len(_seen) > 64:
                _seen.popitem(last=False)
    return {"slug": re.sub(r"[^a-z0-9]+", "-", args.title.lower()).strip("-")}


class LetterArgs(BaseModel):
    greeting: str = Field(default="Dear $name,", max_length=200, description="Greeting, with $name in it.")


@keeps("text_is_no_template", "shell_text_is_quoted")
@forge_tool(args_schema=LetterArgs, tier="read")
def fill_letter(args: LetterArgs) -> dict:
    """Write the first line of a letter."""
    return {"line": args.greeting.replace("$name", "Ada")}
