"""The check of formats and templates: an argument is a value for a template, not a template."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...oracles.format_log import FormatLog
from ...oracles.pattern_log import PatternLog
from ...profile.secrets import names_secret
from ...profile.templates import complains_of_format, takes_templates
from ...strategies.mined_constants import mined_constants
from ...strategies.payloads.texts import ARITHMETIC, FORMATS
from ...targets.outcome import Outcome
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import needs_answer
from ..calls.ordinary_outcomes import has_returned
from ..check import check
from .excused import PointSelection, without_meant
from .injection_point import InjectionPoint, call, mark_of, text_points, value_points, with_told_names
from .templates.carriage_returns import judge_carriage_returns
from .templates.formulas import judge_formulas
from .templates.headers import judge_headers
from .templates.joined_lines import judge_joined_lines
from .templates.line_breaks import judge_line_breaks
from .templates.link_parts import judge_link_parts
from .templates.markup import judge_markup
from .templates.other_line_ends import judge_other_line_ends
from .templates.refilled_values import judge_refilled_values
from .templates.replacements import judge_replacements
from .templates.secret_fields import judge_secret_fields
from .templates.stored_templates import OBJECT, PLACEHOLDER, judge_stored_templates, names_class
from .templates.told_lines import judge_told_lines
from .templates.wildcards import judge_wildcards, judge_wildcards_of_server

__all__ = ["text_is_no_template"]

_MAX_SECRETS = 6
_MAX_NAMES = 6
_MARK = "made of"
#: Placeholders of templates; the first is that of str.format.
_FIELDS = ("{{{}}}", "{{{{ {} }}}}", "${{{}}}")


@check(
    family="injection",
    level="MUST",
    source="CWE-134: use of externally-controlled format string, and CWE-1336",
    codes={
        "format_string_injection": "An argument is used as a format string, or a format argument reads attributes.",
        "replacement_injection": "An argument is used as a replacement, as of re.sub, which reads backslashes.",
        "header_injection": "A line break in an argument begins another header, field or line of a document.",
        "line_joined": "A new line is written onto the last line of a file that has no line end.",
        "formula_injection": "A text is a formula in a table in which formulas of other texts have no effect.",
        "markup_injection": "A quote in an argument ends an attribute of the HTML or XML that the tool makes.",
        "url_part_injection": "A text that is one part of a URL's path adds another one, or leads out of it.",
        "value_filled_again": "A value that names another one is filled in like a template.",
        "wildcard_injection": "A text to search for is used as a pattern that the description does not offer.",
        "template_injection": "A template engine evaluates an argument or looks up attributes for it.",
        "secret_in_template": "A template argument is filled in with a secret from the tool's own code or data.",
    },
)
@needs_answer
def text_is_no_template(subject: Subject) -> None:
    """No argument is used as a format or a template.

    With ``str.format``, a text like ``{user.__init__.__globals__}`` reads any attribute of the values. A template
    engine evaluates expressions. A brace or a percent sign in plain text becomes an error.

    The check passes such texts. It fails when a text:

    - Is used as a format, or raises the error of a format.
    - Raises the error of a replacement of ``re.sub``, or handles it.
    - Is put in place of another text by a server, and ``$&`` in it becomes what was found, as with ``String.replace``
      of JavaScript. The same goes for such signs of other languages, unless the description offers them. Answers of the
      tool and of readers show it, and so do files.
    - Is evaluated by a template engine.
    - Is a value for a template, names another value, and is filled in like the template. The template is the tool's
      own or another argument.

    It also passes texts with signs that mean something where the tool writes or searches. It fails when:

    - A text to search for is a pattern of file names, of LIKE or of `re`. The answer then has texts that do not contain
      it, or the tool changes or takes away a record that its text does not name, as other tools show. This is allowed
      if a word or an example offers patterns.
    - A line break begins another header in a mail or a request that the tool writes.
    - A line break begins another line in a document in which the tool keeps other texts to one line. Likewise, a tab
      must not begin another field.
    - A line break adds a line to a file of which the description says that each entry is one line, or that a call adds
      one.
    - An entry is written onto the last line of such a file, if this has no line end. The description says that people
      edit the file, or the tool reads it and adds nothing when an equal call is repeated.
    - A carriage return adds a line to a file, where a line feed in the same text adds none. For a server, other signs
      that end a line count as well, if a reader of it then has a part of the text alone.
    - A quote ends an attribute of the HTML or XML that the tool makes, also one in a record whose fields are open.
    - A text leads up in the path of a URL that the tool makes, though the tool refuses "..". Where the description says
      that the text is one part of the path, it must not add another part, a query or a fragment either.
    - A text is a formula in a table, and the tool puts an apostrophe before formulas in other texts. The same goes for
      formulas that begin with other signs, for those before which the tool takes a blank away, and for those that have
      no effect by the description.

    An argument that is meant to be a template must only look up names, as with `string.Template`. The check fails when:

    - It is filled in with ``str.format``, which reaches attributes.
    - It is filled in with a variable of the tool's own code whose name says that it is a secret.
    - It is filled in with such a text of the tool's own data, and the description shows other placeholders. This is
      allowed if it offers any field.
    - A placeholder takes a single step to any attribute of an object, such as its ``__class__``.

    A server is judged by its answers and by the files that it writes. The check looks for computed products, attributes
    of the server's objects, wildcards, headers, and attributes of elements. Lines, formulas and values that are filled
    in again are judged as for functions.

    A text that another tool of the target stores under a name is judged, too, where this tool fills it in.
    """
    patience = subject.patience()
    try:
        points = text_points(subject)
    except NotApplicable:
        # It may show what another tool has stored.
        judge_stored_templates(subject)
        raise
    found = without_meant(subject, points, takes_templates)
    for point in patience.each(() if subject.is_served else found.judged):
        mark = mark_of(subject)
        _judge_format(subject, point, mark, patience)
        _judge_replacement(subject, point, mark)
        judge_wildcards(subject, point)
        judge_headers(subject, point)
        judge_markup(subject, point)
        judge_link_parts(subject, point)
    for point in patience.each(found.judged if subject.is_served else ()):
        judge_wildcards_of_server(subject, point)
        judge_headers(subject, point)
        judge_markup(subject, point)
        judge_link_parts(subject, point)
    values = list(value_points(with_told_names(subject, found.judged)))
    for point in patience.each(values):
        judge_markup(subject, point)
    texts = [*found.judged, *values]
    judge_line_breaks(subject, texts, patience)
    judge_told_lines(subject, texts, patience)
    judge_joined_lines(subject)
    judge_carriage_returns(subject, texts, patience)
    judge_other_line_ends(subject, texts, patience)
    judge_replacements(subject, found.judged, patience)
    judge_formulas(subject, texts, patience)
    for point in patience.each(() if subject.is_served else found.excused):
        mark = mark_of(subject)
        _judge_secrets(subject, point, mark, patience)
        _judge_attributes(subject, point, mark, patience)
    for point in patience.each(() if subject.is_served else (*found.excused, *found.judged)):
        judge_secret_fields(subject, point, patience)
    for point, text in patience.each(_look_ups(subject, found)):
        said = _said(subject, point, text)
        if OBJECT.search(said) or names_class(said, _MARK):
            raise point.finding(
                "template_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool looked up attributes of its own objects, which lead "
                "to all of its data. Replace the known names only.",
                point.with_text(text),
            )
    for point in patience.each(found.judged):
        _judge_arithmetic(subject, point, patience)
    judge_refilled_values(subject)
    judge_stored_templates(subject)
    found.raise_for_guessed()


def _look_ups(subject: Subject, found: PointSelection) -> Iterator[tuple[InjectionPoint, str]]:
    """Yield look-ups of attributes: a template may name values, but not their attributes."""
    for point in (*found.excused, *(found.judged if subject.is_served else ())):
        says = f"{point.says} {subject.facts.description or ''}"
        names = PLACEHOLDER.findall(says)
        names += [name for name in point.arguments if name != point.slot.name]
        names += [key for value in point.arguments.values() if isinstance(value, Mapping) for key in value]
        for name in list(dict.fromkeys([*names, "0"]))[:_MAX_NAMES]:
            for form in _FIELDS if point in found.excused else _FIELDS[:1]:
                yield point, form.format(f"{name}.__class__.__mro__")
            if point in found.excused:
                # A template may take one step only.
                yield point, f"{_MARK} {{{name}.__class__}}"


def _judge_attributes(subject: Subject, point: InjectionPoint, mark: str, patience: Patience) -> None:
    for text in patience.each((f"{{{mark}.__class__}}", f"{{0.__class__.{mark}}}")):
        arguments = point.with_text(text)
        # A tool may look whether the values that it is given have the name.
        values = {name: {**value, mark: mark} for name, value in arguments.items() if isinstance(value, Mapping)}
        point.plant(subject.sandbox.workspace, text)
        with FormatLog() as log:
            call(subject, {**arguments, **values})
        if any(mark in heard and re.search(r"(?<!{){\w+\.__class__", heard) for heard in log.formats):
            raise point.finding(
                "format_string_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool filled it in with str.format, which reads "
                "attributes of its values. Use string.Template, or replace the known names only.",
                {**arguments, **values},
            )


def _judge_secrets(subject: Subject, point: InjectionPoint, mark: str, patience: Patience) -> None:
    """Judge whether a template can name a secret of the tool's own code."""
    named = sorted(name for name in mined_constants(subject.tool).names if names_secret(name))
    forms = ("${}", "${{{}}}", "{{{}}}", "{{{{{}}}}}", "%({})s")
    fields = [(name, form) for name in named[:_MAX_SECRETS] if name not in point.says for form in forms]
    for name, form in patience.each(fields):
        # A value that also replaces unknown names is a default, not a secret.
        filled, unknown = (_filled(subject, point, form.format(one)) for one in (name, mark))
        if filled and filled != unknown and name not in filled:
            text = form.format(name)
            raise point.finding(
                "secret_in_template",
                f"Given {text!r} in {point.slot.shown!r}, the tool filled in a secret from its own code. "
                "Pass only the values that a template may name.",
                point.with_text(text),
            )


