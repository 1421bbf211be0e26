"""Recorded sessions as a page of HTML: turns, calls with results, time lines, drift, tokens and cost."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .page import html_page

__all__ = ["sessions_page"]

_MAX_TEXT = 1_000_000
#: Turns on the page for readers without JavaScript, and characters of each of their texts.
_MAX_PLAIN, _MAX_PLAIN_TEXT = 200, 2_000
#: Parts of a call or of drift that hold a value, which the page shows as JSON.
_VALUES = ("arguments", "result", "input", "recorded", "now")
#: Parts that stand side by side; of these, JSON that was sent as text is laid out like a value.
_SIDES = ("recorded", "now")


def sessions_page(sessions: Sequence[Mapping[str, Any]]) -> str:
    """Return the page.

    Args:
        sessions: As `forge replay --format json` prints them, with what `viewed_session` adds.
    """
    folder = _common_folder([session["cassette"] for session in sessions])
    if folder:
        sessions = [{**session, "cassette": session["cassette"].removeprefix(f"{folder}/")} for session in sessions]
    turns = [turn for session in sessions for turn in session["turns"]]
    asked = [turn for turn in turns if turn["is_conversation"]]
    tokens = {key: sum(session["usage"][key] for session in sessions) for key in ("input_tokens", "output_tokens")}
    costs = [session["cost_usd"] for session in sessions if session["cost_usd"] is not None]
    drift = sum(len(session.get("drift", ())) for session in sessions)
    plain = [(session["cassette"], _written(turn, most=_MAX_PLAIN_TEXT)) for session in sessions
             for turn in session["turns"]][:_MAX_PLAIN]  # fmt: skip
    return html_page(
        "sessions",
        {"sessions": [_written(session, most=_MAX_TEXT) for session in sessions]},
        headline=f"{_counted(len(asked), 'turn')} in {_counted(len(sessions), 'session')}",
        names=[session["cassette"] for session in sessions][:3],
        others=max(len(sessions) - 3, 0),
        folder=folder,
        counts=[
            ("turns", f"{len(asked):,}", ""),
            ("calls of tools", f"{sum(len(turn['tool_calls']) for turn in turns):,}", ""),
            ("without a complete reply", sum(turn["error"] is not None for turn in asked), "failed"),
            *([("calls drifted", drift, "failed")] if any("drift" in session for session in sessions) else []),
            ("tokens in", f"{tokens['input_tokens']:,}", ""),
            ("tokens out", f"{tokens['output_tokens']:,}", ""),
            (
                f"cost of {len(costs)} of {len(sessions)} sessions" if 0 < len(costs) < len(sessions) else "cost",
                dollars(sum(costs)) if costs else "unknown",
                "",
            ),
        ],
        plain=plain,
        hidden=max(len(turns) - _MAX_PLAIN, 0),
    )


def _common_folder(cassettes: Sequence[str]) -> str:
    """Return the folder that holds all files; empty for a single file, and if there is none but the root."""
    if len(cassettes) < 2:
        return ""
    try:
        found = os.path.commonpath([Path(one).parent for one in cassettes])
    except ValueError:
        # Some are absolute, and others are not.
        return ""
    return "" if found in (".", "/") else found


def dollars(cost_usd: float) -> str:
    """Return an amount in dollars."""
    # A turn rarely costs a cent.
    return f"${cost_usd:.2f}" if cost_usd >= 10 or cost_usd == 0 else f"${cost_usd:.6f}"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _written(value: Any, *, most: int, is_text: bool = False) -> Any:
    """Return a part of a session, its values as JSON text and its texts cut at *most* characters."""
    if is_text and value is not None and not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False, indent=2, default=repr)
    if isinstance(value, str):
        return value if len(value) <= most else f"{value[:most]}… ({len(value):,} characters)"
    if isinstance(value, Mapping):
        return {
            key: _written(_decoded(item) if key in _SIDES else item, most=most, is_text=key in _VALUES)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [_written(item, most=most) for item in value]
    return value


def _decoded(value: Any) -> Any:
    """Return the object or list in a JSON text, and any other value unchanged."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
