"""Recordings of others, as the tests of `forge cassettes` write them."""

from __future__ import annotations

import json
from pathlib import Path

import yaml

__all__ = ["ANSWER", "KEY", "URL", "entry", "write"]

URL = "https://api.openai.com/v1/chat/completions"
KEY = "sk-proj-8Fh3kQz71LmPv0RtYb92WxNc45GdEs6A"
ANSWER = {"id": "c1", "model": "m", "choices": [{"message": {"role": "assistant", "content": "Hello."}}]}


def entry(body: str = '{"model": "m"}', *, url: str = URL, answer: object = ANSWER, **request: object) -> dict:
    headers = {"content-type": ["application/json"], "date": ["Mon, 05 Jan 2026 10:00:00 GMT"]}
    return {
        "request": {"method": "POST", "uri": url, "body": body, "headers": {}, **request},
        "response": {
            "status": {"code": 200, "message": "OK"},
            "headers": headers,
            "body": {"string": json.dumps(answer)},
        },
    }


def write(path: Path, *entries: dict) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump({"version": 1, "interactions": list(entries)}))
    return path
