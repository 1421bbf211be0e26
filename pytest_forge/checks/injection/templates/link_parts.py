"""Link parts: a text that is one part of a URL's path, and leads out of it.

https://example.com/customers/7/bills/a%2Fb        quote(name, safe=""): a part of the path, whatever signs it has
https://example.com/customers/7/bills/../../8      quote(name) leaves "/" as it is: a browser opens customers/8
"""

from __future__ import annotations

from urllib.parse import urlsplit

from ....profile.told_path_parts import told_path_part
from ....regex import regex
from ....targets.subject import Subject
from ..injection_point import InjectionPoint, call, mark_of
from .headers import written_and_returned

__all__ = ["judge_link_parts"]

_URL = regex(r"https?://[^\s<>\"'|\\^`{}\[\]()]+")
_FIX = 'Escape the text with quote(text, safe=""), or refuse such signs.'
#: Texts that a tool takes if it refuses ".." for nothing but where it leads: as short, and of signs as well.
_HARMLESS = ("zq", "--")


def judge_link_parts(subject: Subject, point: InjectionPoint) -> None:
    """Judge that a text stays one part of the path of a URL that the tool writes or returns.

    It is meant to be one if the description says so. Where it may have several parts, it must not lead up from where it
    stands if the tool refuses "..", but takes other texts that are as short.

    Raises:
        CheckFailure: If it adds a part, leads up, or begins what is behind a path.
    """
    first, second = mark_of(subject), mark_of(subject)
    if not any(first in urlsplit(url).path for url in _urls(subject, point, first)):
        return
    own = str(point.slot.schema.get("description") or "")
    said = told_path_part(point.slot.name, own, subject.facts.description or "")
    if not said and not _refuses_to_lead_up(subject, point):
        return
    because = f'The description says "{said}"' if said else "The tool refuses '..'"
    for text in (f"../{first}", f"{second}/../../{first}"):
        if any(f"/{text}" in urlsplit(url).path for url in _urls(subject, point, text)):
            raise point.finding(
                "url_part_injection",
                f"{because}, but given {text!r} in {point.slot.shown!r}, the path of the URL leads up. {_FIX}",
                point.with_text(text),
            )
    for sign, place in (("/", "path"), ("?", "query"), ("#", "fragment")) if said else ():
        text = f"{first}{sign}{second}"
        begun = f"/{text}" if sign == "/" else second
        if any(begun in getattr(urlsplit(url), place) for url in _urls(subject, point, text)):
            raise point.finding(
                "url_part_injection",
                f"{because}, but given {text!r} in {point.slot.shown!r}, the URL has {sign!r} as it is. {_FIX}",
                point.with_text(text),
            )


def _refuses_to_lead_up(subject: Subject, point: InjectionPoint) -> bool:
    """Tell whether the tool refuses "..", and neither another short text nor one of signs."""
    if call(subject, point.with_text("..")).succeeded:
        return False
    return all(call(subject, point.with_text(text)).succeeded for text in _HARMLESS)


def _urls(subject: Subject, point: InjectionPoint, text: str) -> list[str]:
    """Return the URLs that a call writes or returns."""
    written, returned = written_and_returned(subject, point, text)
    return [url for one in (*written, *returned) for url in _URL.findall(one)]
