"""Tools whose definitions have one defect each, in every kind of declaration."""

import os
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import FnToolExecutor, _register, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "list_team_members": ("fields_are_described",),
    "get_invoice_total": ("tier_is_declared",),
    "find_room": ("description_is_useful", "description_is_present"),
    "lookupContact": ("name_is_snake_case",),
    "count_words": ("description_is_present",),
    "shipping_estimate": ("defaults_fit_the_schema",),
    "validate_iban": ("patterns_are_portable",),
    "pick_seat": ("bounds_allow_a_value",),
    "convert_units": ("required_fields_are_declared",),
    "summarise_ticket": ("description_is_bounded", "token_cost_is_bounded"),
    "translate_label": ("root_is_closed",),
    "archive_entry": ("schema_is_valid",),
    "tag_document": ("schema_is_stable",),
    "lookup order status": ("name_is_valid",),
    "find_supplier": ("injected_names_are_absent", "declaration_is_accepted"),
}


class TeamArgs(BaseModel):
    team: str = Field(max_length=40)
    active_only: bool = Field(default=True, description="Leave out those who have left.")


@forge_tool(args_schema=TeamArgs, tier="read")
def list_team_members(args: TeamArgs) -> dict:
    """List who belongs to a team."""
    return {"team": args.team, "members": ["ada", "grace"], "active_only": args.active_only}


class InvoiceArgs(BaseModel):
    number: int = Field(ge=1, le=999_999, description="Number of the invoice.")


@forge_tool(args_schema=InvoiceArgs)
def get_invoice_total(args: InvoiceArgs) -> dict:
    """Return the total of an invoice, in cents."""
    return {"number": args.number, "cents": args.number * 100}


class RoomArgs(BaseModel):
    seats: int = Field(ge=1, le=40, description="How many people must fit in.")


@forge_tool(args_schema=RoomArgs, tier="read", description="Find room.")
def find_room(args: RoomArgs) -> dict:
    return {"room": "blue" if args.seats < 10 else "hall"}


class ContactArgs(BaseModel):
    surname: str = Field(max_length=60, description="Surname of the contact.")


@forge_tool(args_schema=ContactArgs, tier="read")
def lookupContact(args: ContactArgs) -> dict:
    """Look up the phone number of a contact by surname."""
    return {"surname": args.surname, "phone": None}


class TextArgs(BaseModel):
    text: str = Field(max_length=10_000, description="The text to count.")


@forge_tool(args_schema=TextArgs, tier="read", description="")
def count_words(args: TextArgs) -> dict:
    return {"words": len(args.text.split())}


class EstimateArgs(BaseModel):
    weight: float = Field(ge=0.1, le=30, description="Weight in kilograms.")
    parcels: int = Field(default=0, ge=1, le=20, description="How many parcels.")


@forge_tool(args_schema=EstimateArgs, tier="read")
def shipping_estimate(args: EstimateArgs) -> dict:
    """Estimate what it costs to send some parcels."""
    return {"cents": round(args.weight * 120) + args.parcels * 350}


_register(
    "validate_iban",
    "Tell whether an IBAN has the right form and check digits.",
    {
        "type": "object",
        "properties": {
            "iban": {
                "type": "string",
                "pattern": r"\A(?P<country>[A-Z]{2})\d{2}[A-Z0-9]{11,30}\Z",
                "description": "The IBAN, without spaces.",
            }
        },
        "required": ["iban"],
        "additionalProperties": False,
    },
    lambda iban: {"iban": iban, "valid": True},
)


def _seat(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"seat": f"{arguments['row']}A"}


pick_seat = FnToolExecutor(
    "pick_seat",
    _seat,
    description="Pick a free seat in a row of the theatre.",
    tier="read",
    input_schema={
        "type": "object",
        "properties": {
            "row": {"type": "integer", "minimum": 20, "maximum": 10, "description": "Row to sit in, from the front."}
        },
        "required": ["row"],
        "additionalProperties": False,
    },
)


def _converted(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"inches": round(float(arguments["centimetres"]) / 2.54, 3)}


convert_units = FnToolExecutor(
    "convert_units",
    _converted,
    description="Convert a length from centimetres to inches.",
    tier="read",
    input_schema={
        "type": "object",
        "properties": {"centimetres": {"type": "number", "minimum": 0, "maximum": 1e6, "description": "The length."}},
        "required": ["centimetres", "unit"],
        "additionalProperties": False,
    },
)


class TicketArgs(BaseModel):
    ticket: int = Field(ge=1, le=10_000_000, description="Number of the ticket.")


@forge_tool(
    args_schema=TicketArgs,
    tier="read",
    description="Summarise a support ticket. "
    + " ".join(
        f"Rule {number}: when the customer mentions topic {number}, name it before all others." for number in range(60)
    ),
)
def summarise_ticket(args: TicketArgs) -> dict:
    return {"ticket": args.ticket, "summary": "The printer does not print."}


def _translated(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"label": {"open": "offen", "closed": "geschlossen"}.get(str(arguments.get("label")), "unbekannt")}


translate_label = FnToolExecutor(
    "translate_label", _translated, description="Translate the label of a status into German.", tier="read"
)


_register(
    name="archive_entry",
    description="Describe an entry of the archive by its shelf mark.",
    input_schema={
        "type": "object",
        "properties": {
            "mark": {"type": "string", "maxLength": "20", "description": "Shelf mark, such as 'B 12'."},
        },
        "required": ["mark"],
        "additionalProperties": False,
    },
    impl=lambda mark: {"mark": mark, "title": "Untitled"},
)


_LABELS = {"urgent", "invoice", "contract", "letter", "memo", "report", "note", "draft", str(len(os.environ))}

_register(
    "tag_document",
    "Put one of the known labels on a document of the archive.",
    {
        "type": "object",
        "properties": {
            "document": {"type": "integer", "minimum": 1, "maximum": 9999, "description": "Number of the document."},
            "label": {"type": "string", "enum": list(_LABELS - {str(len(os.environ))}), "description": "The label."},
        },
        "required": ["document", "label"],
        "additionalProperties": False,
    },
    lambda document, label: {"document": document, "label": label},
)


_register(
    "lookup order status",
    "Tell how far an order of the web shop has got.",
    {
        "type": "object",
        "properties": {"order": {"type": "integer", "minimum": 1, "maximum": 10**9, "description": "Order number."}},
        "required": ["order"],
        "additionalProperties": False,
    },
    lambda order: {"order": order, "status": "shipped"},
)


class SupplierArgs(BaseModel):
    model_config = ConfigDict(str_max_length=200)

    part: str = Field(description="Part that is needed.")
    workspace_root: str | None = Field(default=None, description="Where the catalogue lies.")


@forge_tool(args_schema=SupplierArgs, tier="read")
def find_supplier(args: SupplierArgs) -> dict:
    """Find a supplier for a part of the machine."""
    return {"part": args.part, "supplier": "Acme"}
