"""Typed tools for LLM agents: registry, approvals, confinement, scrubbed errors.

Each name below is imported when it is first used, so reading a cassette does not load the agent loop.
"""

from __future__ import annotations

import importlib
from typing import Any

#: Each public name, and the module that it is in.
_HOMES = {
    name: home
    for home, names in {
        "approval.decisions": (
            "ApprovalDecision ApprovalHandler AutoApprove DeferredToHuman Granted RejectAll Rejected TierPolicy"
        ),
        "approval.pending": "PendingApprovals get_pending_approvals submit_approval",
        "build.agent_spec": "AgentSpec agent_spec_schema",
        "build.build": "Build build_agent",
        "build.tool_filter": "ToolFilterStage",
        "budget.compaction": "compact_messages compaction_strategy",
        "budget.compactor": "Compactor",
        "budget.context_windows": "get_context_window",
        "budget.tokens": "check_budget count_message_tokens estimate_tokens token_budget",
        "capabilities": (
            "ProviderCapabilities assess_capabilities emit_degradation_warnings format_degradation_warnings "
            "required_capabilities_for warn_before_run"
        ),
        "classification.provider_failure": "classify_provider_error classify_provider_reply parse_retry_after",
        "cli.parser": "CommandParser",
        "config.config_migration": "Migration migrate_legacy_to_unified",
        "config.unified_config": "BehaviorConfig LlmConfig RunSettings UnifiedConfig load_unified_config run_settings",
        "contracts.fluid_contract": "FLUID_VERSION contract_errors",
        "corrective": "build_corrective_messages diagnose_tool_failure",
        "cost.breakdown": "CostBreakdown CostRow",
        "cost.cost_footer": "cost_footer",
        "cost.prices": "PriceBook billed_usage",
        "cost.run_cost": "RunCostTracker cost_limit_usd",
        "deadline.step_timeouts": "StepTimeouts",
        "deadline.time_left": "is_cancelled seconds_left",
        "dispatch": "Dispatcher dispatch_forge_tool dispatch_tool_call",
        "egress.async_client": "AsyncEgressClient",
        "egress.backend": "AsyncEgressBackend EgressBackend",
        "egress.client": "EgressClient EgressResponse",
        "egress.policy": "EgressPolicy",
        "egress.transport": "AsyncEgressTransport EgressTransport",
        "errors": (
            "AgentExecutionError AgentRunStopped ApprovalRejectedError CommandError ContextOverflowError "
            "CostLimitExceeded EgressRefusedError FileChangedError FileTooLargeError FluidError FluidGenerationError "
            "ForbiddenPathError MissingScopeError PathExistsError PathNotFoundError PathTraversalError "
            "ProviderAuthError ProviderError ProviderServerError ProviderTimeoutError QuotaExceededError "
            "RateLimitError RegistrationError RuleError SchemaValidationError ScriptError ToolCallError ToolError "
            "ToolExitError ToolResultError ToolTimeoutError ToolValidationError UnknownApprovalError UnknownTool "
            "UnknownBackendError UnknownStandardError UnsupportedFileTypeError WorkspaceError WorkspaceRequiredError"
        ),
        "events": "Event EventBus get_event_bus",
        "extra": "install_extra",
        "guardrails.guardrails": "Guardrails",
        "guardrails.rules": "GuardrailRules",
        "kinds.declaration": "INJECTED_NAMES tool_facts",
        "kinds.executor": "BuilderExecutor ExecutorTool FnToolExecutor MockToolExecutor ToolExecutor",
        "kinds.legacy_tool": "LegacyTool",
        "kinds.typed_tool": "ForgeTool",
        "json_text": "long_integer",
        "loop.agent_loop": "run_agent_loop",
        "loop.agent_run": "AgentRun",
        "mcp.answer": "McpAnswer",
        "mcp.client": "McpClient McpRefusalError",
        "mcp.connection": "McpConnection",
        "mcp.definition_pin": "definition_pin",
        "mcp.http_transport": "McpHttpTransport",
        "mcp.pipe": "McpPipe",
        "mcp.server_failure": "ServerUnusableError",
        "mcp.server_url": "is_server_url",
        "mcp.transport": "McpTransport ServerLostError",
        "messages": "Message Reply ServerTool Usage",
        "programs.closed_sockets": "close_datagrams",
        "programs.landlock": "contain_process restrict_process",
        "programs.limits": "limit_resource",
        "programs.offspring": "adopt_orphans child_processes end_children end_with_parent parent_process",
        "programs.skipped_syncs": "skip_syncs",
        "project.cli_settings": "CliSettings",
        "project.project_file": "ProjectFile ProjectFileError ToolEntry read_project_file",
        "project.tool_settings": "ToolSettings",
        "providers.aws_frames": "AwsDecoder",
        "providers.base": "Provider",
        "providers.catalog": "PROVIDER_NAMES get_provider",
        "providers.error_body": "error_text",
        "providers.reply_stream": "ReplyStream",
        "providers.scripted": "ScriptedCall ScriptedProvider call_every_tool_once",
        "providers.stream": "JsonDecoder SseDecoder StreamDecoder StreamEvent",
        "providers.transport": "HttpProvider",
        "providers.wire": "WireFormat find_wire_format guess_wire_format",
        "registry.process_tools": (
            "FORGE_TOOL_REGISTRY TOOL_REGISTRY _register find_tool forge_tool get_tool_definitions "
            "register_forge_tool register_staged_tool"
        ),
        "registry.refusal": "collecting_problems",
        "registry.tool_registry": "ToolRegistry",
        "retry": "is_retryable retry_with_backoff",
        "schema.dialect": "DIALECTS Dialect portability_problems",
        "schema.hand_written": "close_schema",
        "schema.json_schema": "SCHEMA_KEYWORDS",
        "schema.model_schema": "input_schema",
        "schema.shapes": "provider_shape",
        "schema.strict_arguments": "restore_strict_arguments",
        "stages.conformance": "ConformanceAgent ConformanceReport",
        "stages.conformance_finding": "ConformanceFinding",
        "stages.critic": "CriticAgent",
        "stages.critic_finding": "CriticFinding",
        "stages.critic_report": "CriticReport escalate_critic_errors_into_report",
        "stages.repair": "RepairOutcome RepairSession repair_once",
        "stages.rules": "RULE_REGISTRY Remark Rule RuleRegistry rule",
        "stages.scratchpad": "RetrievalResult Scratchpad StageFeedback get_scratchpad",
        "store.null_backend": "NullBackend",
        "store.record": "StoreRecord",
        "store.resolve": "resolve_store",
        "store.store": "Store",
        "summarizer": "HasFastTier default_summarizer",
        "tool": (
            "FACTS FACTS_META_KEY NAME_PATTERN Tool ToolCall ToolCategory ToolDefinition ToolDispatchResult "
            "ToolInvocationRecord ToolTier"
        ),
        "tools.agent_prompt": "AGENT_SYSTEM_PROMPT",
        "tools.catalog": (
            "CodeAgentGroup register_adapter_tools register_builtins register_code_agent_tools register_copilot_tools "
            "register_dev_tools"
        ),
        "tools.custom.discovery": "LeftOutScript is_script",
        "tools.custom.loading": "LoadedScripts load_script_tools",
        "tools.mcp_servers.opening": "connect_mcp",
        "tools.mcp_servers.registering": "register_mcp_tools register_mcp_tools_async",
        "tools.openapi_operations.registering": "register_openapi_tools",
        "workspace.change_plan": "Change",
        "workspace.change_set": "AppliedChange",
        "workspace.workspace": "Entry Workspace",
    }.items()
    for name in names.split()
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
