"""Small documents of APIs, each with what a test asks about."""

from __future__ import annotations

from typing import Any

#: A shop with a reading and a writing operation.
SHOP: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Shop", "version": "1"},
    "servers": [{"url": "https://shop.example.com/v1"}],
    "paths": {
        "/orders/{orderId}": {
            "get": {
                "operationId": "showOrder",
                "summary": "One order.",
                "parameters": [
                    {"name": "orderId", "in": "path", "required": True, "schema": {"type": "string"}},
                    {"name": "fields", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                ],
                "responses": {
                    "200": {
                        "description": "ok",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}},
                    },
                    "default": {"description": "error"},
                },
            }
        },
        "/orders": {
            "post": {
                "operationId": "createOrder",
                "description": "Place an order.",
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}},
                },
                "responses": {"201": {"description": "made"}},
            }
        },
    },
    "components": {
        "schemas": {
            "Order": {
                "type": "object",
                "required": ["id", "item"],
                "properties": {
                    "id": {"type": "string", "readOnly": True},
                    "item": {"type": "string", "maxLength": 20},
                    "note": {"type": "string", "nullable": True},
                    "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Order"}},
                },
            }
        }
    },
}


def document(operation: dict[str, Any], *, path: str = "/x", method: str = "get", **more: Any) -> dict[str, Any]:
    """Return a document of OpenAPI 3.1 with one operation, named ``op``."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": {path: {method: {"operationId": "op", "responses": {"200": {"description": "ok"}}, **operation}}},
        **more,
    }
