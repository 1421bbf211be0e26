"""Typed tools for LLM agents: registry, approvals, confinement, scrubbed errors.

Each name below is imported when it is first used, so reading a cassette does not load the agent loop.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .approval.decisions import (
        ApprovalDecision,
        ApprovalHandler,
        AutoApprove,
        DeferredToHuman,
        Granted,
        RejectAll,
        Rejected,
        TierPolicy,
    )
    from .approval.pending import PendingApprovals, get_pending_approvals, submit_approval
    from .budget.compaction import compact_messages, compaction_strategy
    from .budget.compactor import Compactor
    from .budget.context_windows import get_context_window
    from .budget.tokens import check_budget, count_message_tokens, estimate_tokens, token_budget
    from .capabilities import (
        ProviderCapabilities,
        assess_capabilities,
        emit_degradation_warnings,
        format_degradation_warnings,
        required_capabilities_for,
        warn_before_run,
    )
    from .classification.provider_failure import classify_provider_error, classify_provider_reply, parse_retry_after
    from .config.config_migration import Migration, migrate_legacy_to_unified
    from .config.unified_config import (
        BehaviorConfig,
        LlmConfig,
        RunSettings,
        UnifiedConfig,
        load_unified_config,
        run_settings,
    )
    from .corrective import build_corrective_messages, diagnose_tool_failure
    from .cost.breakdown import CostBreakdown, CostRow
    from .cost.cost_footer import cost_footer
    from .cost.prices import PriceBook, billed_usage
    from .cost.run_cost import RunCostTracker, cost_limit_usd
    from .deadline.step_timeouts import StepTimeouts
    from .deadline.time_left import is_cancelled, seconds_left
    from .dispatch import Dispatcher, dispatch_forge_tool, dispatch_tool_call
    from .errors import (
        AgentExecutionError,
        AgentRunStopped,
        ApprovalRejectedError,
        CommandError,
        ContextOverflowError,
        CostLimitExceeded,
        FileChangedError,
        FileTooLargeError,
        FluidError,
        FluidGenerationError,
        ForbiddenPathError,
        MissingScopeError,
        PathExistsError,
        PathNotFoundError,
        PathTraversalError,
        ProviderAuthError,
        ProviderError,
        ProviderServerError,
        ProviderTimeoutError,
        QuotaExceededError,
        RateLimitError,
        RegistrationError,
        SchemaValidationError,
        ScriptError,
        ToolCallError,
        ToolError,
        ToolExitError,
        ToolResultError,
        ToolTimeoutError,
        ToolValidationError,
        UnknownApprovalError,
        UnknownTool,
        UnsupportedFileTypeError,
        WorkspaceError,
        WorkspaceRequiredError,
    )
    from .events import Event, EventBus, get_event_bus
    from .kinds.declaration import INJECTED_NAMES, tool_facts
    from .kinds.executor import BuilderExecutor, ExecutorTool, FnToolExecutor, MockToolExecutor, ToolExecutor
    from .kinds.legacy_tool import LegacyTool
    from .kinds.typed_tool import ForgeTool
    from .loop.agent_loop import run_agent_loop
    from .loop.agent_run import AgentRun
    from .messages import Message, Reply, Usage
    from .programs.landlock import contain_process, restrict_process
    from .programs.limits import limit_resource
    from .programs.offspring import adopt_orphans, child_processes, end_children, end_with_parent, parent_process
    from .project.tool_settings import ToolSettings
    from .providers.aws_frames import AwsDecoder
    from .providers.base import Provider
    from .providers.catalog import PROVIDER_NAMES, get_provider
    from .providers.error_body import error_text
    from .providers.reply_stream import ReplyStream
    from .providers.scripted import ScriptedCall, ScriptedProvider, call_every_tool_once
    from .providers.stream import JsonDecoder, SseDecoder, StreamDecoder, StreamEvent
    from .providers.transport import HttpProvider
    from .providers.wire import WireFormat, find_wire_format, guess_wire_format
    from .registry.process_tools import (
        FORGE_TOOL_REGISTRY,
        TOOL_REGISTRY,
        _register,
        find_tool,
        forge_tool,
        get_tool_definitions,
        register_forge_tool,
        register_staged_tool,
    )
    from .registry.refusal import collecting_problems
    from .registry.tool_registry import ToolRegistry
    from .retry import is_retryable, retry_with_backoff
    from .schema.dialect import DIALECTS, Dialect, portability_problems
    from .schema.hand_written import close_schema
    from .schema.json_schema import SCHEMA_KEYWORDS
    from .schema.model_schema import input_schema
    from .schema.shapes import provider_shape
    from .schema.strict_arguments import restore_strict_arguments
    from .summarizer import HasFastTier, default_summarizer
    from .tool import (
        FACTS,
        NAME_PATTERN,
        Tool,
        ToolCall,
        ToolCategory,
        ToolDefinition,
        ToolDispatchResult,
        ToolInvocationRecord,
        ToolTier,
    )
    from .tools.catalog import CodeAgentGroup, register_builtins, register_code_agent_tools
    from .tools.custom.discovery import LeftOutScript, is_script
    from .tools.custom.loading import LoadedScripts, load_script_tools
    from .workspace.change_plan import Change
    from .workspace.change_set import AppliedChange
    from .workspace.workspace import Entry, Workspace

__all__ = [
    "DIALECTS",
    "FACTS",
    "FORGE_TOOL_REGISTRY",
    "INJECTED_NAMES",
    "NAME_PATTERN",
    "PROVIDER_NAMES",
    "SCHEMA_KEYWORDS",
    "TOOL_REGISTRY",
    "AgentExecutionError",
    "AgentRun",
    "AgentRunStopped",
    "AppliedChange",
    "ApprovalDecision",
    "ApprovalHandler",
    "ApprovalRejectedError",
    "AutoApprove",
    "AwsDecoder",
    "BehaviorConfig",
    "BuilderExecutor",
    "Change",
    "CodeAgentGroup",
    "CommandError",
    "Compactor",
    "ContextOverflowError",
    "CostBreakdown",
    "CostLimitExceeded",
    "CostRow",
    "DeferredToHuman",
    "Dialect",
    "Dispatcher",
    "Entry",
    "Event",
    "EventBus",
    "ExecutorTool",
    "FileChangedError",
    "FileTooLargeError",
    "FluidError",
    "FluidGenerationError",
    "FnToolExecutor",
    "ForbiddenPathError",
    "ForgeTool",
    "Granted",
    "HasFastTier",
    "HttpProvider",
    "JsonDecoder",
    "LeftOutScript",
    "LegacyTool",
    "LlmConfig",
    "LoadedScripts",
    "Message",
    "Migration",
    "MissingScopeError",
    "MockToolExecutor",
    "PathExistsError",
    "PathNotFoundError",
    "PathTraversalError",
    "PendingApprovals",
    "PriceBook",
    "Provider",
    "ProviderAuthError",
    "ProviderCapabilities",
    "ProviderError",
    "ProviderServerError",
    "ProviderTimeoutError",
    "QuotaExceededError",
    "RateLimitError",
    "RegistrationError",
    "RejectAll",
    "Rejected",
    "Reply",
    "ReplyStream",
    "RunCostTracker",
    "RunSettings",
    "SchemaValidationError",
    "ScriptError",
    "ScriptedCall",
    "ScriptedProvider",
    "SseDecoder",
    "StepTimeouts",
    "StreamDecoder",
    "StreamEvent",
    "TierPolicy",
    "Tool",
    "ToolCall",
    "ToolCallError",
    "ToolCategory",
    "ToolDefinition",
    "ToolDispatchResult",
    "ToolError",
    "ToolExecutor",
    "ToolExitError",
    "ToolInvocationRecord",
    "ToolRegistry",
    "ToolResultError",
    "ToolSettings",
    "ToolTier",
    "ToolTimeoutError",
    "ToolValidationError",
    "UnifiedConfig",
    "UnknownApprovalError",
    "UnknownTool",
    "UnsupportedFileTypeError",
    "Usage",
    "WireFormat",
    "Workspace",
    "WorkspaceError",
    "WorkspaceRequiredError",
    "_register",
    "adopt_orphans",
    "assess_capabilities",
    "billed_usage",
    "build_corrective_messages",
    "call_every_tool_once",
    "check_budget",
    "child_processes",
    "classify_provider_error",
    "classify_provider_reply",
    "close_schema",
    "collecting_problems",
    "compact_messages",
    "compaction_strategy",
    "contain_process",
    "cost_footer",
    "cost_limit_usd",
    "count_message_tokens",
    "default_summarizer",
    "diagnose_tool_failure",
    "dispatch_forge_tool",
    "dispatch_tool_call",
    "emit_degradation_warnings",
    "end_children",
    "end_with_parent",
    "error_text",
    "estimate_tokens",
    "find_tool",
    "find_wire_format",
    "forge_tool",
    "format_degradation_warnings",
    "get_context_window",
    "get_event_bus",
    "get_pending_approvals",
    "get_provider",
    "get_tool_definitions",
    "guess_wire_format",
    "input_schema",
    "is_cancelled",
    "is_retryable",
    "is_script",
    "limit_resource",
    "load_script_tools",
    "load_unified_config",
    "migrate_legacy_to_unified",
    "parent_process",
    "parse_retry_after",
    "portability_problems",
    "provider_shape",
    "register_builtins",
    "register_code_agent_tools",
    "register_forge_tool",
    "register_staged_tool",
    "required_capabilities_for",
    "restore_strict_arguments",
    "restrict_process",
    "retry_with_backoff",
    "run_agent_loop",
    "run_settings",
    "seconds_left",
    "submit_approval",
    "token_budget",
    "tool_facts",
    "warn_before_run",
]

#: Each public name, and the module that it is in.
_HOMES = {
    name: home
    for home, names in {
        "approval.decisions": (
            "ApprovalDecision ApprovalHandler AutoApprove DeferredToHuman Granted RejectAll Rejected TierPolicy"
        ),
        "approval.pending": "PendingApprovals get_pending_approvals submit_approval",
        "budget.compaction": "compact_messages compaction_strategy",
        "budget.compactor": "Compactor",
        "budget.context_windows": "get_context_window",
        "budget.tokens": "check_budget count_message_tokens estimate_tokens token_budget",
        "capabilities": (
            "ProviderCapabilities assess_capabilities emit_degradation_warnings format_degradation_warnings "
            "required_capabilities_for warn_before_run"
        ),
        "classification.provider_failure": "classify_provider_error classify_provider_reply parse_retry_after",
        "config.config_migration": "Migration migrate_legacy_to_unified",
        "config.unified_config": "BehaviorConfig LlmConfig RunSettings UnifiedConfig load_unified_config run_settings",
        "corrective": "build_corrective_messages diagnose_tool_failure",
        "cost.breakdown": "CostBreakdown CostRow",
        "cost.cost_footer": "cost_footer",
        "cost.prices": "PriceBook billed_usage",
        "cost.run_cost": "RunCostTracker cost_limit_usd",
        "deadline.step_timeouts": "StepTimeouts",
        "deadline.time_left": "is_cancelled seconds_left",
        "dispatch": "Dispatcher dispatch_forge_tool dispatch_tool_call",
        "errors": (
            "AgentExecutionError AgentRunStopped ApprovalRejectedError CommandError ContextOverflowError "
            "CostLimitExceeded FileChangedError FileTooLargeError FluidError FluidGenerationError ForbiddenPathError "
            "MissingScopeError PathExistsError PathNotFoundError PathTraversalError ProviderAuthError ProviderError "
            "ProviderServerError ProviderTimeoutError QuotaExceededError RateLimitError RegistrationError "
            "SchemaValidationError ScriptError ToolCallError ToolError ToolExitError ToolResultError "
            "ToolTimeoutError ToolValidationError UnknownApprovalError UnknownTool UnsupportedFileTypeError "
            "WorkspaceError WorkspaceRequiredError"
        ),
        "events": "Event EventBus get_event_bus",
        "kinds.declaration": "INJECTED_NAMES tool_facts",
        "kinds.executor": "BuilderExecutor ExecutorTool FnToolExecutor MockToolExecutor ToolExecutor",
        "kinds.legacy_tool": "LegacyTool",
        "kinds.typed_tool": "ForgeTool",
        "loop.agent_loop": "run_agent_loop",
        "loop.agent_run": "AgentRun",
        "messages": "Message Reply Usage",
        "programs.landlock": "contain_process restrict_process",
        "programs.limits": "limit_resource",
        "programs.offspring": "adopt_orphans child_processes end_children end_with_parent parent_process",
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
        "summarizer": "HasFastTier default_summarizer",
        "tool": (
            "FACTS NAME_PATTERN Tool ToolCall ToolCategory ToolDefinition ToolDispatchResult "
            "ToolInvocationRecord ToolTier"
        ),
        "tools.catalog": "CodeAgentGroup register_builtins register_code_agent_tools",
        "tools.custom.discovery": "LeftOutScript is_script",
        "tools.custom.loading": "LoadedScripts load_script_tools",
        "workspace.change_plan": "Change",
        "workspace.change_set": "AppliedChange",
        "workspace.workspace": "Entry Workspace",
    }.items()
    for name in names.split()
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
