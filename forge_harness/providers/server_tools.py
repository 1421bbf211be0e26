"""Tools that the provider ran itself, read from the replies of each format; nothing in them is a call of ours.

A provider names a tool's use and its result in two places, or in one. Both become one `ServerTool`. Kinds newer
than this file are read by the rules of their format: what is not a message, a reasoning or a call is such a tool.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..messages import ServerTool
from .fields import as_mapping, list_in, mapping_in, mappings_in, strict_json, text_in

__all__ = ["client_call", "from_blocks", "from_choice", "from_converse", "from_gemini", "from_items"]

#: Items of a response that are the model's own words, or calls for us to run.
_OWN_ITEMS = ("message", "reasoning", "function_call", "custom_tool_call")
#: Items with which the model calls a tool of the provider's that the client runs, and what it gives to it.
_CLIENT_ITEMS = {
    "computer_call": ("action", "actions"),
    "local_shell_call": ("action",),
    "shell_call": ("action",),
    "apply_patch_call": ("operation",),
    "tool_search_call": ("arguments",),
}
#: Fields of an item that say where it belongs.
_PLACE = {"id", "type", "status", "call_id", "name", "server_label", "error", "object", "created_by"}
#: Fields of an item that hold what came of it.
_RESULTS = ("result", "results", "output", "outputs", "tools", "encrypted_content")
#: The words of Gemini and of the Responses API for success.
_FINE = ("", "OUTCOME_OK", "OUTCOME_UNSPECIFIED", "URL_RETRIEVAL_STATUS_SUCCESS", "URL_RETRIEVAL_STATUS_UNSPECIFIED")


class _Uses:
    """Tools in the order of their use, each joined with its result."""

    def __init__(self) -> None:
        self._tools: list[dict[str, Any]] = []
        self._by_id: dict[str, dict[str, Any]] = {}

    def use(self, use_id: Any, name: str, **known: Any) -> None:
        tool = {"name": name, **known}
        self._tools.append(tool)
        if isinstance(use_id, str) and use_id:
            self._by_id[use_id] = tool

    def result(self, use_id: Any, name: str, result: Any, error: str = "") -> None:
        """Note a result; the use may stand in an earlier reply, or nowhere."""
        tool = self._by_id.get(use_id) if isinstance(use_id, str) else None
        if tool is None:
            tool = {"name": name}
            self._tools.append(tool)
        tool["result"] = result
        tool["error"] = error or tool.get("error", "")

    def waiting(self, name: str) -> Any:
        """Return the id of the last use of a tool that has no result yet."""
        found = (use_id for use_id, tool in self._by_id.items() if tool["name"] == name and tool.get("result") is None)
        return next(reversed(list(found)), None)

    def sources(self, names: Sequence[str], found: list[Any], *, name: str, given: Any = None) -> None:
        """Note the sources that a reply cites as the result of the last search that has none."""
        without = (
            tool for tool in reversed(self._tools) if tool["name"] in names and tool.get("result") in (None, [], {})
        )
        tool = next(without, None)
        if tool is None:
            if any(tool["name"] in names for tool in self._tools):
                return
            tool = {"name": name}
            self._tools.append(tool)
        tool["result"] = found or tool.get("result")
        if tool.get("input") is None:
            tool["input"] = given

    def __iter__(self) -> Iterator[ServerTool]:
        return (ServerTool(**tool) for tool in self._tools)


def from_items(items: Sequence[Mapping[str, Any]]) -> tuple[ServerTool, ...]:
    """Read the items of the Responses API: calls with their results inside, or outputs beside them."""
    uses = _Uses()
    cited: list[Any] = []
    for item in items:
        kind = text_in(item, "type")
        if kind in ("", "message"):
            cited += [source for part in mappings_in(item, "content") for source in mappings_in(part, "annotations")]
        elif kind not in _OWN_ITEMS and client_call(item, items) is None:
            call_id = item.get("call_id") or item.get("id")
            result = next((item[key] for key in _RESULTS if item.get(key) is not None), None)
            name = text_in(item, "name") or kind.removesuffix("_output").removesuffix("_call")
            if kind.endswith("_output"):
                # The two items of a search for tools have no id in common.
                uses.result(item.get("call_id") or uses.waiting(name) or call_id, name, result, _error(item))
                continue
            given = {key: item[key] for key in item if key not in _PLACE and key not in _RESULTS}
            given, sources = _without_sources({key: value for key, value in given.items() if value not in (None, "")})
            uses.use(
                call_id,
                name,
                input=given,
                result=sources if result is None else _decoded(result),
                error=_error(item) or ("failed" if item.get("status") == "failed" else ""),
                server=text_in(item, "server_label"),
            )
    if cited and list(uses):
        uses.sources(("web_search", "web_search_preview", "file_search"), _sources(cited), name="web_search")
    elif any("url" in source for source in cited):
        uses.sources((), _sources(cited), name="web_search")
    return tuple(uses)


def client_call(item: Mapping[str, Any], items: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return what the model gives to a tool of the provider's that the client runs; None for any other item.

    Args:
        item: An item of the Responses API.
        items: All items of its reply: a tool whose output is among them was run by the provider.
    """
    kind = text_in(item, "type")
    if kind not in _CLIENT_ITEMS or (kind == "tool_search_call" and item.get("execution") != "client"):
        return None
    if kind == "shell_call":
        ran = (other.get("call_id") for other in items if other.get("type") == "shell_call_output")
        if item.get("call_id") in ran or text_in(mapping_in(item, "environment"), "type").startswith("container"):
            return None
    given = next(((key, item[key]) for key in _CLIENT_ITEMS[kind] if item.get(key)), None)
    if given is None:
        return {}
    key, value = given
    value = _decoded(value)
    return dict(value) if isinstance(value, Mapping) else {key: value}


