"""Readers of a part of a text file, which may begin or end within the bytes of a letter."""

from __future__ import annotations

from pathlib import Path

from ..marks import breaks, keeps


def _bytes(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError:
        raise LookupError(f"There is no {name}.") from None


def _text(part: bytes) -> str:
    try:
        return part.decode()
    except UnicodeDecodeError:
        raise ValueError("The journal is not UTF-8.") from None


@breaks("common_rules_hold")
def begin_of_journal(size: int = 500) -> dict[str, str]:
    """Return the first bytes of journal.txt.

    Args:
        size: How many bytes to read, at least 4.
    """
    if size < 4:
        raise ValueError("size must be at least 4.")
    return {"text": _text(_bytes("journal.txt")[:size])}


@keeps("common_rules_hold", judged=True)
def begin_of_journal_in_whole_letters(size: int = 500) -> dict[str, str]:
    """Return the first bytes of journal.txt.

    Args:
        size: How many bytes to read, at least 4.
    """
    if size < 4:
        raise ValueError("size must be at least 4.")
    return {"text": _bytes("journal.txt")[:size].decode(errors="ignore")}


@keeps("common_rules_hold")
def begin_of_journal_up_to_a_letter(size: int = 500) -> dict[str, str]:
    """Return the first bytes of journal.txt; a size that ends in the middle of a letter is refused.

    Args:
        size: How many bytes to read, at least 4.
    """
    if size < 4:
        raise ValueError("size must be at least 4.")
    return {"text": _text(_bytes("journal.txt")[:size])}


@keeps("common_rules_hold")
def begin_of_codes(size: int = 500) -> dict[str, str]:
    """Return the first bytes of codes.txt, which holds signs of ASCII alone.

    Args:
        size: How many bytes to read, at least 4.
    """
    part = _bytes("codes.txt")[: max(4, size)]
    if not part.isascii():
        raise ValueError("There are signs in codes.txt that are not ASCII.")
    return {"text": part.decode()}


@breaks("common_rules_hold")
def latest_entries(entries: int = 5) -> list[str]:
    """Return the latest entries of journal.log, a line each.

    Args:
        entries: How many entries to return.
    """
    part = _bytes("journal.log")[-150 * entries :]
    return _text(part).splitlines()[-entries:]


@keeps("common_rules_hold", judged=True)
def latest_whole_entries(entries: int = 5) -> list[str]:
    """Return the latest entries of journal.log, a line each.

    Args:
        entries: How many entries to return.
    """
    return [_text(line) for line in _bytes("journal.log").splitlines()[-entries:]]
