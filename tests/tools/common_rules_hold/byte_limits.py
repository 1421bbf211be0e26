"""Functions that limit a text in bytes, by their descriptions, and count its bytes or its characters."""

from __future__ import annotations

from ..marks import breaks, keeps


@breaks("common_rules_hold")
def engrave_plate(line: str) -> dict[str, object]:
    """Order a plate with one line.

    Args:
        line: What is engraved, up to 48 bytes in UTF-8.
    """
    if not line.strip() or len(line) > 48:
        raise ValueError("line must have 1 to 48 bytes.")
    return {"line": line, "ordered": True}


@keeps("common_rules_hold")
def engrave_plate_of_bytes(line: str) -> dict[str, object]:
    """Order a plate with one line.

    Args:
        line: What is engraved, up to 48 bytes in UTF-8.
    """
    if not line.strip() or len(line.encode()) > 48:
        raise ValueError("line must have 1 to 48 bytes.")
    return {"line": line, "ordered": True}


@keeps("common_rules_hold")
def engrave_plate_of_letters(line: str) -> dict[str, object]:
    """Order a plate with one line.

    Args:
        line: What is engraved, up to 48 characters. It is kept with a seal of 32 bytes.
    """
    if not line.strip() or len(line) > 48:
        raise ValueError("line must have 1 to 48 characters.")
    return {"line": line, "ordered": True}


@keeps("common_rules_hold")
def engrave_plate_in_one_code_page(line: str) -> dict[str, object]:
    """Order a plate with one line.

    Args:
        line: What is engraved in Latin-1, up to 48 bytes.
    """
    try:
        size = len(line.encode("latin-1"))
    except UnicodeEncodeError:
        raise ValueError("line must be Latin-1.") from None
    if not 1 <= size <= 48:
        raise ValueError("line must have 1 to 48 bytes.")
    return {"line": line, "ordered": True}
