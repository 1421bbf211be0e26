"""ConformanceAgent: judges drafts by the standards that they are written for, before anything is emitted.

ConformanceAgent().run(logical=logical, contract=contract).summary()
"conformance: ✓ all 2 standards clean"
"""

from __future__ import annotations

import contextvars
import difflib
import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from ..contracts.dcs import dcs_warnings
from ..contracts.fluid_contract import contract_errors
from ..contracts.odcs import odcs_warnings
from ..contracts.osi import OSI_VERSION, osi_errors
from ..errors import UnknownStandardError
from ..scrub import public_error_type
from .conformance_finding import ConformanceFinding
from .dialects import map_dialects
from .draft import part

__all__ = ["DEFAULT_STANDARDS", "SUPPORTED_STANDARDS", "ConformanceAgent", "ConformanceReport"]

log = logging.getLogger(__name__)

#: Every standard, in the order of a report: Fluid 0.7.2, OSI 0.1.1, and what ODCS and DCS need of a Fluid contract.
SUPPORTED_STANDARDS = ("fluid", "osi", "odcs_translation_readiness", "dcs_translation_readiness")
#: Those of a run that names none.
DEFAULT_STANDARDS = ("fluid", "osi")


@dataclass(frozen=True, slots=True)
class ConformanceReport:
    """What a run has found.

    Attributes:
        findings_by_standard: The findings of each standard that was run; an empty list if it is clean.
    """

    findings_by_standard: Mapping[str, list[ConformanceFinding]]

    @property
    def standards_run(self) -> tuple[str, ...]:
        """The standards that were run, in the order of `SUPPORTED_STANDARDS`."""
        return tuple(self.findings_by_standard)

    @property
    def all_findings(self) -> list[ConformanceFinding]:
        """The findings of all standards, in the same order."""
        return [finding for findings in self.findings_by_standard.values() for finding in findings]

    @property
    def error_count(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity == "error" for finding in self.all_findings)

    @property
    def warning_count(self) -> int:
        """How many findings are warnings."""
        return sum(finding.severity == "warning" for finding in self.all_findings)

    @property
    def passes(self) -> bool:
        """Whether there is no error; warnings do not count."""
        return not self.error_count

    def summary(self) -> str:
        """Return the outcome in a line, for example ``"conformance: ✓ all 2 standards clean"``."""
        if not self.all_findings:
            count = len(self.standards_run)
            return f"conformance: ✓ {f'all {count} standards' if count > 1 else '1 standard'} clean"
        mark = "✓" if self.passes else "✗"
        standards = ",".join(self.standards_run)
        return f"conformance: {mark} errors={self.error_count} warnings={self.warning_count} standards={standards}"


class ConformanceAgent:
    """Judges drafts by the standards that they are written for, without a model.

    Source: seed 001, "ConformanceAgent".
    """

    def run(
        self, *, logical: Any = None, contract: Any = None, standards: Iterable[str] | None = None
    ) -> ConformanceReport:
        """Judge a logical model and a contract; several standards at once, on a thread for each.

        Args:
            logical: A logical model with its semantic model at ``osi``, or a semantic model or document of OSI itself.
            contract: A Fluid contract: decoded JSON.
            standards: Some of `SUPPORTED_STANDARDS`; ``fluid`` and ``osi`` unless given.

        Returns:
            The report. A standard whose draft was not given has an error that says so.

        Raises:
            UnknownStandardError: If a standard is unknown, or none is named.
        """
        wanted = DEFAULT_STANDARDS if standards is None else _known(standards)
        drafts = {name: logical if name == "osi" else contract for name in wanted}
        if len(wanted) == 1:
            found = [_judged(wanted[0], drafts[wanted[0]])]
        else:
            with ThreadPoolExecutor(len(wanted), thread_name_prefix="conformance") as threads:
                # Each thread has the variables of the caller's context.
                judging = [
                    threads.submit(contextvars.copy_context().run, _judged, name, drafts[name]) for name in wanted
                ]
                found = [judged.result() for judged in judging]
        return ConformanceReport(dict(zip(wanted, found, strict=True)))

    def apply_dialect_mapper(
        self, logical: Any, *, override: bool = False, targets: Iterable[str] | None = None
    ) -> list[ConformanceFinding]:
        """Fill in the dialects that the expressions of a semantic model lack; see `map_dialects`."""
        return map_dialects(logical, override=override, targets=targets)


def _known(standards: Iterable[str]) -> tuple[str, ...]:
    """Return the standards in the order of a report, each once.

    Raises:
        UnknownStandardError: If one is unknown, or there is none.
    """
    named = [standards] if isinstance(standards, str) else list(standards)
    for name in named:
        if name not in SUPPORTED_STANDARDS:
            near = difflib.get_close_matches(str(name), SUPPORTED_STANDARDS, 1)
            remedy = f"Did you mean {near[0]!r}?" if near else f"Choose from {', '.join(SUPPORTED_STANDARDS)}."
            raise UnknownStandardError(f"There is no standard {name!r:.80}. {remedy}")
    if not named:
        raise UnknownStandardError(f"No standard was named. Choose from {', '.join(SUPPORTED_STANDARDS)}.")
    return tuple(name for name in SUPPORTED_STANDARDS if name in named)


def _judged(standard: str, draft: Any) -> list[ConformanceFinding]:
    """Return the findings of one standard; a judge that fails is an error among them."""
    try:
        return _JUDGES[standard](standard, draft)
    except Exception as error:  # a draft may be of any shape
        log.warning("The standard %s could not be judged.", standard, exc_info=True)
        told = f"The draft could not be judged by {standard}: {public_error_type(error)}. The log has the details."
        return [ConformanceFinding(standard, "error", told)]


def _fluid(standard: str, contract: Any) -> list[ConformanceFinding]:
    if contract is None:
        return [_absent(standard, "contract")]
    return [ConformanceFinding(standard, "error", told) for told in contract_errors(contract)]


def _osi(standard: str, logical: Any) -> list[ConformanceFinding]:
    if logical is None:
        return [_absent(standard, "logical model")]
    return [ConformanceFinding(standard, "error", told) for told in osi_errors(_osi_document(logical))]


def _odcs_readiness(standard: str, contract: Any) -> list[ConformanceFinding]:
    return [ConformanceFinding(standard, "warning", told) for told in odcs_warnings(contract)]


def _dcs_readiness(standard: str, contract: Any) -> list[ConformanceFinding]:
    return [ConformanceFinding(standard, "warning", told) for told in dcs_warnings(contract)]


_JUDGES: dict[str, Callable[[str, Any], list[ConformanceFinding]]] = {
    "fluid": _fluid,
    "osi": _osi,
    "odcs_translation_readiness": _odcs_readiness,
    "dcs_translation_readiness": _dcs_readiness,
}


def _absent(standard: str, what: str) -> ConformanceFinding:
    told = f"There is no {what} to judge by {standard}. Give one, or name the standards to run without {standard}."
    return ConformanceFinding(standard, "error", told)


def _osi_document(logical: Any) -> Any:
    """Return what a logical model has at ``osi`` as a document of OSI in JSON types."""
    osi = part(logical, "osi")
    found = logical if osi is None else osi
    # Foreign models write what is absent as null, which OSI does not have.
    plain = found.model_dump(mode="json", by_alias=True, exclude_none=True) if isinstance(found, BaseModel) else found
    if isinstance(plain, Mapping) and "semantic_model" not in plain and (osi is not None or "datasets" in plain):
        return {"version": OSI_VERSION, "semantic_model": [plain]}
    return plain
