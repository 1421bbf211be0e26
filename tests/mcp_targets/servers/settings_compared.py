"""A server with the settings of two sites: one reader masks a token, and others show it, hide it, or are meant to."""

from __future__ import annotations

import json

from raw import serve, tool

READS = {"readOnlyHint": True}
SITE = {"type": "string", "enum": ["north", "south"], "description": "A site."}
settings = {
    "north": {"LEVEL": "info", "MAIL_TOKEN": "mt-4711-aa"},
    "south": {"LEVEL": "warn", "MAIL_TOKEN": "mt-9020-bb"},
}


def show_settings(site: str) -> str:
    shown = {name: "********" if name.endswith("TOKEN") else value for name, value in settings[site].items()}
    return json.dumps([{"name": name, "value": value} for name, value in shown.items()])


def compare_sites(first: str, second: str) -> str:
    return json.dumps(
        [{"name": name, "first": settings[first][name], "second": settings[second][name]} for name in settings[first]]
    )


def compare_names(first: str, second: str) -> str:
    same = [settings[first][name] == settings[second][name] for name in settings[first]]
    return json.dumps([{"name": name, "same": one} for name, one in zip(settings[first], same, strict=True)])


def reveal_secrets(site: str) -> str:
    return json.dumps([{"name": name, "value": value} for name, value in settings[site].items()])


if __name__ == "__main__":
    one, two = {"site": SITE}, {"first": SITE, "second": SITE}
    serve(
        [
            tool("show_settings", show_settings, arguments=one, annotations=READS),
            tool("compare_sites", compare_sites, arguments=two, annotations=READS),
            tool("compare_names", compare_names, arguments=two, annotations=READS),
            tool("reveal_secrets", reveal_secrets, arguments=one, annotations=READS),
        ]
    )
