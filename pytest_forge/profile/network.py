"""Network: tools that are meant to reach the network, and requests that only ask for data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from ..regex import regex
from ..targets.facts import ToolFacts
from .claim import Claim, claim_of
from .roles import name_words

__all__ = ["asks", "reaches_out", "tells_only", "tells_only_by_host"]

#: Parts of a path for which a POST only asks for data, or for a token.
_QUESTIONS = regex(
    r"(?:^|[/:_.-])(?P<word>_?m?search|query|queries|graphql|gql|find|filter|lookup|list|count|sparql|sql|select|rpc|"
    r"jsonrpc|embeddings?|completions?|chat|responses|messages|generate\w*|predict\w*|infer\w*|translate|detect|"
    r"analy[sz]e|classify|rerank|moderations?|batchget|get\w*|read\w*|fetch\w*|oauth2?|token|auth\w*|login|sessions?|"
    r"geocode|convert|calculate|validate|check|verify|parse|extract|render|preview|suggest\w*|autocomplete|route|"
    r"directions)(?:$|[/:?._-])",
    re.IGNORECASE,
)
#: URL parts of fire-and-forget endpoints (telemetry, webhooks).
_TELLING = regex(
    r"(?:^|[/._-])(?:telemetry|analytics|metrics?|stats|track|tracking|tracker|collect|collector|beacon|webhooks?|hooks?|"
    r"events?|logs?|audit|ping|hit|usage|pixel|notify|exfil)(?:$|[/?._-])",
    re.IGNORECASE,
)
#: The same for a host.
_TELLING_HOST = regex(
    r"(?:^|[.-])(?:telemetry|analytics|metrics|stats|track|tracking|tracker|collect|collector|beacon|usage|pixel|exfil)"
    r"(?:[.-]|$)",
    re.IGNORECASE,
)
#: First words of the names of tools that ask for data.
_ASKING_VERBS = frozenset(
    {"search", "query", "find", "translate", "embed", "classify", "analyze", "analyse", "predict", "ask", "generate",
     "summarize", "summarise", "detect", "moderate", "transcribe", "complete", "extract", "rerank", "chat"}
)  # fmt: skip
#: Words of tools that work on the network, or may do so.
_NETWORK = frozenset(
    {"api", "web", "webpage", "website", "site", "url", "uri", "link", "http", "https", "online", "internet",
     "network", "net", "fetch", "download", "crawl", "scrape", "server", "host", "hostname", "domain", "dns", "ip",
     "port", "ping", "remote", "endpoint", "webhook", "service", "rest", "graphql", "rpc", "socket", "client",
     "feed", "rss", "email", "mail", "smtp", "imap", "ftp", "ssh", "cloud", "s3", "bucket", "github", "gitlab",
     "jira", "slack", "database", "db", "sql", "redis", "postgres", "mysql", "mongo", "weather", "forecast", "stock",
     "quote", "currency", "exchange", "rate", "news", "wikipedia", "search", "geocode", "map", "maps", "route",
     "directions", "whois", "ntp", "translate", "llm", "model", "embedding", "docker", "kubernetes", "cluster",
     "daemon", "queue", "broker", "kafka", "mqtt", "live", "latest", "upstream", "registry", "package", "pypi",
     "npm", "arxiv", "doi", "crypto", "price", "flight", "hotel", "timezone", "ticker", "account", "customer"}
)  # fmt: skip


def reaches_out(tool: ToolFacts) -> Claim:
    """Return the claim that calls of a tool reach the network."""
    for text, place in _told(tool):
        word = next((word for word in name_words(text) if word in _NETWORK or word.removesuffix("s") in _NETWORK), "")
        if word:
            return claim_of(tool, "open_world", word=word, place=place)
    return claim_of(tool, "open_world")


def asks(tool: ToolFacts, *, method: str, url: str, body: str) -> Claim:
    """Return the claim that a request only asks for data, such as a search, although its method allows changes.

    Args:
        tool: The tool that sends it.
        method: Such as ``POST``.
        url: Its address.
        body: Its body.
    """
    address = urlsplit(url)
    if method not in ("POST", "PUT") or re.search(r"\bmutation\b", body[:200]):
        return Claim("posts_questions", False, "unsaid")
    first = next(iter(name_words(tool.name)), "")
    last = _QUESTIONS.search(address.path.rpartition("/")[2])
    anywhere = None if _TELLING.search(address.path) else _QUESTIONS.search(address.path)
    word, place = "", "the address of its request"
    if _TELLING.search(address.netloc):
        word = ""
    elif last is not None:
        word = last["word"]
    elif anywhere is not None:
        word = anywhere["word"]
    elif first in _ASKING_VERBS and not _TELLING.search(address.path):
        word, place = first, "its name"
    return claim_of(tool, "posts_questions", word=word, place=place)


def tells_only(url: str) -> bool:
    """Tell whether an address is a fire-and-forget endpoint, by its words."""
    return _TELLING.search(url) is not None


def tells_only_by_host(host: str) -> bool:
    """Tell the same by the words of the host only."""
    return _TELLING_HOST.search(host) is not None


def _told(tool: ToolFacts) -> Iterator[tuple[str, str]]:
    """Yield the texts about a tool, each with its place."""
    yield tool.name, "its name"
    yield tool.description or "", "its description"
    properties = tool.input_schema.get("properties") if isinstance(tool.input_schema, dict) else None
    for name, node in (properties if isinstance(properties, dict) else {}).items():
        yield name, f"the argument {name!r}"
        yield str(node.get("description", "")) if isinstance(node, dict) else "", f"the description of {name!r}"
