"""Tools that count and list the addresses of a network, one after another or all at once."""

from __future__ import annotations

import ipaddress
from itertools import islice
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Block = Annotated[str, Field(max_length=40, description='A block of addresses, e.g. "10.4.0.0/24".')]
_MOST = 1 << 12


@breaks("memory_is_bounded")
def first_addresses(block: Block, count: Annotated[int, Field(ge=1, le=50)] = 5) -> dict[str, Any]:
    """List the first addresses of a block."""
    addresses = [int(address) for address in ipaddress.ip_network(block)]
    return {"first": [str(ipaddress.ip_address(number)) for number in addresses[:count]]}


@keeps("memory_is_bounded", judged=True)
def leading_addresses(block: Block, count: Annotated[int, Field(ge=1, le=50)] = 5) -> dict[str, Any]:
    """List the first addresses of a block."""
    return {"first": [str(address) for address in islice(ipaddress.ip_network(block), count)]}


@keeps("memory_is_bounded", judged=True)
def free_addresses(block: Block) -> dict[str, Any]:
    """Count the addresses of a small block whose last number is even."""
    network = ipaddress.ip_network(block)
    if network.num_addresses > _MOST:
        raise ValueError("The block is too large.")
    return {"free": len([address for address in list(network) if int(address) % 2 == 0])}
