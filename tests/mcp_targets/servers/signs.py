"""A server of signs in folders by language. It asks for a code at the beginning of a language, or for a code alone."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from raw import Refused, serve, tool

CODE = re.compile(r"[a-z]{2}")
matches = CODE.match if sys.argv[1:2] == ["beginning"] else CODE.fullmatch
for language, text in (("en", "Way out"), ("fi", "Ulos")):
    Path("signs", language).mkdir(parents=True, exist_ok=True)
    Path("signs", language, "exit.txt").write_text(text, encoding="utf-8")
ARGUMENTS = {
    "sign": {"type": "string", "enum": ["exit"], "description": "The sign."},
    "language": {"type": "string", "maxLength": 60, "default": "en", "description": "A language, such as fi."},
}


def sign_text(sign: str, language: str = "en") -> str:
    place = Path("signs", language, f"{sign}.txt")
    if not matches(language) or not place.is_file():
        raise Refused("There is no such sign.")
    return place.read_text(encoding="utf-8")


if __name__ == "__main__":
    serve([tool("sign_text", sign_text, arguments=ARGUMENTS, annotations={"readOnlyHint": True})])
