"""Previews with a token, and the tools that act on it: some tokens cover less than what was shown."""

from __future__ import annotations

import hashlib
import json
import uuid
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

TOKEN = r"^[0-9a-f]{12}$"


class EndingArgs(BaseModel):
    ending: str = Field(pattern=r"^\.[a-z]{1,5}$", description="Ending of the pictures, for example .raw or .tif.")


class EndingPlanArgs(EndingArgs):
    plan: str = Field(pattern=TOKEN, description="The plan that the preview gave.")


class InvoiceArgs(BaseModel):
    invoice: str = Field(pattern=r"^[a-z0-9]{1,20}$", description="Id of the invoice, for example r7.")


class InvoiceSealArgs(InvoiceArgs):
    seal: str = Field(pattern=TOKEN, description="The seal that was shown with the invoice.")


def digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:12]


def pictures(root: Path, ending: str) -> list[str]:
    return sorted(path.name for path in root.iterdir() if path.is_file() and path.name.endswith(ending))


def remove(root: Path, names: list[str]) -> dict:
    for name in names:
        (root / name).unlink()
    return {"removed": names}


def invoice(root: Path, name: str) -> dict:
    try:
        data = json.loads((root / "invoices" / f"{name}.json").read_text())
        return {"customer": str(data["customer"]), "text": str(data["text"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def post(root: Path, name: str, shown: dict) -> dict:
    (root / "invoices" / f"{name}.posted").write_text(json.dumps(shown))
    return {"posted": name}


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=EndingArgs, workspace_root_aware=True, tier="read", register=False)
def preview_by_count(args: EndingArgs, *, workspace_root: Path) -> dict:
    """List the pictures that a removal would delete, and the plan for it."""
    found = pictures(workspace_root, args.ending)
    return {"pictures": found, "plan": digest([args.ending, len(found)])}


@breaks("approved_arguments_are_executed")
@forge_tool(args_schema=EndingPlanArgs, workspace_root_aware=True, tier="write", register=False)
def remove_by_count(args: EndingPlanArgs, *, workspace_root: Path) -> dict:
    """Delete the pictures of a preview."""
    found = pictures(workspace_root, args.ending)
    if digest([args.ending, len(found)]) != args.plan:
        return {"error": "changed", "message": "The pictures have changed."}
    return remove(workspace_root, found)


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=EndingArgs, workspace_root_aware=True, tier="read", register=False)
def preview_by_name(args: EndingArgs, *, workspace_root: Path) -> dict:
    """List the pictures that a removal would delete, and the plan for it."""
    found = pictures(workspace_root, args.ending)
    return {"pictures": found, "plan": digest([args.ending, found])}


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=EndingPlanArgs, workspace_root_aware=True, tier="write", register=False)
def remove_by_name(args: EndingPlanArgs, *, workspace_root: Path) -> dict:
    """Delete the pictures of a preview."""
    found = pictures(workspace_root, args.ending)
    if digest([args.ending, found]) != args.plan:
        return {"error": "changed", "message": "The pictures have changed."}
    return remove(workspace_root, found)


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=InvoiceArgs, workspace_root_aware=True, tier="read", register=False)
def show_invoice(args: InvoiceArgs, *, workspace_root: Path) -> dict:
    """Show an invoice with its seal."""
    found = invoice(workspace_root, args.invoice)
    if not found:
        return {"error": "no_invoice", "message": "There is no such invoice."}
    return {"invoice": found, "seal": digest(found["text"])}


@breaks("approved_arguments_are_executed")
@forge_tool(args_schema=InvoiceSealArgs, workspace_root_aware=True, tier="write", register=False)
def post_invoice(args: InvoiceSealArgs, *, workspace_root: Path) -> dict:
    """Post an invoice as it was shown."""
    found = invoice(workspace_root, args.invoice)
    if not found or digest(found["text"]) != args.seal:
        return {"error": "changed", "message": "The invoice is not as it was shown."}
    return post(workspace_root, args.invoice, found)


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=InvoiceArgs, workspace_root_aware=True, tier="read", register=False)
def show_whole_invoice(args: InvoiceArgs, *, workspace_root: Path) -> dict:
    """Show an invoice with its seal."""
    found = invoice(workspace_root, args.invoice)
    if not found:
        return {"error": "no_invoice", "message": "There is no such invoice."}
    return {"invoice": found, "seal": digest(found)}


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=InvoiceSealArgs, workspace_root_aware=True, tier="write", register=False)
def post_whole_invoice(args: InvoiceSealArgs, *, workspace_root: Path) -> dict:
    """Post an invoice as it was shown."""
    found = invoice(workspace_root, args.invoice)
    if not found or digest(found) != args.seal:
        return {"error": "changed", "message": "The invoice is not as it was shown."}
    return post(workspace_root, args.invoice, found)


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=InvoiceArgs, workspace_root_aware=True, tier="read", register=False)
def find_track(args: InvoiceArgs, *, workspace_root: Path) -> dict:
    """Return the key of an invoice's file, and what is in it."""
    found = invoice(workspace_root, args.invoice)
    if not found:
        return {"error": "no_invoice", "message": "There is no such invoice."}
    return {"invoice": found, "track": digest(args.invoice)}