def _filled(subject: Subject, point: InjectionPoint, field: str) -> str:
    """Return the text that replaces a field in the result, four letters or more; "" if unknown."""
    outcome = call(subject, point.with_text(f"({field})"))
    found = re.search(r"\(([^()]{4,})\)", f"{outcome.returned!r}") if outcome.succeeded else None
    return found[1] if found is not None else ""


def _judge_format(subject: Subject, point: InjectionPoint, mark: str, patience: Patience) -> None:
    plain = point.texts(f" ({mark})")[0]
    _, control = _watched(subject, point, plain)
    for payload in patience.each(FORMATS):
        written = payload.format(mark=mark)
        text = point.texts(f" {written}")[0]
        log, outcome = _watched(subject, point, text)
        field = re.compile(r"(?<!{){" + mark + r"}(?!})")
        was_format = any(field.search(heard) for heard in log.formats) or any(
            f"${mark}" in heard and f"$${mark}" not in heard for heard in log.templates
        )
        if was_format or (has_returned(control) and outcome.ran and _complains(outcome, mark)):
            message = _message(point, text, "used it as a format")
            raise point.finding("format_string_injection", message, point.with_text(text))


def _judge_replacement(subject: Subject, point: InjectionPoint, mark: str) -> None:
    """Judge whether ``re.sub`` reads an argument as a replacement, by an escape that only patterns have."""
    control = call(subject, point.with_text(point.texts(f" {mark}")[0]))
    text = point.texts(rf" {mark}\d")[0]
    arguments = point.with_text(text)
    if not has_returned(control):
        return
    patterns = _patterns_beside(subject, arguments, mark)
    if patterns is None:
        return
    given = {name: value for name, value in arguments.items() if isinstance(value, str) and value in patterns}
    if given:
        # A plain word is the same with every special character quoted: a dot tells whether the caller gives a pattern.
        dotted = {name: f"{value}." for name, value in given.items()}
        with PatternLog() as log:
            call(subject, {**arguments, **dotted})
        patterns = {pattern for pattern, _ in log.patterns}
        given = {name: value for name, value in dotted.items() if value in patterns}
    # A caller who gives the pattern may mean its groups.
    if not given:
        raise point.finding(
            "replacement_injection",
            f"Given {text!r} in {point.slot.shown!r}, the tool used it as a replacement of re.sub, which reads "
            "backslashes. Pass a function: re.sub(pattern, lambda _: text, ...).",
            arguments,
        )


