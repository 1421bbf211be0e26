"""A server that prints labels in house styles, whose sizes a call may replace for itself; or for good, by mistake."""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

MODE = sys.argv[1]
STYLES = {
    "pantry": {"frame": {"sign": "#"}, "size": {"columns": 34, "blank": 3}},
    "cellar": {"frame": {"sign": "="}, "size": {"columns": 28, "blank": 2}},
}
READS = {"readOnlyHint": True}
STYLE = {"style": {"type": "string", "maxLength": 30, "description": "Name of a style."}}
TEXT = {"text": {"type": "string", "maxLength": 20, "description": "What stands on the label."}}
COLUMNS = {"columns": {"type": "integer", "default": 0, "maximum": 90, "description": "Widest line; 0: the style's."}}
BLANK = {"blank": {"type": "integer", "default": 0, "maximum": 8, "description": "Blanks at the left; 0: the style's."}}


def style_of(name: str) -> dict:
    if name not in STYLES:
        raise Refused(f"There is no such style; known are {', '.join(STYLES)}.")
    return dict(STYLES[name]) if MODE == "shares" else {key: dict(part) for key, part in STYLES[name].items()}


def style_names() -> str:
    return json.dumps(sorted(STYLES))


def show_style(style: str) -> str:
    return json.dumps(style_of(style))


def print_label(style: str, text: str, columns: int = 0, blank: int = 0) -> str:
    chosen = style_of(style)
    size = chosen["size"]
    size["columns"] = max(columns, 24) if columns else size["columns"]
    size["blank"] = blank or size["blank"]
    sign = chosen["frame"]["sign"]
    return f"{sign} {' ' * size['blank']}{text}"[: size["columns"]]


def cut_label(style: str, text: str, columns: int = 0) -> str:
    """Its answers do not show the columns, as long as the text is short."""
    return print_label(style, text, columns)


TOOLS = [
    tool("style_names", style_names, arguments={}, annotations=READS),
    tool("show_style", show_style, arguments=STYLE, annotations=READS),
    tool("print_label", print_label, arguments={**STYLE, **TEXT, **COLUMNS, **BLANK}, annotations=READS),
    tool("cut_label", cut_label, arguments={**STYLE, **TEXT, **COLUMNS}, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