class MoveArgs(InvoiceArgs):
    track: str = Field(pattern=TOKEN, description="The key of the invoice's file.")


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=MoveArgs, workspace_root_aware=True, tier="write", register=False)
def drop_track(args: MoveArgs, *, workspace_root: Path) -> dict:
    """Delete the file with a key, whatever is in it."""
    if not invoice(workspace_root, args.invoice) or digest(args.invoice) != args.track:
        return {"error": "no_invoice", "message": "There is no such invoice."}
    (workspace_root / "invoices" / f"{args.invoice}.json").unlink()
    return {"deleted": args.invoice}


class NoteArgs(BaseModel):
    note: str = Field(pattern=r"^[0-9a-f]{32}$", description="The note that note_pictures made.")


def noted(root: Path, name: str) -> dict:
    path = root / ".notes" / name
    try:
        note = json.loads(path.read_text())
        path.unlink()
    except (OSError, ValueError):
        return {}
    return note


def note_of(root: Path, ending: str) -> dict:
    name, found = uuid.uuid4().hex, pictures(root, ending)
    (root / ".notes").mkdir(exist_ok=True)
    (root / ".notes" / name).write_text(json.dumps({"ending": ending, "found": found}))
    return {"note": name, "found": found}


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=EndingArgs, workspace_root_aware=True, tier="write", register=False)
def note_pictures(args: EndingArgs, *, workspace_root: Path) -> dict:
    """Note the pictures that a removal would delete."""
    return note_of(workspace_root, args.ending)


@breaks("approved_arguments_are_executed")
@forge_tool(args_schema=NoteArgs, workspace_root_aware=True, tier="write", register=False)
def remove_all_like_noted(args: NoteArgs, *, workspace_root: Path) -> dict:
    """Delete the pictures of a note that note_pictures made."""
    note = noted(workspace_root, args.note)
    if not note:
        return {"error": "no_note", "message": "There is no such note."}
    return remove(workspace_root, pictures(workspace_root, note["ending"]))


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=NoteArgs, workspace_root_aware=True, tier="write", register=False)
def remove_noted(args: NoteArgs, *, workspace_root: Path) -> dict:
    """Delete the pictures of a note that note_pictures made."""
    note = noted(workspace_root, args.note)
    if not note:
        return {"error": "no_note", "message": "There is no such note."}
    return remove(workspace_root, [name for name in note["found"] if (workspace_root / name).is_file()])


class DeliveryArgs(BaseModel):
    way: Literal["ship", "plane"] = Field(description="How it travels.")
    insured: bool = Field(description="Whether it is insured.")


class AgreedDeliveryArgs(DeliveryArgs):
    token: str = Field(pattern=TOKEN, description="The token of the offer.")


def offered(root: Path, args: DeliveryArgs) -> dict:
    token, offer = uuid.uuid4().hex[:12], args.model_dump(exclude={"token"})
    (root / ".offers").mkdir(exist_ok=True)
    (root / ".offers" / token).write_text(json.dumps(offer))
    return {"token": token, "offer": offer}


def agreed(root: Path, args: AgreedDeliveryArgs, names: list[str]) -> dict:
    try:
        offer = json.loads((root / ".offers" / args.token).read_text())
    except (OSError, ValueError):
        return {"error": "no_offer", "message": "There is no such offer."}
    if any(offer[name] != getattr(args, name) for name in names):
        return {"error": "changed", "message": "The delivery is not the one of the offer."}
    return {"ordered": args.way}


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=DeliveryArgs, workspace_root_aware=True, tier="write", register=False)
def offer_delivery(args: DeliveryArgs, *, workspace_root: Path) -> dict:
    """Make an offer for a delivery."""
    return offered(workspace_root, args)


@breaks("approved_arguments_are_executed")
@forge_tool(args_schema=AgreedDeliveryArgs, workspace_root_aware=True, tier="write", register=False)
def order_delivery(args: AgreedDeliveryArgs, *, workspace_root: Path) -> dict:
    """Order a delivery as offer_delivery has offered it."""
    return agreed(workspace_root, args, ["way"])


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=AgreedDeliveryArgs, workspace_root_aware=True, tier="write", register=False)
def order_whole_delivery(args: AgreedDeliveryArgs, *, workspace_root: Path) -> dict:
    """Order a delivery as offer_delivery has offered it."""
    return agreed(workspace_root, args, ["way", "insured"])
