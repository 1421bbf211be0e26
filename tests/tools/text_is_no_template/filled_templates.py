"""Functions whose template and values are arguments: some fill in their values one after another."""

from __future__ import annotations

import re

from ..marks import breaks, keeps

_NAME = re.compile(r"\[(\w+)\]")


@breaks("text_is_no_template")
def fill_label(label: str, parts: dict[str, str]) -> str:
    """Fill in a label for a jar.

    Args:
        label: A template such as "[fruit] of [year]".
        parts: The text for each name.
    """
    for name in _NAME.findall(label):
        if name not in parts:
            raise ValueError("Each name of the label needs its text.")
    for name, text in parts.items():
        label = label.replace(f"[{name}]", text)
    return label


@keeps("text_is_no_template")
def fill_label_in_one_pass(label: str, parts: dict[str, str]) -> str:
    """Fill in a label for a jar.

    Args:
        label: A template such as "[fruit] of [year]".
        parts: The text for each name.
    """
    return _NAME.sub(lambda found: parts.get(found[1], found[0]), label)


@keeps("text_is_no_template")
def fill_label_without_brackets(label: str, parts: dict[str, str]) -> dict[str, object]:
    """Fill in a label for a jar. Brackets within the parts are left out.

    Args:
        label: A template such as "[fruit] of [year]".
        parts: The text for each name.
    """
    plain = {name: text.replace("[", "").replace("]", "") for name, text in parts.items()}
    for name, text in plain.items():
        label = label.replace(f"[{name}]", text)
    return {"label": label, "parts": plain}


@keeps("text_is_no_template")
def fill_nested_label(label: str, parts: dict[str, str]) -> str:
    """Fill in a label for a jar, until no name is left: a part may refer to another one.

    Args:
        label: A template such as "[fruit] of [year]".
        parts: The text for each name.
    """
    for name, text in (*parts.items(), *parts.items()):
        label = label.replace(f"[{name}]", text)
    return label


@breaks("text_is_no_template")
def sign_for_door(sign: str, room: str, owner: str) -> str:
    """Return the text of a sign for a door.

    Args:
        sign: A template such as "{room} of {owner}".
        room: The name of the room.
        owner: Whose room it is.
    """
    return sign.replace("{room}", room).replace("{owner}", owner)


@keeps("text_is_no_template")
def sign_for_door_in_one_pass(sign: str, room: str, owner: str) -> str:
    """Return the text of a sign for a door.

    Args:
        sign: A template such as "{room} of {owner}".
        room: The name of the room.
        owner: Whose room it is.
    """
    return re.sub(r"\{(room|owner)\}", lambda found: {"room": room, "owner": owner}[found[1]], sign)
