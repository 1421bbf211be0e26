"""Tools that resemble those that break errors_carry_no_detail, and keep it."""

from __future__ import annotations

import json
import logging
import xml.etree.ElementTree as ET

import httpx
from pydantic import BaseModel, ConfigDict, Field, field_validator

from forge_harness import ToolError, forge_tool

from ..marks import keeps


class OrderArgs(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    product: str = Field(min_length=1, max_length=60, description="Name of the product.")
    count: int = Field(ge=1, le=100, description="How many.")

    @field_validator("product")
    @classmethod
    def _lower(cls, product: str) -> str:
        return product.lower()


@keeps("errors_carry_no_detail", "result_keys_are_stable")
@forge_tool(args_schema=OrderArgs, tier="write", raises=[ToolError])
def place_order(args: OrderArgs) -> dict:
    """Place an order for one product of the shop."""
    if args.product not in {"apple", "bread"}:
        raise ToolError("There is no such product. Order apple or bread.", code="product_not_found")
    return {"product": args.product, "count": args.count}


class JsonArgs(BaseModel):
    document: str = Field(max_length=5_000, description="A JSON document.")


@keeps("errors_carry_no_detail", "valid_calls_do_not_crash")
@forge_tool(args_schema=JsonArgs, tier="read")
def json_shape(args: JsonArgs) -> dict:
    """Tell of which kind a JSON document is."""
    try:
        data = json.loads(args.document)
    except (ValueError, RecursionError):
        return {"error": "not_json", "message": "The document is not JSON; check quotes and brackets."}
    return {"kind": type(data).__name__, "size": len(data) if isinstance(data, (dict, list)) else 1}


log = logging.getLogger("tools.outside")


class CurrencyArgs(BaseModel):
    currency: str = Field(pattern=r"^[A-Z]{3}$", description="Currency, such as EUR.")


@keeps("errors_carry_no_detail", "readers_send_no_orders")
@forge_tool(args_schema=CurrencyArgs, tier="read")
async def fetch_country(args: CurrencyArgs) -> dict:
    """Look up in which country a currency is used, at a web service."""
    try:
        async with httpx.AsyncClient(timeout=5) as client:
            reply = await client.get("https://countries.example.com/by-currency", params={"code": args.currency})
            reply.raise_for_status()
            return {"country": reply.text[:200]}
    except httpx.HTTPError:
        log.warning("The service does not answer.", exc_info=True)
        return {"error": "service_unavailable", "message": "The service does not answer; try again later."}


class InvoiceArgs(BaseModel):
    document: str = Field(default="<invoice>5</invoice>", max_length=5_000, description="The invoice, as XML.")


@keeps("errors_carry_no_detail", "valid_calls_do_not_crash")
@forge_tool(args_schema=InvoiceArgs, tier="read", raises=[ToolError])
def parse_invoice(args: InvoiceArgs) -> dict:
    """Read the text of an invoice."""
    if "<!" in args.document:
        raise ToolError("Declarations are not taken. Send the elements alone.", code="declaration")
    try:
        root = ET.fromstring(args.document)
    except (ET.ParseError, ValueError, LookupError):
        raise ToolError("The invoice is no XML. Check the brackets.", code="no_xml") from None
    return {"text": "".join(root.itertext())[:1_000]}
