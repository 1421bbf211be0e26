"""Read links: links in the answers of a server, which lead to what they name whatever signs the name has.

save(name="hello", text="one")      a link to note:/hello, which is read: "one"
save(name="hello#b", text="two")    a link to note:/hello#b, which is read: "one", since "#" begins another part of it

save(name="hi!b", text="one")       a link to note:/hi-b
save(name="hi?b", text="two")       a link to note:/hi-b as well, which is read: "one"
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from ....profile.roles import Role, role_of
from ....strategies.other_leaves import Path, leaf_at, leaf_paths, with_leaf
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.answer_values import leaves
from ...calls.asking import looks_failed, served_tool
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import calls_like

__all__ = ["judge_read_links"]

#: Share of a check's time; arguments that may be in a link, readers that may tell links, and links of one call.
_SHARE, _MAX_NAMES, _MAX_READERS, _MAX_LINKS = 0.15, 3, 3, 3
#: Signs that have a meaning in a URI, each in a name; "%41" is "A" when it is decoded.
_SIGNS = ("#", "?", "%41", "/", " ", "+", "&", "é")
#: Ends of two names that a link may not tell apart: by their signs, letter case or accents, and behind a length. Two
#: records may have one name as well.
_ALIKE = (("d", "d"), ("!d", "?d"), ("D", "d"), ("\u00e9d", "ed"), (f"{'n' * 64}d", f"{'n' * 64}f"), ("d", "d"))
_TEXTS = ("kept under the first", "kept under the second")

_Call = dict[str, Any]


def judge_read_links(subject: Subject) -> bool:
    """Judge that a link to a record is read as this record, whatever signs its name has.

    Returns:
        Whether a link of an ordinary call is read.

    Raises:
        CheckFailure: If a link to a name with a sign of URIs leads nowhere or to another record, twice; or one link is
            told for two names that are much alike, and leads to the first.
    """
    if not subject.is_served or served_tool(subject).server.address.url:
        return False
    if not any(node.get("type") == "string" for node in FlatSchema(subject.schema).arguments.values()):
        return False
    reader = _Links(subject)
    if not reader.can_read:
        return False
    try:
        # What an earlier call has told is not told of this one.
        subject.renew()
        ordinary = plausible_calls(subject, limit=1)[0]
    except NoCallFits:
        return False
    base, content = _with_content(subject, reader, ordinary)
    if not base:
        return False
    patience = subject.patience(_SHARE)
    names = [path for path in leaf_paths(base) if isinstance(leaf_at(base, path), str) and path != content]
    for path in names[:_MAX_NAMES]:
        for sign in patience.each(_SIGNS):
            call = with_leaf(base, path, f"{leaf_at(base, path)}{sign}b")
            call = with_leaf(call, content, _TEXTS[1]) if content else call
            if not FlatSchema(subject.schema).fits(subject.schema, call) or not reader.misleads(call, content):
                continue
            _begin_again(subject)
            found = reader.reads_some_of(base) and reader.misleads(call, content)
            if found:
                raise CheckFailure(
                    "link_misleads",
                    f"The link {found[0][:80]!r}, told for {leaf_at(call, path)!r} as {path[-1]!r}, {found[1]}. Escape "
                    "each sign of a name that has a meaning in a URI, as urllib.parse.quote(name, safe='') and "
                    "encodeURIComponent do, and decode a link once.",
                    about=str(path[-1]),
                    arguments=call,
                )
        for ends in patience.each(_ALIKE) if content else ():
            _judge_alike(subject, reader, base, content, path, ends)
    return True


def _judge_alike(
    subject: Subject, reader: _Links, base: _Call, content: Path, path: Path, ends: tuple[str, str]
) -> None:
    """Judge that two records with names that are alike have each a link.

    A tool may keep the first record and tell its link. It does so for the same name as well, and lists it once.
    """
    calls = [
        with_leaf(with_leaf(base, path, f"{leaf_at(base, path)}{end}"), content, text)
        for end, text in zip(ends, _TEXTS, strict=True)
    ]
    fits = FlatSchema(subject.schema).fits
    if not all(fits(subject.schema, call) for call in calls) or not reader.shared_by(*calls):
        return
    again = with_leaf(calls[0], content, _TEXTS[1])
    _begin_again(subject)
    link = reader.shared_by(*calls)
    if link and not reader.lists_twice(link):
        _begin_again(subject)
        link = "" if reader.shared_by(calls[0], again) else link
    if link:
        first, second = (leaf_at(call, path) for call in calls)
        raise CheckFailure(
            "link_misleads",
            f"The link {link[:80]!r} is told for {second[-40:]!r} as {path[-1]!r}, but leads to what the call before "
            f"kept under {first[-40:]!r}. Give each record a link of its own, as by its id or a number behind a name.",
            about=str(path[-1]),
            arguments=calls[1],
        )


def _begin_again(subject: Subject) -> None:
    """Begin with a fresh server, in which ordinary calls work."""
    subject.renew()
    plausible_calls(subject, limit=1)


def _with_content(subject: Subject, reader: _Links, call: _Call) -> tuple[_Call, Path]:
    """Return a call with a text that its link shows, and the place of the text; no place if it shows none.

    No call if no link of it is read.
    """
    fits = FlatSchema(subject.schema).fits
    texts = [path for path in leaf_paths(call) if isinstance(leaf_at(call, path), str)]
    if not reader.reads_some_of(call):
        return {}, ()
    for path in texts[::-1][:_MAX_NAMES] if len(texts) > 1 else ():
        given = with_leaf(call, path, _TEXTS[0])
        # What is in the link is a name. A record of the same name may keep its link from this one.
        _begin_again(subject)
        if fits(subject.schema, given) and reader.reads_some_of(given) and reader.shows_first():
            return given, path
    return call, ()


class _Links:
    """The links that a server tells, and what is read through them.

    Args:
        subject: A tool of it.

    Attributes:
        can_read: Whether the server says that it has resources, or has a tool that takes a link.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._server = served_tool(subject).server
        readers = [subject.beside(*one) for one in subject.neighbours if one[0].tier == "read"]
        self._openers = [one for one in readers if _takes_link(one)]
        self._readers = [one for one in readers if one not in self._openers and one.facts.name != subject.facts.name]
        self._read: dict[str, str] = {}
        self._has_resources = self._server.offers("resources")
        self.can_read = self._has_resources or bool(self._openers)

    def made_by(self, call: _Call) -> list[str]:
        """Make a call and return the links that are told of it; none if it fails."""
        before = set(self._listed(call))
        outcome = self._subject.call(call)
        if looks_failed(outcome):
            return []
        own = list(_links_in(outcome))
        return list(dict.fromkeys([*own, *(link for link in self._listed(call) if link not in before)]))

    def _listed(self, call: _Call) -> Iterator[str]:
        """Yield the links that other tools and the list of resources tell."""
        if self._subject.facts.tier == "read":
            return
        for reader in self._readers[:_MAX_READERS]:
            for given in calls_like(reader, call)[:1]:
                yield from _links_in(reader.call(given))
        yield from self._resources()

    def _resources(self) -> list[str]:
        """Return the links in the list of resources."""
        found = self._server.asked("resources/list", {}, call_s=self._subject.call_s) if self._has_resources else None
        told = [one.get("uri") for one in (found or {}).get("resources") or () if isinstance(one, Mapping)]
        return [link for link in told if isinstance(link, str)]

    def lists_twice(self, link: str) -> bool:
        """Tell whether the list of resources has a link more than once, though it names one resource."""
        return self._resources().count(link) > 1

    def read(self, link: str) -> str | None:
        """Return what is read through a link; None if nothing is."""
        if self._has_resources:
            result = self._server.asked("resources/read", {"uri": link}, call_s=self._subject.call_s)
            contents = (result or {}).get("contents")
            if isinstance(contents, list) and contents:
                return "\n".join(_text_of(one) for one in contents if isinstance(one, Mapping))
        for opener in self._openers[:_MAX_READERS]:
            name = _takes_link(opener)
            for given in calls_like(opener, {name: link})[:1]:
                outcome = opener.call(given) if given.get(name) == link else None
                if outcome is not None and not looks_failed(outcome):
                    return outcome.text
        return None

    def reads_some_of(self, call: _Call) -> bool:
        """Make a call and tell whether a link that is told of it, or was of the one before, is read."""
        self._read = self._texts_of(self.made_by(call)[:_MAX_LINKS] or list(self._read))
        return bool(self._read)

    def _texts_of(self, links: Iterable[str]) -> dict[str, str]:
        return {link: text for link in links if (text := self.read(link)) is not None}

    def shows_first(self) -> bool:
        """Tell whether the links that are read show the first of our texts, and do not hold it."""
        return all(_shows_first(link, text) for link, text in self._read.items())

    def shared_by(self, first: _Call, second: _Call) -> str:
        """Return a link that both of two calls tell, or that is listed twice, and shows what the first one keeps."""
        read = self._texts_of(self.made_by(first)[:_MAX_LINKS])
        links = [link for link, text in read.items() if _shows_first(link, text)]
        outcome = self._subject.call(second) if links else None
        if outcome is None or looks_failed(outcome):
            return ""
        own = list(_links_in(outcome))
        shared = [link for link in links if (link in own if own else self.lists_twice(link))]
        shown = {link: self.read(link) or "" for link in shared}
        return next((link for link in shared if _TEXTS[0] in shown[link] and _TEXTS[1] not in shown[link]), "")

    def misleads(self, call: _Call, content: Path) -> tuple[str, str] | None:
        """Return a link that is told of a call and where it leads, if that is wrong; None if links are right.

        Args:
            call: A call with another name than the one whose links are read.
            content: The place of the text that a link shows; none if it is not known.
        """
        schemes = {link.partition(":")[0] for link in self._read}
        for link in self.made_by(call)[:_MAX_LINKS]:
            if link in self._read or link.partition(":")[0] not in schemes:
                continue
            text = self.read(link)
            if text is None:
                return link, "leads nowhere, while that of another name is read"
            if content and _TEXTS[1] not in text:
                return link, "leads to what is kept under another name" if _TEXTS[0] in text else "shows nothing of it"
        return None


