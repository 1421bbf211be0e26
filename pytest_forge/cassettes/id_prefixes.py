"""Prefixes of the identifiers that APIs issue, as in ``call_…`` and ``resp_…``; without the mark after them.

Matching ignores identifiers that are new in each run. Redaction leaves identifiers of any kind alone: they name
something, and open nothing.
"""

from __future__ import annotations

__all__ = ["GENERATED", "STORED"]

_GENERATED = """
    call fc fco ctc ctco rs msg resp ws fs ci ig cu mcp mcpl mcpr cmp item run step thread conv evt event req gen
    span trace sess cntr container chatcmpl cmpl toolu srvtoolu mcptoolu tooluse
"""
_STORED = """
    acct agent asst batch ch chat chunk cs cus doc embd file fp ft ftjob id img in job node obj ord order org pi pm
    pred price prod proj seti sub task tool tx txn user usr vs
"""

#: OpenAI: calls, items, responses, runs; Anthropic and Bedrock: messages, tool uses; OpenRouter: generations; traces.
GENERATED = frozenset(_GENERATED.split())
#: Objects that are stored at a provider, and records of any kind: another one is another request.
STORED = frozenset(_STORED.split())
