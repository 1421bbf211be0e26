"""A turn of the agent loop against its floor; run by hand: `python tests/benchmarks/bench_loop.py`.

In process, the model is a function and the floor a list of messages. On the wire, `httpx` is answered by a mock
transport, and the floor is the whole conversation through `json.dumps` and `httpx`, once a turn.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import httpx
from pydantic import BaseModel

from forge_harness import Message, Reply, ToolCall, ToolDefinition, Usage, forge_tool, get_provider, run_agent_loop


class Question(BaseModel):
    number: int = 0


class Calling:
    """Calls one tool in every turn but the last."""

    name, model = "fake", ""

    def __init__(self, turns: int) -> None:
        self.left = turns

    def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition] = (), *, stream_to: Any = None
    ) -> Reply:
        self.left -= 1
        if not self.left:
            return Reply(Message("assistant", "Done."))
        call = ToolCall(f"call_{self.left}", "tool_0", {"number": self.left})
        return Reply(Message("assistant", "I look at the next one.", (call,)), usage=Usage(10, 10))


def answering(turns: int) -> httpx.MockTransport:
    left = turns

    def answer(request: httpx.Request) -> httpx.Response:
        nonlocal left
        left -= 1
        arguments = json.dumps({"number": left})
        calls = [{"id": f"call_{left}", "type": "function", "function": {"name": "tool_0", "arguments": arguments}}]
        message = {"content": "I look at the next one.", "tool_calls": calls if left else []}
        return httpx.Response(200, json={"choices": [{"message": message}], "usage": {"prompt_tokens": 10}})

    return httpx.MockTransport(answer)


def tools(count: int) -> list[Any]:
    return [
        forge_tool(name=f"tool_{number}", args_schema=Question, tier="read", register=False)(
            lambda args: {"number": args.number, "text": "what the tool found " * 5}
        )
        for number in range(count)
    ]


def a_turn(provider: Any, turns: int, count: int) -> float:
    chosen = tools(count)
    started = perf_counter()
    run_agent_loop(
        "Look at all of them.",
        provider=provider,
        tools=chosen,
        max_iterations=turns,
        capability_matrix={"context_window": 10_000_000},
    )
    return (perf_counter() - started) / turns * 1e6


def floor_on_the_wire(turns: int) -> float:
    client = httpx.Client(transport=answering(turns))
    sent: list[dict[str, Any]] = [{"role": "user", "content": "Look at all of them."}]
    started = perf_counter()
    for number in range(turns):
        client.post("https://h.example/v1", content=json.dumps({"model": "m", "messages": sent}).encode()).json()
        sent.append({"role": "assistant", "content": "I look at the next one.", "tool_calls": [{"id": str(number)}]})
        sent.append({"role": "tool", "tool_call_id": str(number), "content": "what the tool found " * 5})
    return (perf_counter() - started) / turns * 1e6


def main() -> None:
    # Prices and httpx are loaded when they are first needed.
    client = httpx.Client(transport=answering(5))
    a_turn(get_provider("openai", model="m", base_url="https://h.example/v1", client=client), 5, 1)
    for count in (1, 100):
        for turns in (50, 200, 800):
            ours = min(a_turn(Calling(turns), turns, count) for _ in range(3))
            print(f"in process, {count:>3} tools, {turns:>3} turns   {ours:9.0f} us a turn")
            client = httpx.Client(transport=answering(turns))
            wire = get_provider("openai", model="m", base_url="https://h.example/v1", client=client)
            spent, least = a_turn(wire, turns, count), floor_on_the_wire(turns)
            print(f"on the wire, {count:>2} tools, {turns:>3} turns   {spent:9.0f} us a turn  {spent / least:5.2f} x")


if __name__ == "__main__":
    main()