def from_blocks(blocks: Sequence[Mapping[str, Any]]) -> tuple[ServerTool, ...]:
    """Read the content blocks of Anthropic: uses, results, and what else is neither text nor thinking."""
    uses = _Uses()
    for block in blocks:
        kind = text_in(block, "type")
        if kind in ("server_tool_use", "mcp_tool_use"):
            given, server = block.get("input"), text_in(block, "server_name")
            uses.use(block.get("id"), text_in(block, "name") or kind, input=given, server=server)
        elif kind.endswith("_tool_result"):
            content = block.get("content")
            error = text_in(as_mapping(content), "error_code")
            if block.get("is_error") is True:
                error = error or _text_of(content) or "error"
            uses.result(block.get("tool_use_id"), kind.removesuffix("_tool_result"), content, error)
        elif kind == "compaction":
            uses.use("", kind, result=block.get("content"))
    return tuple(uses)


def from_converse(blocks: Sequence[Mapping[str, Any]]) -> tuple[ServerTool, ...]:
    """Read the content blocks of Bedrock's Converse."""
    uses = _Uses()
    for block in blocks:
        used, told = mapping_in(block, "toolUse"), mapping_in(block, "toolResult")
        if used.get("type") == "server_tool_use":
            uses.use(used.get("toolUseId"), text_in(used, "name"), input=_decoded(used.get("input")))
        elif told:
            values = [next(iter(part.values()), None) for part in mappings_in(told, "content")]
            result = values[0] if len(values) == 1 else values
            error = (_text_of(result) or "error") if told.get("status") == "error" else ""
            uses.result(told.get("toolUseId"), text_in(told, "type").removesuffix("_result"), result, error)
    return tuple(uses)


