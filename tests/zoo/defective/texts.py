"""Tools about texts, each with a defect."""

import re

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import ToolError, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "render_mail": ("text_is_no_template",),
    "is_email": ("expressions_take_bounded_time",),
    "repeat_text": ("result_size_is_bounded",),
    "key_words": ("equal_calls_agree",),
}


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TextArgs(Strict):
    text: str = Field(description="The text.", max_length=5000)


class Settings:
    def __init__(self):
        self.sender = "office@example.com"
        self.api_key = "sk-live-not-for-mail"


_SETTINGS = Settings()


class MailArgs(Strict):
    template: str = Field(description="Text with placeholders {name} and {day}.", max_length=1000)
    name: str = Field(description="Name of the recipient.", max_length=60)


@forge_tool(args_schema=MailArgs, tier="read", raises=[ToolError])
def render_mail(args: MailArgs) -> dict:
    """Fill a mail template for one recipient."""
    try:
        return {"mail": args.template.format(name=args.name, day="Monday", settings=_SETTINGS)[:5000]}
    except (KeyError, IndexError, ValueError, AttributeError, TypeError, MemoryError, OverflowError):
        raise ToolError("The template has an unknown placeholder.", code="bad_template") from None


_EMAIL = re.compile(r"^([a-zA-Z0-9]+[._-]?)+@([a-zA-Z0-9]+[.-]?)+$")


@forge_tool(args_schema=TextArgs, tier="read")
def is_email(args: TextArgs) -> dict:
    """Tell whether a text is an e-mail address."""
    return {"valid": bool(_EMAIL.match(args.text))}


_stop_words = ["the", "and", "of"]


class StopArgs(Strict):
    text: str = Field(description="Text to shorten.", max_length=2000)
    also: list[str] = Field(default_factory=list, description="Further words to leave out.", max_length=20)


@forge_tool(args_schema=StopArgs, tier="read")
def key_words(args: StopArgs) -> dict:
    """Return the words of a text without the common ones."""
    words = _stop_words
    words += args.also + [w for w in args.text.split() if len(w) < 3]
    return {"words": [w for w in args.text.split() if w.lower() not in words], "left_out": words}


class RepeatArgs(Strict):
    text: str = Field(description="Text to repeat.", max_length=2000)
    times: int = Field(ge=1, le=5000, description="How often.")


@forge_tool(args_schema=RepeatArgs, tier="read")
def repeat_text(args: RepeatArgs) -> dict:
    """Repeat a text, a line each."""
    return {"text": "\n".join([args.text] * args.times)}
