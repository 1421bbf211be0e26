"""A turn of the agent loop against its floor; run by hand: `python tests/benchmarks/bench_loop.py`.

In process, the model is a function and the floor a list of messages. On the wire, `httpx` is answered by a mock
transport, and the floor is the whole conversation, with the tools, through `json.dumps` and `httpx`, once a turn. The
targets are those of the house: in process they are microseconds, and the same however many turns there were.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from functools import partial
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
    provider = provider(turns) if provider is Calling else provider
    started = perf_counter()
    run_agent_loop(
        "Look at all of them.",
        provider=provider,
        tools=chosen,
        max_iterations=turns,
        capability_matrix={"context_window": 10_000_000},
    )
    return (perf_counter() - started) / turns * 1e6


def floor_in_process(turns: int) -> float:
    kept: list[dict[str, Any]] = []
    started = perf_counter()
    for number in range(turns):
        kept.append({"role": "assistant", "content": "I look at the next one.", "tool_calls": [{"id": str(number)}]})
        kept.append({"role": "tool", "tool_call_id": str(number), "content": "what the tool found " * 5})
    return (perf_counter() - started) / turns * 1e6


def on_the_wire(turns: int, count: int) -> float:
    with httpx.Client(transport=answering(turns)) as client:
        return a_turn(get_provider("openai", model="m", base_url="https://h.example/v1", client=client), turns, count)


def floor_on_the_wire(turns: int, count: int) -> float:
    client = httpx.Client(transport=answering(turns))
    sent: list[dict[str, Any]] = [{"role": "user", "content": "Look at all of them."}]
    offered = [
        {"type": "function", "function": {"name": tool.name, "parameters": tool.definition().input_schema}}
        for tool in tools(count)
    ]
    started = perf_counter()
    for number in range(turns):
        body = json.dumps({"model": "m", "messages": sent, "tools": offered}).encode()
        call = client.post("https://h.example/v1", content=body).json()["choices"][0]["message"]
        sent.append({"role": "assistant", **call})
        sent.append({"role": "tool", "tool_call_id": str(number), "content": "what the tool found " * 5})
    return (perf_counter() - started) / turns * 1e6


def row(what: str, measured: Callable[[], float], floor: Callable[[], float], target: str, times: int) -> None:
    """Print the least of both, measured in turn, so that a busy moment is no matter of one of them."""
    pairs = [(measured(), floor()) for _ in range(times)]
    ours, least = (min(column) for column in zip(*pairs, strict=True))
    print(f"{what:34}{ours:8.0f}{least:8.0f}{ours / max(least, 1):8.2f} x   {target}")


def main() -> None:
    logging.disable(logging.WARNING)  # the price of a model that nobody knows
    # Prices and httpx are loaded when they are first needed.
    on_the_wire(5, 1)
    print(f"{'us a turn':34}{'ours':>8}{'floor':>8}{'ratio':>10}   target")
    for count in (1, 100):
        for turns in (50, 200, 800):
            size = f"{count:>3} tools, {turns:>3} turns"
            times = 6 + 800 // turns
            measured, floor = partial(a_turn, Calling, turns, count), partial(floor_in_process, turns)
            row(f"in process,  {size}", measured, floor, "<= 150 us", times)
            measured, floor = partial(on_the_wire, turns, count), partial(floor_on_the_wire, turns, count)
            row(f"on the wire, {size}", measured, floor, "<= 1.0 x", times)


if __name__ == "__main__":
    main()
