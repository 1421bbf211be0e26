"""Functions that put texts into attributes of elements: some escape quotes in them, and some do not."""

from __future__ import annotations

from html import escape
from pathlib import Path

from ..marks import breaks, keeps


@breaks("text_is_no_template")
def boat_as_html(boat: str, berth: str) -> str:
    """Return the entry of a boat in the list of a harbour, in HTML.

    Args:
        boat: Name of the boat.
        berth: Its berth, which the browser shows beside the pointer.
    """
    shown, place = (text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for text in (boat, berth))
    return f"<li title='{place}'>{shown}</li>"


@breaks("text_is_no_template")
def sign_of_station(station: str) -> dict[str, str]:
    """Draw the sign of a station.

    Args:
        station: Name of the station.
    """
    known = station.replace("&", "&amp;").replace("<", "&lt;")
    return {"sign": f'<rect data-name="{known}" width="90"/><text>{known}</text>'}


@breaks("text_is_no_template")
def write_map_pin(label: str, note: str) -> str:
    """Write a pin into the XML file of a map.

    Args:
        label: Label of the pin.
        note: Note on the pin.
    """
    pin = f'<map>\n<pin label="{label}">{escape(note)}</pin>\n</map>\n'
    Path("pins.xml").write_text(pin, encoding="utf-8")
    return "written"


@breaks("text_is_no_template")
def class_in_html(word: str) -> str:
    """Return a word in HTML, in an element that has the word as its class.

    Args:
        word: The word.
    """
    return f"<p>Look: <b class={escape(word)}>here</b></p>"


@keeps("text_is_no_template", judged=True)
def ferry_as_html(ferry: str, berth: str) -> str:
    """Return the entry of a ferry in the list of a harbour, in HTML.

    Args:
        ferry: Name of the ferry.
        berth: Its berth, which the browser shows beside the pointer.
    """
    return f"<li title='{escape(berth)}'>{escape(ferry)}</li>"


@keeps("text_is_no_template", judged=True)
def note_for_the_model(source: str, text: str) -> str:
    """Return a note between tags that tell where it is from.

    Args:
        source: Where the note is from.
        text: The note.
    """
    return f'<note source="{source}">{text}</note>'


@keeps("text_is_no_template", judged=True)
def page_of_markup(body: str) -> str:
    """Return a page of HTML.

    Args:
        body: The elements of the page, such as a paragraph with a link.
    """
    return f'<!doctype html><html lang="en"><body class="plain">{body}</body></html>'


@keeps("text_is_no_template", judged=True)
def element_in_html(text: str, attributes: str) -> str:
    """Return an element of HTML.

    Args:
        text: Its text.
        attributes: Its attributes, as they stand in the tag.
    """
    return f"<span {attributes}>{escape(text)}</span>"


def _pictures(pictures: list[dict[str, str]], *, is_quoted: bool) -> str:
    if not pictures or any({*picture} != {"file", "caption"} for picture in pictures):
        raise ValueError("Give pictures, each with file and caption.")
    shown = [(escape(one["file"], quote=is_quoted), escape(one["caption"])) for one in pictures]
    return "\n".join(
        f'<figure><img src="{file}"><figcaption>{caption}</figcaption></figure>' for file, caption in shown
    )


@breaks("text_is_no_template")
def gallery_in_html(pictures: list[dict[str, str]]) -> str:
    """Return a gallery in HTML.

    Args:
        pictures: Pictures such as {"file": "north.png", "caption": "The north face"}.
    """
    return _pictures(pictures, is_quoted=False)


@keeps("text_is_no_template", judged=True)
def gallery_with_quotes_in_html(pictures: list[dict[str, str]]) -> str:
    """Return a gallery in HTML.

    Args:
        pictures: Pictures such as {"file": "north.png", "caption": "The north face"}.
    """
    return _pictures(pictures, is_quoted=True)
