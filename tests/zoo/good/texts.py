"""Good tools about texts."""

import random
import re
import string
import textwrap
import unicodedata
from functools import lru_cache

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import ToolError, forge_tool


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TextArgs(Strict):
    text: str = Field(description="The text.", max_length=5000)


class MailArgs(Strict):
    template: str = Field(description="Text with placeholders {name} and {day}.", max_length=1000)
    name: str = Field(description="Name of the recipient.", max_length=60)


@forge_tool(args_schema=MailArgs, tier="read")
def fill_mail(args: MailArgs) -> dict:
    """Fill $name and $day in a mail template."""
    return {"mail": string.Template(args.template).safe_substitute(name=args.name, day="Monday")}


@forge_tool(args_schema=MailArgs, tier="read")
def merge_mail(args: MailArgs) -> dict:
    """Replace {name} and {day} in a mail template by their values."""
    values = {"name": args.name, "day": "Monday"}
    return {"mail": re.sub(r"\{(name|day)\}", lambda found: values[found[1]], args.template)}


class WrapArgs(Strict):
    text: str = Field(description="Text to wrap.", max_length=5000)
    width: int = Field(default=70, ge=1, le=200, description="Characters a line.")
    indent: int = Field(default=0, ge=0, le=40, description="Spaces before each line.")


@forge_tool(args_schema=WrapArgs, tier="read", raises=[ToolError])
def wrap_paragraph(args: WrapArgs) -> dict:
    """Wrap a paragraph at a width, with an indent."""
    if args.indent >= args.width:
        raise ToolError("The indent must be smaller than the width.", code="indent_too_large")
    lines = textwrap.wrap(args.text, args.width, initial_indent=" " * args.indent, subsequent_indent=" " * args.indent)
    return {"lines": lines}


@lru_cache(maxsize=256)
def _plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


@forge_tool(args_schema=TextArgs, tier="read")
def strip_accents(args: TextArgs) -> dict:
    """Remove the accents of the letters of a text."""
    return {"text": _plain(args.text)}


class ShuffleArgs(Strict):
    items: list[str] = Field(description="What to shuffle.", max_length=50)
    seed: int = Field(default=0, ge=0, le=1000, description="Equal seeds give equal orders.")


@forge_tool(args_schema=ShuffleArgs, tier="read")
def seeded_order(args: ShuffleArgs) -> dict:
    """Bring items into an order that a seed decides."""
    return {"items": random.Random(args.seed).sample(args.items, len(args.items))}
