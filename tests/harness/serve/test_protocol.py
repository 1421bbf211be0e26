"""A server of tools, asked by the client of the official SDK."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from forge_harness.serve.served_tools import ServedAnswer, ServedTools

from .sample_tools import ToolsOfTests

anyio = pytest.importorskip("anyio")
pytest.importorskip("mcp_types")

Talk = Callable[[Any], Coroutine[Any, Any, Any]]


def talked(tools: ServedTools, talk: Talk, mode: str = "auto") -> Any:
    """Return what *talk* returns of a client that is connected to a server of *tools*."""
    from mcp import Client

    from forge_harness.serve.protocol import mcp_server

    async def main() -> Any:
        async with Client(mcp_server(tools), mode=mode) as client:
            return await talk(client)

    return anyio.run(main)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_every_tool_is_listed_with_its_schema_hints_and_facts(mode: str, made: ToolsOfTests) -> None:
    served = ServedTools(made.registry)

    listed = talked(served, lambda client: client.list_tools(), mode)

    assert [tool.name for tool in listed.tools] == list(made.registry.data)
    assert listed.next_cursor is None
    echo = listed.tools[0]
    assert echo.input_schema == served.schema("echo")
    assert echo.annotations.read_only_hint is True
    assert echo.meta["forge_harness/facts"] == {"varies": False, "open_world": False}


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_a_result_and_an_error_reach_the_client(mode: str, made: ToolsOfTests) -> None:
    async def talk(client: Any) -> Any:
        return await client.call_tool("echo", {"text": "a"}), await client.call_tool("broken", {})

    good, bad = talked(ServedTools(made.registry), talk, mode)

    assert (good.is_error, good.structured_content, len(good.content)) == (False, {"text": "a"}, 1)
    assert good.content[0].text == '{"text":"a"}'
    assert bad.is_error
    assert [part.type for part in bad.content] == ["text", "text"]


@pytest.mark.parametrize("ask", ["cursor", "tool"])
def test_what_the_server_never_gave_out_is_a_protocol_error(ask: str, made: ToolsOfTests) -> None:
    from mcp.shared.exceptions import MCPError

    async def talk(client: Any) -> Any:
        with pytest.raises(MCPError) as caught:
            await (client.list_tools(cursor="page-2") if ask == "cursor" else client.call_tool("nothing", {}))
        return caught.value

    error = talked(ServedTools(made.registry), talk)

    assert error.code == -32602
    assert "unknown" in error.message


def test_a_call_that_the_client_cancels_is_cancelled_in_the_tool(made: ToolsOfTests) -> None:
    async def talk(client: Any) -> Any:
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "waiting", {})
            await anyio.to_thread.run_sync(made.has_begun.wait, 10)
            group.cancel_scope.cancel()
        await anyio.to_thread.run_sync(made.saw_cancel.wait, 10)
        return await client.call_tool("shout", {"text": "still here"})

    assert talked(ServedTools(made.registry), talk).content[0].text == "STILL HERE"
    assert made.saw_cancel.is_set()


def test_calls_of_several_clients_are_answered_each_by_its_own_result(made: ToolsOfTests) -> None:
    from mcp import Client

    from forge_harness.serve.protocol import mcp_server

    answers: dict[str, str] = {}

    async def main() -> None:
        server = mcp_server(ServedTools(made.registry))

        async def ask(client: Any, text: str) -> None:
            answers[text] = (await client.call_tool("echo", {"text": text})).structured_content["text"]

        async def talk(number: int) -> None:
            async with Client(server) as client, anyio.create_task_group() as group:
                for call in range(12):
                    group.start_soon(ask, client, f"{number}/{call}")

        async with anyio.create_task_group() as group:
            for number in range(8):
                group.start_soon(talk, number)

    anyio.run(main)

    assert len(answers) == 96
    assert all(asked == answered for asked, answered in answers.items())


class OverPipes:
    """A server on two pipes, as on standard input and output, on a thread."""

    def __init__(self, tools: ServedTools) -> None:
        from forge_harness.serve.protocol import mcp_server
        from forge_harness.serve.standard_streams import StandardStreams
        from forge_harness.serve.stdio import serve_stdio

        theirs_in, self.input = os.pipe()
        self.output, theirs_out = os.pipe()
        self._theirs = (theirs_in, theirs_out)

        async def main() -> None:
            await serve_stdio(mcp_server(tools), StandardStreams(theirs_in, theirs_out))

        self.thread = threading.Thread(target=lambda: anyio.run(main), daemon=True)
        self.thread.start()
        self._answers = os.fdopen(self.output, "rb")

    def send(self, *lines: bytes) -> None:
        os.write(self.input, b"".join(line + b"\n" for line in lines))

    def answer(self) -> bytes:
        return self._answers.readline()

    def end(self) -> bytes:
        """Close the input; return what came after it when the server has ended."""
        os.close(self.input)
        self.thread.join(20)
        assert not self.thread.is_alive()
        os.close(self._theirs[1])
        rest = self._answers.read()
        self._answers.close()
        os.close(self._theirs[0])
        return rest


HELLO = (
    b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":'
    b'{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\n'
    b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
)


def echo_line(number: int, text: str) -> bytes:
    return b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"%s"}}}' % (
        number,
        text.encode(),
    )


def test_lines_that_are_not_messages_are_answered_and_the_session_goes_on(made: ToolsOfTests) -> None:
    pipes = OverPipes(ServedTools(made.registry))
    pipes.send(HELLO)
    hello = pipes.answer()

    pipes.send(b"no json", b"[" * 5000, b'{"id": 7, "method": 1}', b"", echo_line(8, "a"))
    answers = [pipes.answer() for _ in range(4)]

    assert b'"name":"forge"' in hello
    assert [b'"id":null' in answer for answer in answers] == [True, True, False, False]
    assert [b"-32700" in answer for answer in answers] == [True, True, False, False]
    assert b'"id":7' in answers[2]
    assert b'"structuredContent":{"text":"a"}' in answers[3]
    assert pipes.end() == b""


def test_calls_before_the_end_of_input_are_answered_after_it(made: ToolsOfTests) -> None:
    pipes = OverPipes(ServedTools(made.registry))

    pipes.send(HELLO, *(echo_line(number, "x" * 50) for number in range(1, 20)))
    answers = pipes.end()

    assert answers.count(b"\n") == 20
    assert b"error" not in answers.replace(b'"isError"', b"")


def test_a_line_longer_than_a_read_is_one_message(made: ToolsOfTests) -> None:
    pipes = OverPipes(ServedTools(made.registry))
    threading.Thread(target=lambda: pipes.send(HELLO, echo_line(5, "y" * 300_000)), daemon=True).start()

    assert b'"id":0' in pipes.answer()
    assert pipes.answer().count(b"y" * 300_000) == 2
    assert pipes.end() == b""


def test_a_line_that_is_too_long_is_refused_and_not_read_in_part(
    made: ToolsOfTests, monkeypatch: pytest.MonkeyPatch
) -> None:
    from forge_harness.serve import stdio

    monkeypatch.setattr(stdio, "_MAX_LINE", 100_000)
    monkeypatch.setattr(stdio, "_CHUNK", 1_000)
    pipes = OverPipes(ServedTools(made.registry))
    pipes.send(HELLO)
    pipes.answer()

    lines = (echo_line(1, "y" * 200_000), echo_line(2, "a"))
    threading.Thread(target=lambda: pipes.send(*lines), daemon=True).start()

    assert b"too long" in pipes.answer()
    assert b'"id":2' in pipes.answer()
    assert pipes.end() == b""


def test_an_answer_that_json_cannot_hold_is_an_error_of_its_call(
    made: ToolsOfTests, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = ServedTools(made.registry)
    monkeypatch.setattr(served, "call", lambda *_, **__: ServedAnswer("half of a character: \ud800"))
    pipes = OverPipes(served)
    pipes.send(HELLO)
    pipes.answer()

    pipes.send(echo_line(3, "a"), b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}')
    answers = [pipes.answer(), pipes.answer()]

    assert any(b'"id":3' in answer and b"error" in answer for answer in answers)
    assert any(b'"id":null' in answer and b"error" in answer for answer in answers)
    assert pipes.end() == b""


def test_a_client_that_stops_reading_ends_the_server(made: ToolsOfTests, tmp_path: Path) -> None:
    pipes = OverPipes(ServedTools(made.registry))
    pipes.send(HELLO)
    pipes.answer()
    pipes._answers.close()

    pipes.send(echo_line(1, "a"))
    pipes.thread.join(20)

    assert not pipes.thread.is_alive()
    os.close(pipes.input)
    for descriptor in pipes._theirs:
        os.close(descriptor)