def _patterns_beside(subject: Subject, arguments: Mapping[str, Any], mark: str) -> set[Any] | None:
    """Return the patterns of a call in which ``re.sub`` refuses an escape in a replacement; None if it does not.

    The tool may say so in words of its own.
    """
    with PatternLog() as log:
        raised = call(subject, arguments).raised
    for error in (raised, *_causes(raised)):
        if isinstance(error, re.error) and mark in str(error.pattern) and "\\d" in error.msg:
            return {pattern for pattern, _ in log.patterns}
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the exceptions that were handled when another one was raised, at most five."""
    for _ in range(5):
        error = error and (error.__cause__ or error.__context__)
        if error is None:
            return
        yield error


def _judge_arithmetic(subject: Subject, point: InjectionPoint, patience: Patience) -> None:
    first, second = (subject.random.randrange(2000, 9000) for _ in range(2))
    product = str(first * second)
    for payload in patience.each(ARITHMETIC):
        text = point.texts(payload.format(first=first, second=second))[0]
        if product in _said(subject, point, text) and product not in _said(subject, point, f"{first}*{second}"):
            # A tool that also computes the bare product is a calculator, not a template.
            message = _message(point, text, "computed the product")
            raise point.finding("template_injection", message, point.with_text(text))


def _said(subject: Subject, point: InjectionPoint, text: str) -> str:
    outcome = call(subject, point.with_text(text))
    return f"{outcome.returned!r}{outcome.text}".replace(",", "")


def _watched(subject: Subject, point: InjectionPoint, text: str) -> tuple[FormatLog, Outcome]:
    point.plant(subject.sandbox.workspace, text)
    with FormatLog() as log:
        outcome = call(subject, point.with_text(text))
    return log, outcome


def _complains(outcome: Outcome, mark: str) -> bool:
    seen: BaseException | None = outcome.raised
    for _ in range(5):
        if seen is None:
            return False
        is_unknown_name = isinstance(seen, KeyError) and seen.args == (mark,)
        is_of_format = isinstance(seen, ValueError | TypeError | IndexError) and complains_of_format(str(seen))
        if is_unknown_name or is_of_format:
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def _message(point: InjectionPoint, text: str, did: str) -> str:
    return (
        f"Given {text!r} in {point.slot.shown!r}, the tool {did}. "
        "Keep the format constant, and pass the text as one of its values."
    )
