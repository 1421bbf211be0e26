"""Page text: what a page in HTML says, as text for a model.

Headings begin with ``#``, list items with ``-``, links end with their address in parentheses, and preformatted text
keeps its lines. What belongs to the site and not to the page is left out: navigation, footers, forms, scripts.

The reading takes time in proportion to the page, whatever its markup; `html.parser` does not promise that.
"""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin, urlsplit

__all__ = ["page_text"]

_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9:-]*)")
_UP_TO_QUOTE = re.compile(r"[^\"'>]*")
_HREF = re.compile(r"""(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
_EMPTY_LINES = re.compile(r"\n{3,}")
_MAX_TAG, _MAX_HIDDEN = 4096, 100

#: Content that is not markup.
_RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
#: Elements that are left out with what they hold.
_LEFT_OUT = frozenset(
    {"nav", "footer", "aside", "form", "noscript", "template", "svg", "math", "button", "select", "dialog", "object"}
)
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_BLOCKS = frozenset(
    {"address", "article", "blockquote", "body", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption", "figure"}
    | {
        "header",
        "hr",
        "html",
        "main",
        "ol",
        "p",
        "section",
        "summary",
        "table",
        "tbody",
        "thead",
        "tr",
        "ul",
        *_HEADINGS,
    }
)
_VERBATIM = frozenset({"pre", "listing"})
#: Elements without an end tag.
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)


def page_text(html: str, *, url: str = "") -> str:
    """Return the text of a page.

    Args:
        html: The page; broken markup is read as far as it goes.
        url: Its address, which relative links start from.
    """
    page = _Page(url)
    position, end = 0, len(html)
    closing = {'"': True, "'": True}
    while position < end:
        start = html.find("<", position)
        if start < 0:
            page.text(html[position:])
            break
        if start > position:
            page.text(html[position:start])
        position = _after_markup(html, start, page, closing)
    return page.finished()


def _after_markup(html: str, start: int, page: _Page, closing: dict[str, bool]) -> int:
    """Read what begins with the ``<`` at *start*, and return where it ends."""
    if html.startswith("<!--", start):
        stop = html.find("-->", start + 4)
        return len(html) if stop < 0 else stop + 3
    found = _TAG.match(html, start)
    if found is None:
        if html.startswith(("<!", "<?", "</"), start):
            stop = html.find(">", start)
            return len(html) if stop < 0 else stop + 1
        page.text("<")
        return start + 1
    name = found[1].lower()
    stop = _tag_end(html, found.end(), closing)
    if html[start + 1] == "/":
        page.close(name)
        return stop
    page.open(name, html[found.end() : min(stop, found.end() + _MAX_TAG)])
    if name not in _RAW:
        return stop
    last = re.compile(f"</{name}", re.IGNORECASE).search(html, stop)
    content_end = len(html) if last is None else last.start()
    if name == "title":
        page.title(html[stop:content_end])
    return content_end


def _tag_end(html: str, position: int, closing: dict[str, bool]) -> int:
    """Return where a tag ends: after the first ``>`` outside quotes."""
    while True:
        found = _UP_TO_QUOTE.match(html, position)
        position = position if found is None else found.end()
        if position >= len(html):
            return position
        quote = html[position]
        if quote == ">":
            return position + 1
        position += 1
        # A quote without an end is searched for once in a page, not once in a tag.
        stop = html.find(quote, position) if closing[quote] else -1
        closing[quote] = stop >= 0
        position = position if stop < 0 else stop + 1


class _Page:
    """The text so far, and the open elements that matter."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._pieces: list[str] = []
        self._hidden: list[str] = []
        self._verbatim = 0
        self._link: tuple[str, int] | None = None
        self._title = ""
        #: Whether the text ends in white space, so that more of it adds nothing.
        self._is_spaced = True

    def text(self, raw: str) -> None:
        if self._hidden:
            return
        text = unescape(raw)
        if not self._verbatim:
            text = _SPACE.sub(" ", text)
            if self._is_spaced:
                text = text.lstrip(" ")
        if text:
            self._pieces.append(text)
            self._is_spaced = text[-1].isspace()

    def title(self, raw: str) -> None:
        self._title = self._title or _SPACE.sub(" ", unescape(raw)).strip()

    def open(self, name: str, attributes: str) -> None:
        if name in _LEFT_OUT and len(self._hidden) < _MAX_HIDDEN:
            self._hidden.append(name)
        if self._hidden:
            return
        if name in _VERBATIM:
            self._verbatim += 1
        if name in _BLOCKS or name in _VERBATIM:
            self._break("\n\n" if name != "tr" else "\n")
        if name in _HEADINGS:
            self._add(_HEADINGS[name])
        elif name == "li":
            self._break("\n")
            self._add("- ")
        elif name == "br":
            self._break("\n")
        elif name in ("td", "th"):
            self.text(" ")
        elif name == "a":
            found = _HREF.search(attributes)
            target = next(filter(None, found.groups()), "") if found else ""
            self._link = (unescape(target), len(self._pieces))

    def close(self, name: str) -> None:
        if self._hidden:
            if name in self._hidden:
                while self._hidden.pop() != name:
                    pass
            return
        if name in _VERBATIM:
            self._verbatim = max(0, self._verbatim - 1)
        if name == "a" and self._link is not None:
            self._end_link(*self._link)
            self._link = None
        if (name in _BLOCKS or name in _VERBATIM) and name not in _VOID:
            self._break("\n\n" if name != "tr" else "\n")

    def finished(self) -> str:
        lines = "".join(self._pieces).split("\n")
        text = _EMPTY_LINES.sub("\n\n", "\n".join(line.rstrip(" \t\r") for line in lines)).strip()
        return f"{self._title}\n\n{text}".strip() if self._title else text

    def _end_link(self, target: str, start: int) -> None:
        try:
            address = urljoin(self._url, target.strip())
            is_shown = urlsplit(address).scheme in ("http", "https") and not target.strip().startswith("#")
        except ValueError:
            return
        if is_shown and "".join(self._pieces[start:]).strip() not in ("", address):
            self._add(f" ({address})")

    def _add(self, text: str) -> None:
        self._pieces.append(text)
        self._is_spaced = text[-1].isspace()

    def _break(self, lines: str) -> None:
        if self._pieces:
            self._add(lines)
