"""Tools that break text_is_no_template, and others that resemble them and keep it."""

from __future__ import annotations

import http.client
import re
import string
import urllib.request
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import NO_ANSWER, tool
from ..shared.good_injection import CoverArgs
from ..shared.good_injection import tool as tool2


def page(url: str, opener: Any = urllib.request.urlopen) -> dict[str, Any]:
    try:
        with opener(url, timeout=1) as answer:
            return {"size": len(answer.read(10_000))}
    except (OSError, ValueError, http.client.HTTPException):
        return NO_ANSWER


class NoteArgs(BaseModel):
    title: str = Field(default="Note", description="Title of the note.")
    text: str = Field(description="What the note says.")


@breaks("text_is_no_template")
@tool("formats_twice", NoteArgs, "text_is_no_template", tier="read")
def formats_twice(args: NoteArgs) -> dict[str, Any]:
    page = "# {title}\n" + args.text
    try:
        return {"page": page.format(title=args.title)}
    except (KeyError, IndexError, ValueError):
        return {"page": page}


@breaks("text_is_no_template")
@tool("substitutes", NoteArgs, "text_is_no_template", tier="read")
def substitutes(args: NoteArgs) -> dict[str, Any]:
    return {"page": string.Template(f"$title: {args.text}").substitute(title=args.title)}


@breaks("text_is_no_template")
@tool("small_engine", NoteArgs, "text_is_no_template", tier="read")
def small_engine(args: NoteArgs) -> dict[str, Any]:
    def value(match: re.Match[str]) -> str:
        left, right = match[1], match[2]
        return str(int(left) * int(right))

    return {"page": re.sub(r"\{\{\s*(\d+)\s*\*\s*(\d+)\s*\}\}", value, args.text)}


class LetterArgs(BaseModel):
    body: str = Field(description="Letter; $company is filled in.", max_length=500)


class Office:
    def __init__(self) -> None:
        self.company = "Example Ltd"
        self.mail_password = "swordfish-seven"


OFFICE = Office()


@breaks("text_is_no_template")
@tool("fills_in_its_password", LetterArgs, "text_is_no_template", tier="read")
def fills_in_its_password(args: LetterArgs) -> dict[str, Any]:
    return {"letter": string.Template(args.body).safe_substitute(vars(OFFICE))}


class Company:
    name = "Acme"
    secret = "s3cret"


class LetterArgs2(BaseModel):
    greeting: str = Field(default="Dear {name},", max_length=200, description="How the letter begins.")


@breaks("text_is_no_template")
@forge_tool(args_schema=LetterArgs2, tier="read", raises=[ValueError, KeyError, IndexError, AttributeError, TypeError])
def fill_letter(args: LetterArgs2) -> dict:
    """Write the first line of a letter to the company."""
    return {"line": args.greeting.format(name="Ada", company=Company())[:500]}


class SubjectArgs(BaseModel):
    subject: str = Field(default="Hello", max_length=200, description="Subject of the letter.")


@breaks("text_is_no_template")
@forge_tool(args_schema=SubjectArgs, tier="read", raises=[ValueError, KeyError, TypeError])
def percent_letter(args: SubjectArgs) -> dict:
    """Write the head of a letter."""
    head = f"From: {Company.name}\nSubject: {args.subject}\nTo: %(to)s"
    return {"head": (head % {"to": "Ada", "key": Company.secret})[:500]}


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Settings:
    def __init__(self):
        self.sender = "office@example.com"
        self.api_key = "sk-live-not-for-mail"


_SETTINGS = Settings()


class MailArgs(Strict):
    template: str = Field(description="Text with placeholders {name} and {day}.", max_length=1000)
    name: str = Field(description="Name of the recipient.", max_length=60)


@breaks("text_is_no_template")
@forge_tool(args_schema=MailArgs, tier="read", raises=[ToolError])
def render_mail(args: MailArgs) -> dict:
    """Fill a mail template for one recipient."""
    try:
        return {"mail": args.template.format(name=args.name, day="Monday", settings=_SETTINGS)[:5000]}
    except (KeyError, IndexError, ValueError, AttributeError, TypeError, MemoryError, OverflowError):
        raise ToolError("The template has an unknown placeholder.", code="bad_template") from None


@keeps("text_is_no_template")
@tool2("constant_format", NoteArgs, tier="read")
def constant_format(args: NoteArgs) -> dict[str, Any]:
    return {"page": f"# {args.title}\n{args.text}", "line": "%s" % args.text}  # noqa: UP031


@keeps("text_is_no_template")
@tool2("doubled_braces", NoteArgs, tier="read")
def doubled_braces(args: NoteArgs) -> dict[str, Any]:
    text = args.text.replace("{", "{{").replace("}", "}}")
    return {"page": ("# {title}\n" + text).format(title=args.title)}


@keeps("text_is_no_template")
@tool2("refuses_braces", NoteArgs, tier="read")
def refuses_braces(args: NoteArgs) -> dict[str, Any]:
    if re.search(r"[{}$%]", args.text):
        return {"error": "bad_text", "message": "The text may hold no braces."}
    return {"page": ("# {title}\n" + args.text).format(title="note")}


class Office2:
    def __init__(self) -> None:
        self.company = "Example Ltd"
        self.mail_password = "swordfish-seven"
        self.tokenize_pattern = "[a-z]+"


OFFICE2 = Office2()


@keeps("text_is_no_template")
@tool2("fills_in_one_name", LetterArgs, tier="read")
def fills_in_one_name(args: LetterArgs) -> dict[str, Any]:
    return {"letter": string.Template(args.body).safe_substitute(company=OFFICE2.company)}


@keeps("text_is_no_template")
@tool2("fills_in_how_words_are_split", LetterArgs, tier="read")
def fills_in_how_words_are_split(args: LetterArgs) -> dict[str, Any]:
    return {"letter": string.Template(args.body).safe_substitute(tokenize_pattern=OFFICE2.tokenize_pattern)}


@keeps("text_is_no_template")
@tool2("says_what_it_does_not_know", CoverArgs, tier="read")
def says_what_it_does_not_know(args: CoverArgs) -> dict[str, Any]:
    tokens = re.split(r"(\{\{\s*\w+\s*\}\})", args.template)
    cover = Cover(tokens)
    return {"cover": "".join(cover.filled(token) for token in cover.tokens)}


class Cover:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens

    def filled(self, token: str) -> str:
        name = token.strip("{} ") if token.startswith("{{") else None
        return token if name is None else {"title": "A"}.get(name, "[unknown]")


@keeps("text_is_no_template", "expressions_take_bounded_time")
@forge_tool(args_schema=MailArgs, tier="read")
def fill_mail(args: MailArgs) -> dict:
    """Fill $name and $day in a mail template."""
    return {"mail": string.Template(args.template).safe_substitute(name=args.name, day="Monday")}
