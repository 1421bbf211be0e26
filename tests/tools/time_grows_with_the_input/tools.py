"""Tools that break time_grows_with_the_input, and others that resemble them and keep it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_robustness import tool
from ..shared.good_robustness import tool as tool2


class Document(BaseModel):
    text: str = Field(description="A text.")


class Numbers(BaseModel):
    numbers: list[int] = Field(description="Numbers.")


class Two(BaseModel):
    left: list[str] = Field(description="First names.")
    right: list[str] = Field(description="Second names.")


@breaks("time_grows_with_the_input")
@tool("time_grows_with_the_input__pairs", Numbers)
def pairs(args: Numbers) -> Any:
    best = 0
    for index, number in enumerate(args.numbers):
        for other in args.numbers[index + 1 :]:
            best = max(best, abs(number - other))
    return {"largest_difference": best}


@breaks("time_grows_with_the_input")
@tool("time_grows_with_the_input__bubble_sort", Numbers)
async def bubble_sort(args: Numbers) -> Any:
    numbers = list(args.numbers)
    for end in range(len(numbers), 0, -1):
        for index in range(end - 1):
            if numbers[index] > numbers[index + 1]:
                numbers[index], numbers[index + 1] = numbers[index + 1], numbers[index]
    return {"first": numbers[:1]}


@breaks("time_grows_with_the_input")
@tool("time_grows_with_the_input__in_both", Two)
def in_both(args: Two) -> Any:
    return {"count": len([name for name in args.left if name not in args.right])}


@breaks("time_grows_with_the_input")
@tool("time_grows_with_the_input__counted_again", Document)
def counted_again(args: Document) -> Any:
    words = args.text.split()
    return {"most": max((words.count(word) for word in words), default=0)}


@breaks("time_grows_with_the_input")
@tool("time_grows_with_the_input__front_of_the_list", Document)
def front_of_the_list(args: Document) -> Any:
    letters = list(args.text)
    seen = ""
    while letters:
        seen = (letters.pop(0) + seen)[:100000]
    return {"last": seen[:5]}


class Parcels(BaseModel):
    weights: list[int] = Field(description="Weights of the parcels.", max_length=40)
    limit: int = Field(description="What the car carries.", ge=1)


@breaks("time_grows_with_the_input")
@tool("time_grows_with_the_input__heaviest_load", Parcels)
def heaviest_load(args: Parcels) -> dict[str, Any]:
    def best(place: int, left: int) -> int:
        if place == len(args.weights) or left == 0:
            return 0
        without = best(place + 1, left)
        weight = max(1, args.weights[place])
        return without if weight > left else max(without, weight + best(place + 1, left - weight))

    return {"load": best(0, args.limit)}


class ItemsArgs(BaseModel):
    items: list[str] = Field(max_length=20_000, description="Items to compare.")


@breaks("time_grows_with_the_input")
@forge_tool(args_schema=ItemsArgs, tier="read")
def find_duplicates(args: ItemsArgs) -> dict:
    """Count the items that occur more than once."""
    count = 0
    for index, item in enumerate(args.items):
        for other in args.items[:index]:
            if other == item:
                count += 1
                break
    return {"duplicates": count}


@keeps("time_grows_with_the_input", "memory_is_bounded")
@tool2("sorted_numbers", Numbers)
def sorted_numbers(args: Numbers) -> Any:
    return {"median": sorted(args.numbers)[len(args.numbers) // 2] if args.numbers else None}


@keeps("time_grows_with_the_input", "memory_is_bounded")
@tool2("slow_for_each_letter", Document)
def slow_for_each_letter(args: Document) -> Any:
    total = 0
    for letter in args.text:
        for _ in range(10):
            total = (total * 31 + ord(letter)) % 1_000_003
    return {"hash": total}


@keeps("time_grows_with_the_input", "memory_is_bounded")
@tool2("words_in_a_dict", Document)
async def words_in_a_dict(args: Document) -> Any:
    found: dict[str, int] = {}
    for word in args.text.split():
        found[word] = found.get(word, 0) + 1
    return {"different": len(found), "most": max(found.values(), default=0)}


@keeps("time_grows_with_the_input", "memory_is_bounded")
@tool2("refuses_long_texts", Document)
def refuses_long_texts(args: Document) -> Any:
    if len(args.text) > 5_000:
        raise ToolError("The text is too long. Send 5000 letters at most.", code="too_long")
    return {"repeated": [word for word in args.text.split() if args.text.count(word) > 1][:5]}
