"""The recorded terminal of the README is what the commands print today, and anybody can read it."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from forge_harness.cli.main import main

ROOT = Path(__file__).parent.parent
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def picture():
    spec = importlib.util.spec_from_file_location("picture", ROOT / "docs" / "picture.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_here(words: list[str], folder: Path, terminal: int) -> int:
    """Run `forge` in this process, which has imported it."""
    with contextlib.chdir(folder), open(os.dup(terminal), "w") as stdout, contextlib.redirect_stdout(stdout):
        return main(words)


def without_seconds(text: str) -> str:
    return re.sub(r"\d+\.\d s", "0.0 s", text)


def test_the_picture_shows_what_the_commands_print_today(picture, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    now = picture.picture(picture.recorded(run_here))

    told = "The output has changed. Run 'python docs/picture.py', and look at docs/terminal.svg."
    assert re.sub(r'textLength="\d+"', "", without_seconds(now)) == re.sub(
        r'textLength="\d+"', "", without_seconds(picture.PLACE.read_text())
    ), told


def test_the_readme_shows_the_picture_with_words_for_those_who_do_not_see_it():
    ((alternative, place),) = re.findall(r"!\[(.*?)\]\((.*?\.svg)\)", (ROOT / "README.md").read_text(), re.DOTALL)

    assert (ROOT / place).is_file()
    assert len(alternative) > 40


def test_a_picture_has_its_title_description_and_every_word(picture):
    shown = ET.fromstring(picture.picture('\x1b[1m$ forge <&"\x1b[0m\n\n  \x1b[31mMUST\x1b[0m  \x1b[2mcall\x1b[0m  x'))
    pieces = [(text.get("class"), text.text) for text in shown.iter(f"{SVG}text")]

    assert shown.get("role") == "img"
    assert shown.get("aria-labelledby").split() == [shown[0].get("id"), shown[1].get("id")]
    assert [shown[0].tag, shown[1].tag] == [f"{SVG}title", f"{SVG}desc"]
    assert pieces == [("bold", '$ forge <&"'), ("red", "MUST"), ("dim", "call"), (None, "  x")]


def test_a_long_line_goes_on_below_and_stays_inside(picture):
    shown = ET.fromstring(picture.picture("a" * 25, columns=10))

    assert [text.text for text in shown.iter(f"{SVG}text")] == ["a" * 10, "a" * 10, "a" * 5]
    edges = [int(text.get("x")) + int(text.get("textLength")) for text in shown.iter(f"{SVG}text")]
    assert max(edges) < int(shown.get("width"))


@pytest.mark.parametrize("text", ["\x1b[35mx\x1b[0m", "\x1b[2Kx"])
def test_what_the_picture_cannot_show_is_refused(picture, text):
    with pytest.raises(ValueError, match=r"\. (Give|Print) "):
        picture.picture(text)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", ["LIGHT", "DARK"])
def test_every_colour_can_be_read_on_its_ground(picture, name):
    palette = dict(getattr(picture, name))
    ground = luminance(palette.pop("ground"))

    for colour in palette.values():
        lighter, darker = sorted((luminance(colour), ground), reverse=True)
        # WCAG 2.2, 1.4.3.
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5
