"""A server that handles exceptions of libraries: some get into its answers, others are answered in its own words."""

from __future__ import annotations

import configparser
import tomllib
import zlib

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
PACKED = {
    "packed": {"type": "string", "description": "A packed note, in hex.", "examples": [zlib.compress(b"hi").hex()]}
}
TEXT = {"text": {"type": "string", "description": "Settings as TOML."}}
SHELF = {"shelf": {"type": "string", "description": "Name of a shelf.", "examples": ["poems"]}}
shelves = configparser.ConfigParser()


def bytes_of(packed: str) -> bytes:
    try:
        return bytes.fromhex(packed)
    except ValueError:
        return packed.encode()


def read_note(packed: str) -> str:
    try:
        return zlib.decompress(bytes_of(packed)).decode("utf-8", "replace")
    except zlib.error as error:
        raise Refused(f"The note cannot be read. {error}") from None


def size_of_note(packed: str) -> str:
    try:
        return f"{len(zlib.decompress(bytes_of(packed)))} bytes"
    except zlib.error as error:
        return f"No size is known, since: {error}"


def open_note(packed: str) -> str:
    try:
        return zlib.decompress(bytes_of(packed)).decode("utf-8", "replace")
    except zlib.error:
        raise Refused("The note cannot be read: it is not packed.") from None


def add_shelf(shelf: str) -> str:
    # What it says is the name that was sent.
    try:
        shelves.add_section(shelf)
    except configparser.Error as error:
        raise Refused(f"The shelf was not added. {error}") from None
    return "Added."


def count_settings(text: str) -> str:
    # A phrase and a position of the text that was sent.
    try:
        return f"{len(tomllib.loads(text))} settings"
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"The settings cannot be read: {error}") from None


def name_shelf(shelf: str) -> str:
    try:
        if shelf != "poems":
            # The sentence is the author's, whatever its class.
            raise configparser.Error("There is no such shelf here.")
    except configparser.Error as error:
        raise Refused(str(error)) from None
    return "The shelf of poems."


TOOLS = [
    tool("read_note", read_note, arguments=PACKED, annotations=READS),
    tool("size_of_note", size_of_note, arguments=PACKED, annotations=READS),
    tool("open_note", open_note, arguments=PACKED, annotations=READS),
    tool("add_shelf", add_shelf, arguments=SHELF),
    tool("count_settings", count_settings, arguments=TEXT, annotations=READS),
    tool("name_shelf", name_shelf, arguments=SHELF, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
