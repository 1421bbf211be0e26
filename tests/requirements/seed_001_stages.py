"""Seed 001, Agentic Primitives: scratchpad, critic, conformance and store, one row a promise."""

from __future__ import annotations

from .requirement import Requirement

REQUIREMENTS: dict[str, Requirement] = {
    "scratchpad:slots": Requirement(
        "seed 001: Scratchpad, 'Reading' and 'Writing'",
        "Findings and feedback are read back for the stage they concern.",
    ),
    "scratchpad:typed": Requirement(
        "seed 001: Scratchpad, 'Typed inter-agent shared state'",
        "A slot refuses what is not of its type, a severity that does not exist, and what cannot be pickled.",
    ),
    "scratchpad:reads-are-copies": Requirement(
        "seed 001: Scratchpad, 'Reads return defensive snapshots'",
        "Nobody changes a scratchpad through what was read from it or written into it.",
    ),
    "scratchpad:threads": Requirement(
        "seed 001: Scratchpad, 'three threads writing concurrently'", "Nothing of 32 writers is lost."
    ),
    "scratchpad:one-for-all-threads": Requirement(
        "seed 001: Scratchpad, 'lazy-created on first session.get_scratchpad() call'",
        "Threads that ask at once get one scratchpad.",
    ),
    "scratchpad:pickles": Requirement(
        "seed 001: Scratchpad", "A scratchpad pickles and deep-copies, and the copy is independent."
    ),
    "scratchpad:top-retrievals": Requirement(
        "seed 001: Scratchpad, 'Top-3 retrievals from memory/semantic (sorted by similarity)'",
        "The most similar come first, of one namespace if wanted; NaN is left out, a limit of 0 gives none.",
    ),
    "scratchpad:new-draft": Requirement(
        "seed 001: CriticAgent, 'Findings land on scratchpad.critic_findings'",
        "The findings of a stage are replaced at once, and those of other stages stay.",
    ),
    "critic:logical-rules": Requirement(
        "seed 001: CriticAgent, 'review_logical'",
        "Ten rules for Data Vault 2.0, dimensional and conceptual models, each with its severity.",
    ),
    "critic:contract-rules": Requirement(
        "seed 001: CriticAgent, 'review_contract'",
        "A contract without exposes is an error, without a domain a warning; a bare expose is an info.",
    ),
    "critic:cycles": Requirement(
        "seed 001: CriticAgent, 'circular dependency: a → b → c → a'",
        "Each component of builds that depend on each other is told by one shortest cycle, whatever its size.",
    ),
    "critic:new-draft": Requirement(
        "seed 001: CriticAgent, 'Findings land on scratchpad.critic_findings'",
        "A new draft replaces the findings of its stage; a clean one leaves none.",
    ),
    "critic:never-raises": Requirement(
        "seed 001: CriticAgent, 'Heuristic (LLM-free) reviewer'",
        "No draft and no rule makes a review raise; a rule that fails is told by its name.",
    ),
    "critic:escalation": Requirement(
        "seed 001: CriticAgent, 'surfaces in the receipt but doesn't block'",
        "A report fails by errors alone; warnings and infos are kept and shown.",
    ),
    "critic:repair": Requirement(
        "seed 001: CriticAgent, 'Triggers the repair loop via _escalate_critic_errors_into_report'",
        "Errors start one attempt of the diagnosed stage, with no_cache forced and restored; warnings never do.",
    ),
    "rule:fires-without-wiring": Requirement(
        "seed 001: Adding a new critic rule, 'your new rule fires automatically'",
        "A declared rule is asked in every review of its stage.",
    ),
    "rule:refused": Requirement(
        "seed 001: Adding a new critic rule",
        "A rule that cannot be called, or yields what is not a finding, is refused by name.",
    ),
    "conformance:summary": Requirement(
        "seed 001: ConformanceAgent, 'conformance: ✓ all 2 standards clean'",
        "Without a choice, Fluid and OSI are run, and the summary is the seed's.",
    ),
    "conformance:standards": Requirement(
        "seed 001: ConformanceAgent, 'Pre-emit lint against four standards'",
        "Four standards by their names; readiness gives warnings alone.",
    ),
    "conformance:unknown-standard": Requirement(
        "seed 001: ConformanceAgent", "Neither an unknown standard nor a draft that was not given passes."
    ),
    "conformance:parallel": Requirement(
        "seed 001: ConformanceAgent, 'in parallel'",
        "The standards are judged at once, and one that fails is told as its error.",
    ),
    "dialects:back-fill": Requirement(
        "seed 001: Dialect mapper integration, 'back-fills missing dialects'",
        "Missing dialects that OSI knows are filled in with typed entries, and no others.",
    ),
    "dialects:drift": Requirement(
        "seed 001: Dialect mapper integration, 'deterministic multi-dialect type mapper'",
        "An entry that contradicts the reference is told, and corrected for good if asked for.",
    ),
    "rule:suite": Requirement(
        "seed 001: Adding a new critic rule",
        "A user's rule that raises, loops, changes the draft or yields what is not a finding is told by a suite.",
    ),
    "rule:fixtures": Requirement(
        "seed 001: Adding a new critic rule", "The rules that a test declares are gone after it."
    ),
    "store:null-backend": Requirement(
        "seed 001: retrieve_similar_models, 'NullBackend returns empty'",
        "A NullBackend returns a record of what is put and finds nothing; choosing it warns once.",
    ),
    "store:choice": Requirement(
        "seed 001: StageSession, 'store: Store backend'",
        "A store is chosen by name; a name that there is not is refused with those that there are.",
    ),
    "store:record": Requirement(
        "seed 001: StageSession, 'store: Store backend'",
        "A record holds copies, expires after its ttl, and has a namespace that stays beneath a root.",
    ),
}
