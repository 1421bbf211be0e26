"""Page: a template with its style, script and data, as one file of HTML.

The policy of a page allows its own style and script by their hashes and nothing else, so that no text of a tool or a
model can run or load anything, even if it were written unescaped.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import re
from importlib import resources
from typing import Any

from forge_harness import install_extra

from ...regex import regex

__all__ = ["html_page", "legible", "missing_package"]

#: Characters that are invisible, or that reorder the text around them. Joiners stay, since scripts and emoji need them.
_INVISIBLE = regex(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ud800-\\udfff]"
)


def missing_package() -> str:
    """Return that jinja2 is not installed and what to do, in two sentences; empty if it is installed."""
    if importlib.util.find_spec("jinja2") is not None:
        return ""
    return f"The format html needs jinja2, which is not installed. Add it with {install_extra('html')}."


def html_page(name: str, data: Any, **facts: Any) -> str:
    """Return the page *name*, without a line end.

    Args:
        name: Of its template and its script.
        data: JSON value for the script; on the page once.
        facts: Values for the template, which escapes them.
    """
    # An optional part, and only this format needs it.
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_text), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    style, script = _text("page.css"), f"{_text('page.js')}\n{_text(f'{name}.js')}"
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )
    return environment.get_template(f"{name}.html").render(
        **legible(facts),
        policy=policy,
        style=style,
        script=script,
        data=_embedded(legible(data)),
    )


def legible(value: Any) -> Any:
    """Return a JSON value in whose texts invisible characters are shown as escape sequences."""
    if isinstance(value, str):
        return _INVISIBLE.sub(_escaped, value.replace("\r\n", "\n"))
    if isinstance(value, dict):
        return {legible(str(key)): legible(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [legible(item) for item in value]
    return value


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _embedded(value: Any) -> str:
    """Return JSON in which no text can end the element around it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=repr)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _text(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8").strip()
