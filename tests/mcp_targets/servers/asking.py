"""A server that asks another machine by a datagram, as a resolver does, at the port that its command names."""

from __future__ import annotations

import socket
import sys

from raw import Refused, serve, tool

TEXT = {"type": "string", "description": "Name of a machine."}


def find_machine(name: str) -> str:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.sendto(name.encode(), ("127.0.0.1", int(sys.argv[1])))
    except OSError as error:
        raise Refused(f"The machine cannot be looked up: {error.strerror}.") from None
    return "asked"


TOOLS = [tool("find_machine", find_machine, arguments={"name": TEXT})]

if __name__ == "__main__":
    serve(TOOLS)