def _links_in(outcome: Outcome) -> Iterator[str]:
    """Yield the links to resources in an answer, and the texts of its value that look like URIs."""
    for block in outcome.answer.blocks if outcome.answer is not None and outcome.succeeded else ():
        found = block.get("resource") if isinstance(block, dict) and block.get("type") == "resource" else block
        if isinstance(found, Mapping) and isinstance(found.get("uri"), str):
            yield found["uri"]
    for text in leaves(outcome.value) if outcome.succeeded else ():
        scheme, colon, _ = str(text).partition(":/")
        if colon and scheme.replace("-", "").replace("+", "").isalnum() and " " not in scheme:
            yield str(text)


def _shows_first(link: str, text: str) -> bool:
    return _TEXTS[0] in text and _TEXTS[0][:4] not in link


def _text_of(content: Mapping[str, Any]) -> str:
    text, blob = content.get("text"), content.get("blob")
    if isinstance(text, str):
        return text
    with suppress(ValueError, binascii.Error):
        return base64.b64decode(blob).decode("utf-8", "replace") if isinstance(blob, str) else ""
    return ""


def _takes_link(tool: Subject) -> str:
    """Return the argument of a tool that takes a link; "" without one."""
    return next(
        (name for name, node in FlatSchema(tool.schema).arguments.items() if role_of(name, node) is Role.URL), ""
    )
