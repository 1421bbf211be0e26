"""Functions that return a text with headers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Title = Annotated[str, Field(min_length=1, max_length=120, description="Title of the note.")]
Note = Annotated[str, Field(max_length=2000, description="The note itself.")]


@breaks("text_is_no_template")
def note_as_mail(title: Title, note: Note) -> str:
    """Return a note in the form of a mail, which is not sent."""
    return f"From: notes@example.org\nSubject: {title.strip()}\nX-Kind: note\n\n{note}"


@breaks("text_is_no_template")
def request_for(agent: Annotated[str, Field(max_length=60, description="Name of the client.")]) -> dict[str, str]:
    """Return the head of a request for the index, which is not sent."""
    return {"method": "GET", "head": f"Host: example.org\r\nUser-Agent: {agent}\r\nAccept: */*\r\n\r\n"}


@keeps("text_is_no_template")
def note_as_safe_mail(title: Title, note: Note) -> str:
    """Return a note in the form of a mail, which is not sent."""
    return f"From: notes@example.org\nSubject: {' '.join(title.split())}\nX-Kind: note\n\n{note}"


@keeps("text_is_no_template")
def facts_of(title: Title, note: Note) -> dict[str, str]:
    """Return a note as lines of facts, in which the title stands last."""
    return {"facts": f"Letters: {len(note)}\nWords: {len(note.split())}\nTitle: {title}"}


def _entry(title: str) -> dict[str, str]:
    lines = ["BEGIN:VJOURNAL", "VERSION:2.0", f"SUMMARY:{title}", "STATUS:DRAFT", "END:VJOURNAL"]
    return {"entry": "\r\n".join(lines) + "\r\n"}


@breaks("text_is_no_template")
def journal_entry(title: Title) -> dict[str, str]:
    """Return a note as an entry of a journal, for calendars."""
    return _entry(title.replace("\n", " "))


@keeps("text_is_no_template")
def safe_journal_entry(title: Title) -> dict[str, str]:
    """Return a note as an entry of a journal, for calendars."""
    return _entry(" ".join(title.split()))


Guest = Annotated[str, Field(min_length=1, max_length=60, description="Name of the guest.")]


def _ticket(guest: str, note: str) -> dict:
    lines = ["BEGIN:TICKET", "VERSION:1", f'GUEST;CN="{guest}":seat', f"NOTE:{note}", "END:TICKET"]
    return {"ticket": "\r\n".join(lines) + "\r\n"}


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


@breaks("text_is_no_template")
def ticket(guest: Guest, note: str = "") -> dict:
    """Build a ticket."""
    return _ticket(guest, _escaped(note))


@keeps("text_is_no_template")
def ticket_in_lines(guest: Guest, note: str = "") -> dict:
    """Build a ticket."""
    return _ticket(" ".join(guest.split()), _escaped(note))


def _folded(lines: list[str]) -> dict[str, str]:
    pieces = ([line[at : at + 18] for at in range(0, len(line), 18)] for line in lines)
    return {"card": "\r\n".join("\r\n ".join(piece) for piece in pieces) + "\r\n"}


@breaks("text_is_no_template")
def guest_card(guest: Guest) -> dict[str, str]:
    """Return a card for a guest, with its long lines broken."""
    return _folded(["BEGIN:VCARD", "VERSION:4.0", f"FN:{guest.strip()}", "NOTE:guest of the house", "END:VCARD"])


@keeps("text_is_no_template")
def safe_guest_card(guest: Guest) -> dict[str, str]:
    """Return a card for a guest, with its long lines broken."""
    name = " ".join(guest.split())
    return _folded(["BEGIN:VCARD", "VERSION:4.0", f"FN:{name}", "NOTE:guest of the house", "END:VCARD"])
