"""A server of recipe cards, in which a passage of a card is replaced by a text, signs and all, or not."""

from __future__ import annotations

import json
import re
import sys

from raw import Refused, serve, tool

MODE = (sys.argv[1:] or ["plain"])[0]
CARDS: dict[str, str] = {}
TEXT = {"type": "string"}


def _card(dish: str) -> str:
    if dish not in CARDS:
        raise Refused("There is no such card.")
    return CARDS[dish]


def add_card(dish: str, markdown: str) -> str:
    if dish in CARDS:
        raise Refused("There is such a card.")
    CARDS[dish] = markdown
    return "Added."


def change_card(dish: str, find: str, put: str) -> str:
    card = _card(dish)
    if not find or card.count(find) != 1:
        raise Refused("That is not on the card, or more than once.")
    if MODE == "halved":
        put = put.replace("$$", "$").replace("\\\\", "\\")
    CARDS[dish] = re.sub(re.escape(find), put if MODE in ("signs", "told") else lambda _: put, card)
    return "Changed."


def show_card(dish: str) -> str:
    return json.dumps({"dish": dish, "steps": _card(dish)})


def fill_in(guest: str) -> str:
    return re.sub("GUEST", guest if MODE == "signs" else lambda _: guest, "Dear GUEST, come for dinner.")


if __name__ == "__main__":
    dish, reads = {"dish": TEXT}, {"readOnlyHint": True}
    put = {**TEXT, "description": "The new words; \\g<0> stands for those found."} if MODE == "told" else TEXT
    serve(
        [
            tool("add_card", add_card, arguments={**dish, "markdown": TEXT}),
            tool("change_card", change_card, arguments={**dish, "find": TEXT, "put": put}),
            tool("show_card", show_card, arguments=dish, annotations=reads),
            tool("fill_in", fill_in, arguments={"guest": TEXT}, annotations=reads),
        ]
    )
