"""The operations of OpenAPI documents as tools."""
