"""Notices of a module, whose inner lists a copy shares or has for itself."""

from __future__ import annotations

import copy

from ..marks import breaks, keeps

_NOTICE = {"sender": "office@club.example", "recipients": ["board@club.example"], "urgent": False}


def _filled(notice: dict[str, object], title: str, more: list[str] | None) -> dict[str, object]:
    recipients = notice["recipients"]
    assert isinstance(recipients, list)
    for address in more or []:
        if address.count("@") != 1 or " " in address:
            raise ValueError("Only e-mail addresses can be informed.")
        if address not in recipients:
            recipients.append(address)
    return {**notice, "title": title}


@breaks("equal_calls_agree")
def draft_notice(title: str, informed: list[str] | None = None) -> dict[str, object]:
    """Show how a notice of the club would look. Nothing is stored or sent.

    Args:
        title: Title of the notice.
        informed: E-mail addresses of those who get it besides the board.
    """
    return _filled(copy.copy(_NOTICE), title, informed)


@keeps("equal_calls_agree")
def draft_notice_of_own(title: str, informed: list[str] | None = None) -> dict[str, object]:
    """Show how a notice of the club would look. Nothing is stored or sent.

    Args:
        title: Title of the notice.
        informed: E-mail addresses of those who get it besides the board.
    """
    return _filled(copy.deepcopy(_NOTICE), title, informed)
