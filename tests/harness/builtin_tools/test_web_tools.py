"""The tools that send requests, over a scripted network: what is sent, and what the model gets."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from forge_harness import FORGE_TOOL_REGISTRY, EgressClient, Tool, dispatch_tool_call
from forge_harness.texts.body_text import decoded_body
from forge_harness.texts.page_text import page_text
from forge_harness.tools.adapters.webhook_call import webhook_call
from forge_harness.tools.builtin.http_request import http_request
from forge_harness.tools.builtin.web_fetch import web_fetch
from forge_harness.tools.builtin.web_search import web_search

from .deviations import outcomes

Reply = Callable[[httpx.Request], httpx.Response]


class Network:
    """A client whose requests are noted and answered by *reply*."""

    def __init__(self, reply: Reply | httpx.Response | None = None) -> None:
        self.asked: list[httpx.Request] = []
        self._reply = reply or httpx.Response(200, text="ok")
        self.client = EgressClient(None, transport=httpx.MockTransport(self._answer))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return self._reply(request) if callable(self._reply) else self._reply


def called(tool: Tool, arguments: dict[str, Any]) -> Any:
    """Return what the model gets."""
    with FORGE_TOOL_REGISTRY.restored():
        FORGE_TOOL_REGISTRY[tool.name] = tool
        return dispatch_tool_call(tool.name, arguments)


URL = "https://api.example.com/orders"

# --- http_request -------------------------------------------------------------------------------------

HTTP_REQUEST = [  # arguments, what the tool does
    ({"method": "GET", "url": URL}, ["GET", 30.0]),
    ({"method": "POST", "url": URL, "body": "x"}, ["POST", 30.0]),
    ({"method": "PUT", "url": URL}, ["PUT", 30.0]),
    ({"method": "DELETE", "url": URL}, ["DELETE", 30.0]),
    ({"method": "GET", "url": URL, "timeout": 0}, ["GET", 30.0]),
    ({"method": "GET", "url": URL, "timeout": 5}, ["GET", 5.0]),
    ({"method": "GET", "url": URL, "timeout": 100_000}, ["GET", 120.0]),
    ({"method": "", "url": URL}, "ToolValidationError"),
    ({"method": "PATCH", "url": URL}, "ToolValidationError"),
    ({"method": "GET", "url": "ftp://x"}, "unsupported_scheme"),
    ({"method": "GET", "url": "file:///etc/passwd"}, "unsupported_scheme"),
    ({"method": "GET", "url": ""}, "unsupported_scheme"),
    ({"method": "GET"}, "ToolValidationError"),
]


@pytest.mark.requirement("http_request:four-methods")
@pytest.mark.parametrize(("arguments", "outcome"), outcomes(HTTP_REQUEST=HTTP_REQUEST))
def test_a_request_is_sent_as_asked(arguments: dict[str, Any], outcome: Any) -> None:
    network = Network()

    result = called(http_request(network.client), arguments)

    if isinstance(outcome, str):
        assert (result["error"], network.asked) == (outcome, [])
    else:
        [request] = network.asked
        assert [request.method, request.extensions["timeout"]["read"]] == outcome
        assert result == {"status": 200, "status_text": "OK", "url": URL, "body": "ok", "truncated": False}


def test_without_a_policy_nothing_is_sent() -> None:
    for tool, arguments in (
        (http_request(EgressClient(None)), {"method": "GET", "url": URL}),
        (web_fetch(EgressClient(None)), {"url": URL}),
        (webhook_call(EgressClient(None)), {"url": URL, "payload": {}}),
        (web_search(EgressClient(None), environment={"TAVILY_API_KEY": "k"}), {"query": "x"}),
    ):
        assert called(tool, arguments)["error"] == "egress_refused"


def test_an_answer_is_returned_whatever_its_status_and_without_its_headers() -> None:
    network = Network(httpx.Response(404, text="no such order", headers={"set-cookie": "secret"}))

    result = called(http_request(network.client), {"method": "GET", "url": URL})

    assert result == {
        "status": 404,
        "status_text": "Not Found",
        "url": URL,
        "body": "no such order",
        "truncated": False,
    }


@pytest.mark.parametrize(
    ("character", "number"), [("x", 2_000_000), ("\x01", 700_000), ("€", 400_000), ("a€", 400_000)]
)
def test_a_long_body_leaves_the_result_an_object(character: str, number: int) -> None:
    network = Network(httpx.Response(200, text=character * number))

    result = called(http_request(network.client), {"method": "GET", "url": URL})

    assert result["truncated"] is True
    assert set(result["body"]) == set(character)
    assert len(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()) <= 768 * 1024


@pytest.mark.parametrize(
    ("content", "content_type", "body"),
    [
        ("Straße".encode("latin-1"), "text/plain; charset=latin-1", "Straße"),
        ("Straße".encode("utf-16"), "text/plain", "Straße"),
        (b"\xef\xbb\xbfa", "text/plain; charset=latin-1", "a"),
        ("Straße".encode(), "text/plain; charset=rot13", "Straße"),
        ("Straße".encode(), 'text/plain; charset="UTF-8"', "Straße"),
        (b'<meta charset="windows-1252">\x80', "text/html", '<meta charset="windows-1252">€'),
        (b"\xff\x00", "application/octet-stream", "\ufffd\0"),
    ],
)
def test_a_body_is_text_in_its_encoding(content: bytes, content_type: str, body: str) -> None:
    network = Network(httpx.Response(200, content=content, headers={"content-type": content_type}))

    assert called(http_request(network.client), {"method": "GET", "url": URL})["body"] == body


HOSTILE_CHARSETS = ["punycode", "idna", "unicode_escape", "raw_unicode_escape", "zip", "bz2", "hex", "rot13", "uu"]
HOSTILE_CHARSETS += ["base64", "quopri", "undefined", "utf-7", "utf-32", "x" * 60_000, "\xe9", "utf-8\x00", "..", "os"]


@pytest.mark.parametrize("charset", HOSTILE_CHARSETS, ids=lambda charset: ascii(charset[:20]))
def test_a_server_does_not_choose_among_the_codecs_of_python(charset: str) -> None:
    body = rb"\u0041 \x41 Stra-kva" + "ß".encode()
    kind = f"text/plain; charset={charset}".encode("latin-1")
    network = Network(httpx.Response(200, content=body, headers=[(b"content-type", kind)]))

    assert called(http_request(network.client), {"method": "GET", "url": URL})["body"] == body.decode()
    assert decoded_body(f'<meta charset="{charset[:300]}">'.encode() + body).endswith("ß")


@pytest.mark.parametrize(
    "charset", ["utf-16", "utf-16le", "gbk", "shift_jis", "iso-2022-jp", "koi8-r", "euc-kr", "cp437"]
)
@pytest.mark.parametrize("body", [b"", b"a", b"\xff", b"a\x00b\x00", b"\x1b$B!"])
def test_no_bytes_break_an_encoding(charset: str, body: bytes) -> None:
    assert isinstance(decoded_body(body, f"text/plain; charset={charset}"), str)


# --- web_fetch ----------------------------------------------------------------------------------------

PAGE = """<!DOCTYPE html><html><head><title>Doc Title</title><style>p {color:red}</style>
<script>alert(1)</script></head><body><nav>Home About Contact</nav><h1>Main Heading</h1>
<p>A paragraph, see <a href="/spec">the spec</a> &amp; more.</p><ul><li>first</li><li>second</li></ul>
<footer>copyright 2026</footer></body></html>"""
WEB_FETCH = [  # content type, body, parts of the content or the code
    (
        "text/html; charset=utf-8",
        PAGE,
        ["Doc Title", "# Main Heading", "- first\n- second", "the spec (https://example.com/spec)"],
    ),
    ("text/html", "<p>one   two\n\tthree</p>", ["one two three"]),
    ("text/html", "<pre>one   two\n\tthree</pre>", ["one   two\n\tthree"]),
    ("text/plain", "a  <b>", ["a  <b>"]),
    ("image/png", "\x89PNG", "non_textual"),
]


@pytest.mark.requirement("executor:web-primitives")
@pytest.mark.parametrize(("content_type", "body", "outcome"), outcomes(WEB_FETCH=WEB_FETCH))
def test_a_page_becomes_text(content_type: str, body: str, outcome: Any) -> None:
    network = Network(httpx.Response(200, content=body.encode(), headers={"content-type": content_type}))

    result = called(web_fetch(network.client), {"url": "https://example.com/docs"})

    if isinstance(outcome, str):
        assert result["error"] == outcome
        return
    assert all(part in result["content"] for part in outcome)
    for left_out in ("alert(", "color:red", "Home About", "copyright"):
        assert left_out not in result["content"]
    assert result | {"content": ""} == {
        "url": "https://example.com/docs",
        "content_type": content_type.partition(";")[0],
        "status": 200,
        "content": "",
        "truncated": False,
    }


WEB_FETCH_CONTENT_TYPES = [
    *[
        (kind, True)
        for kind in ("", "text/html; charset=utf-8", "application/xhtml+xml", "text/plain", "text/markdown")
    ],
    *[(kind, True) for kind in ("application/json", "application/rss+xml", "application/problem+json")],
    *[(kind, False) for kind in ("image/png", "application/pdf", "application/octet-stream")],
]


@pytest.mark.parametrize(("content_type", "is_taken"), outcomes(WEB_FETCH_CONTENT_TYPES=WEB_FETCH_CONTENT_TYPES))
def test_texts_alone_are_taken(content_type: str, is_taken: bool) -> None:
    network = Network(httpx.Response(200, content=b"<p>x</p>", headers={"content-type": content_type}))

    result = called(web_fetch(network.client), {"url": "https://example.com/"})

    assert ("content" in result) is is_taken
    assert result.get("error", "non_textual") == "non_textual"


@pytest.mark.parametrize(("max_chars", "length"), [(100, 100), (0, 25_000), (-1, 25_000), (999_999, 25_000)])
def test_a_long_text_is_cut(max_chars: int, length: int) -> None:
    network = Network(httpx.Response(200, html=f"<p>{'x' * 25_000}</p>"))

    result = called(web_fetch(network.client), {"url": "https://example.com/", "max_chars": max_chars})

    assert (len(result["content"]), result["truncated"]) == (length, length < 25_000)


@pytest.mark.parametrize(
    "markup",
    [
        "<!--",
        "<a ",
        "<a '",
        '<a "',
        "<script>",
        "<",
        "<nav>",
        "<li>",
        "<a href=x>y",
        "</a>",
        "&#",
        "<td>",
        "<pre> ",
        " \n",
    ],
)
def test_broken_markup_is_read_to_its_end(markup: str) -> None:
    """A reader that starts again at every tag would take minutes."""
    assert isinstance(page_text(markup * 20_000, url=URL), str)


# --- web_search ---------------------------------------------------------------------------------------

FOUND = {"title": "R1", "url": "https://e", "content": "c", "score": 0.95}
TAVILY = {"query": "t", "response_time": 0.5, "answer": "A", "results": [{**FOUND, "raw": 1}]}
PERPLEXITY = {"choices": [{"message": {"content": "A"}}], "citations": ["https://s"]}
KEYS = {"TAVILY_API_KEY": "tavily-key", "PERPLEXITY_API_KEY": "perplexity-key"}


def search(environment: dict[str, str], reply: httpx.Response | None = None, **arguments: Any) -> tuple[Network, Any]:
    def answered(request: httpx.Request) -> httpx.Response:
        return reply or httpx.Response(200, json=TAVILY if "tavily" in request.url.host else PERPLEXITY)

    network = Network(answered)
    return network, called(web_search(network.client, environment=environment), {"query": "q", **arguments})


WEB_SEARCH_PROVIDER = [  # WEB_SEARCH_PROVIDER, TAVILY_API_KEY set, PERPLEXITY_API_KEY set, provider or code and parts
    (None, True, False, "tavily"),
    (None, False, True, "perplexity"),
    (None, True, True, "tavily"),
    (None, False, False, ["no_provider", "TAVILY_API_KEY", "PERPLEXITY_API_KEY"]),
    ("tavily", False, False, ["no_provider", "TAVILY_API_KEY"]),
    ("tavily", False, True, ["no_provider", "TAVILY_API_KEY"]),
    ("perplexity", True, True, "perplexity"),
    ("perplexity", True, False, ["no_provider", "PERPLEXITY_API_KEY"]),
    ("bing", True, True, ["unknown_provider", "WEB_SEARCH_PROVIDER"]),
    ("TAVILY", True, True, ["unknown_provider", "WEB_SEARCH_PROVIDER"]),
]


@pytest.mark.requirement("web_search:two-providers")
@pytest.mark.parametrize(
    ("provider", "has_tavily", "has_perplexity", "outcome"), outcomes(WEB_SEARCH_PROVIDER=WEB_SEARCH_PROVIDER)
)
def test_the_provider_is_the_named_one_or_the_first_with_a_key(
    provider: str | None, has_tavily: bool, has_perplexity: bool, outcome: Any
) -> None:
    environment = {
        name: key for (name, key), has in zip(KEYS.items(), (has_tavily, has_perplexity), strict=True) if has
    }
    if provider is not None:
        environment["WEB_SEARCH_PROVIDER"] = provider

    network, result = search(environment)

    if isinstance(outcome, str):
        assert result["provider"] == outcome
        assert network.asked[0].headers["authorization"] == f"Bearer {outcome}-key"
    else:
        assert (result["error"], network.asked) == (outcome[0], [])
        assert all(part in result["message"] for part in outcome[1:])
        assert "-key" not in str(result)


OPTIONS = {"search_depth": "advanced", "time_range": "week", "include_domains": ["a.com"], "exclude_domains": ["b.com"]}
WEB_SEARCH_REQUEST = [
    ("tavily", {}, {"query": "q"}),
    ("tavily", {"max_results": 5}, {"query": "q", "max_results": 5}),
    ("tavily", {"max_results": 0}, {"query": "q"}),
    ("tavily", OPTIONS, {"query": "q", **OPTIONS}),
    ("perplexity", OPTIONS, {"model": "sonar", "messages": [{"role": "user", "content": "q"}]}),
    ("tavily", {"query": ""}, "ToolValidationError"),
]


@pytest.mark.parametrize(("provider", "arguments", "outcome"), outcomes(WEB_SEARCH_REQUEST=WEB_SEARCH_REQUEST))
def test_a_provider_is_asked_in_its_form(provider: str, arguments: dict[str, Any], outcome: Any) -> None:
    network, result = search({**KEYS, "WEB_SEARCH_PROVIDER": provider}, **arguments)

    if isinstance(outcome, str):
        assert (result["error"], network.asked) == (outcome, [])
    else:
        assert json.loads(network.asked[0].content) == outcome


WEB_SEARCH_RESPONSE = [  # provider, status, body, answer and results or the code
    ("tavily", 200, TAVILY, ["A", [FOUND]]),
    ("tavily", 200, {"query": "t", "response_time": 0.1, "results": []}, [None, []]),
    ("tavily", 401, 'bad "key"', "provider_failed"),
    ("perplexity", 200, PERPLEXITY, ["A", [{"title": "", "url": "https://s", "content": "", "score": None}]]),
    ("perplexity", 200, {"choices": []}, "provider_failed"),
    ("perplexity", 200, {"choices": [{"message": {"content": "A"}}]}, ["A", []]),
    ("tavily", 200, "not json", "provider_failed"),
    ("tavily", 200, [1], "provider_failed"),
    ("tavily", 302, "", "provider_failed"),
]


@pytest.mark.parametrize(("provider", "status", "body", "outcome"), outcomes(WEB_SEARCH_RESPONSE=WEB_SEARCH_RESPONSE))
def test_an_answer_of_a_provider_has_one_shape(provider: str, status: int, body: Any, outcome: Any) -> None:
    reply = httpx.Response(status, text=body) if isinstance(body, str) else httpx.Response(status, json=body)

    reply.headers["location"] = "https://evil.com/"
    network, result = search({**KEYS, "WEB_SEARCH_PROVIDER": provider}, reply)

    assert len(network.asked) == 1
    if isinstance(outcome, str):
        assert result["error"] == outcome
        assert "key" not in result["message"]
    else:
        assert result == {"provider": provider, "query": "q", "answer": outcome[0], "results": outcome[1]}


# --- webhook_call -------------------------------------------------------------------------------------

WEBHOOK = [
    ({"payload": {"msg": "hello"}}, {"msg": "hello"}),
    ({"payload": {}, "headers": {"content-type": "text/plain", "X-A": "b"}}, {}),
    ({}, "ToolValidationError"),
    ({"payload": ["hello"]}, "ToolValidationError"),
    ({"payload": {"x": "y" * 1_000_000}}, "too_long"),
]


@pytest.mark.requirement("adapters:webhook-call")
@pytest.mark.parametrize(("arguments", "outcome"), outcomes(WEBHOOK=WEBHOOK))
def test_a_webhook_gets_json(arguments: dict[str, Any], outcome: Any) -> None:
    network = Network(httpx.Response(202, text="taken"))

    result = called(webhook_call(network.client), {"url": URL, **arguments})

    if isinstance(outcome, str):
        assert (result["error"], network.asked) == (outcome, [])
    else:
        [request] = network.asked
        assert (request.method, request.headers["content-type"]) == ("POST", "application/json")
        assert json.loads(request.content) == outcome
        assert result == {"status": 202, "body": "taken", "truncated": False}
