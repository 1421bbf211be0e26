"""Functions that change one part of a link."""

from __future__ import annotations

from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit, urlunsplit

from ..marks import breaks, keeps


def _with_query(link: str, query: str) -> str:
    parts = urlsplit(link)
    if parts.scheme not in {"http", "https"}:
        raise ValueError("The link must begin with http:// or https://.")
    return urlunsplit(parts._replace(query=query))


@breaks("common_rules_hold")
def translate_link(link: str, language: str) -> dict[str, str]:
    """Set the language of a shop's link. What else it asks for stays.

    Args:
        link: Link to a page of the shop, with http or https. Its other parameters are kept.
        language: Code of the language, such as "de".
    """
    query = {name: values[0] for name, values in parse_qs(urlsplit(link).query, keep_blank_values=True).items()}
    return {"link": _with_query(link, urlencode({**query, "lang": language}))}


@breaks("common_rules_hold")
def share_link(link: str, channel: str) -> str:
    """Append the channel by which a URL is shared to its query, so that the shop can tell where visitors come from."""
    return _with_query(link, urlencode([*parse_qsl(urlsplit(link).query), ("channel", channel)]))


@keeps("common_rules_hold", judged=True)
def print_link(link: str, channel: str) -> str:
    """Append the channel by which a URL is printed to its query, so that the shop can tell where visitors come from."""
    return _with_query(link, urlencode([*parse_qsl(urlsplit(link).query, keep_blank_values=True), ("by", channel)]))


@keeps("common_rules_hold")
def tidy_link(link: str, channel: str) -> str:
    """Append a channel to the query of a URL. Of several values of a parameter, the last one counts."""
    return _with_query(link, urlencode({**dict(parse_qsl(urlsplit(link).query)), "by": channel}))
