"""Checks of injection: text that a tool passes on stays data.

The evidence is what happened behind the tool, never the wording of its answer or refusal.
"""

from . import archive, code, definition, network, pattern, process, sql, template, xml

__all__ = ["archive", "code", "definition", "network", "pattern", "process", "sql", "template", "xml"]