def from_gemini(candidate: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> tuple[ServerTool, ...]:
    """Read a candidate of Gemini: code, searches, and the sources beside them."""
    uses = _Uses()
    last_code = ""
    for number, part in enumerate(parts):
        if code := mapping_in(part, "executableCode"):
            last_code = text_in(code, "id") or f"code {number}"
            given = {key: value for key, value in code.items() if key != "id"}
            uses.use(last_code, "code_execution", input=given)
        elif came := mapping_in(part, "codeExecutionResult"):
            outcome = text_in(came, "outcome")
            error = "" if outcome in _FINE else outcome
            uses.result(text_in(came, "id") or last_code, "code_execution", came.get("output"), error)
        elif used := mapping_in(part, "toolCall"):
            uses.use(used.get("id"), text_in(used, "toolType").lower(), input=used.get("args"))
        elif told := mapping_in(part, "toolResponse"):
            uses.result(told.get("id"), text_in(told, "toolType").lower(), told.get("response"))
    _read_grounding(mapping_in(candidate, "groundingMetadata"), uses)
    pages = mappings_in(mapping_in(candidate, "urlContextMetadata"), "urlMetadata")
    if pages:
        failed = {text_in(page, "urlRetrievalStatus") for page in pages}.difference(_FINE)
        given = {"urls": [page.get("retrievedUrl") for page in pages]}
        uses.use("", "url_context", input=given, result=list(pages), error=", ".join(sorted(failed)))
    return tuple(uses)


def _read_grounding(found: Mapping[str, Any], uses: _Uses) -> None:
    chunks = mappings_in(found, "groundingChunks")
    queries = list_in(found, "webSearchQueries") or list_in(found, "retrievalQueries")
    for key, names in (
        ("web", ("google_search", "google_search_web", "google_search_image")),
        ("maps", ("google_maps",)),
        ("retrievedContext", ("file_search", "retrieval")),
    ):
        sources: list[Any] = [chunk[key] for chunk in chunks if key in chunk]
        if sources or (queries and key == "web" and not chunks):
            uses.sources(names, sources, name=names[0], given={"queries": queries} if queries else None)


def from_choice(body: Mapping[str, Any], message: Mapping[str, Any]) -> tuple[ServerTool, ...]:
    """Read a chat completion: tools that a host ran, and the sources that a searching model cites."""
    uses = _Uses()
    for tool in mappings_in(message, "executed_tools"):
        result = next((tool[key] for key in ("output", "search_results", "code_results") if tool.get(key)), None)
        name = text_in(tool, "name") or text_in(tool, "type")
        uses.use("", name, input=_decoded(tool.get("arguments")), result=_decoded(result))
    cited = mappings_in(message, "annotations")
    searched = list_in(body, "search_results") or list_in(body, "web_search") or list_in(body, "citations")
    if cited or searched:
        uses.sources(
            ("search", "web_search", "browser_search", "visit"), searched or _sources(cited), name="web_search"
        )
    return tuple(uses)


def _error(item: Mapping[str, Any]) -> str:
    error = item.get("error")
    return error if isinstance(error, str) else _text_of(error)


def _text_of(value: Any) -> str:
    """Return the words of an error, which is a text, an object or a list of parts."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return text_in(value, "message") or text_in(value, "text") or _text_of(value.get("content")) or str(dict(value))
    if isinstance(value, list):
        return " ".join(filter(None, map(_text_of, value)))
    return ""


def _without_sources(given: dict[str, Any]) -> tuple[Any, Any]:
    """Return the input of an item, and the sources of a search, which stand in its action."""
    action = given.get("action")
    sources = None
    if isinstance(action, Mapping):
        sources = action.get("sources") or None
        given["action"] = {key: value for key, value in action.items() if key != "sources"}
    only = next(iter(given)) if len(given) == 1 else ""
    value = _decoded(given[only]) if only in ("action", "arguments") else {k: _decoded(v) for k, v in given.items()}
    return value or None, sources


def _sources(cited: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return each cited source once, without the place of the citation in the text."""
    found: list[Any] = []
    for citation in cited:
        source = mapping_in(citation, "url_citation") or citation
        kept = {key: source[key] for key in ("url", "title", "filename", "file_id") if source.get(key)}
        if kept and kept not in found:
            found.append(kept)
    return found


def _decoded(value: Any) -> Any:
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return strict_json(value)
    except ValueError:
        return value
