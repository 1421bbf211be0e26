"""Functions that write mails and requests."""

from __future__ import annotations

import uuid
from email.message import EmailMessage
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Topic = Annotated[str, Field(min_length=1, max_length=120, description="What the letter is about.")]
Words = Annotated[str, Field(max_length=2_000, description="The letter.")]


def _stored(data: bytes) -> str:
    place = Path("letters", f"{uuid.uuid4().hex}.txt")
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(data)
    return place.as_posix()


@breaks("text_is_no_template")
def write_letter(topic: Topic, words: Words) -> str:
    """Store a letter to the office."""
    return _stored(f"To: office@example.org\nSubject: {topic}\nMIME-Version: 1.0\n\n{words}\n".encode(errors="replace"))


@keeps("text_is_no_template")
def write_checked_letter(topic: Topic, words: Words) -> str:
    """Store a letter to the office."""
    if topic.splitlines() != [topic]:
        raise ValueError("the topic is one line")
    return _stored(f"To: office@example.org\nSubject: {topic}\nMIME-Version: 1.0\n\n{words}\n".encode(errors="replace"))


@keeps("text_is_no_template")
def write_message(topic: Topic, words: Words) -> str:
    """Store a letter to the office."""
    letter = EmailMessage()
    letter["To"] = "office@example.org"
    try:
        letter["Subject"] = topic
        letter.set_content(words)
        return _stored(bytes(letter))
    except (ValueError, UnicodeError):
        raise ValueError("the letter has characters that a mail cannot have") from None


@keeps("text_is_no_template")
def write_note(topic: Topic, words: Words) -> str:
    """Store a note for the office; the words may have several lines."""
    head = topic.replace("\r", " ").replace("\n", " ")
    return _stored(f"To: office\nSubject: {head}\nNote: {words}\n".encode(errors="replace"))


def _card(name: str, city: str) -> str:
    lines = ["BEGIN:VCARD", "VERSION:4.0", f"FN:{name}", f"ADR:;;;{city};;;", "END:VCARD", ""]
    return _stored("\r\n".join(lines).encode(errors="replace"))


def _in_one_line(text: str) -> str:
    return "\\n".join(text.replace("\\", "\\\\").splitlines())


@breaks("text_is_no_template")
def write_card(topic: Topic, words: Words) -> str:
    """Store the card of a person: the topic is a name, the words are a city."""
    return _card(_in_one_line(topic), words)


@keeps("text_is_no_template")
def write_escaped_card(topic: Topic, words: Words) -> str:
    """Store the card of a person: the topic is a name, the words are a city."""
    return _card(_in_one_line(topic), _in_one_line(words))
