"""Made keys: random keys of a form, and what comes near one."""

from __future__ import annotations

import random

from pytest_forge.cassettes.redaction.secret_forms import ALPHABETS, Part, parts_of

#: An open length goes this far beyond the least.
BEYOND = 8
#: As issuers draw them: a key without any digit is one in thousands.
_DIGITS = set("0123456789")


def key_of(form: str, chance: random.Random) -> str:
    """Return a random key of *form*."""
    parts = parts_of(form)
    has_digits = any(_DIGITS & set(ALPHABETS[part[0]]) for part in parts if not isinstance(part, str))
    for _ in range(100):
        made = [_piece(part, chance) for part in parts]
        if not has_digits or any(
            _DIGITS & set(piece) for piece, part in zip(made, parts, strict=True) if not isinstance(part, str)
        ):
            break
    key = "".join(made)
    # Real keys have no edge that a sentence would take for its own.
    return key[:-1] + "7" if key[-1] in "-_.=+/~%" and form[-1] == "}" else key


def cut(form: str, chance: random.Random) -> str:
    """Return what is one character too short for *form*, in its last part."""
    *before, last = parts_of(form)
    assert not isinstance(last, str)
    return "".join(_piece(part, chance) for part in before) + _drawn(last[0], last[1] - 1, chance)


def _piece(part: Part, chance: random.Random) -> str:
    if isinstance(part, str):
        return part
    alphabet, least, most = part
    return _drawn(alphabet, chance.randint(least, min(most or least + BEYOND, least + BEYOND)), chance)


def _drawn(alphabet: str, size: int, chance: random.Random) -> str:
    # What stands for another character in an address stands for itself nowhere.
    letters = ALPHABETS[alphabet].replace("%", "")
    inner = [letter for letter in letters if letter.isalnum()]
    drawn = [chance.choice(letters) for _ in range(size)]
    if drawn:
        drawn[0] = chance.choice(inner)
    return "".join(drawn)
