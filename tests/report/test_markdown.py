import re
from dataclasses import replace
from html import unescape

import pytest
from hypothesis import example, given, settings

from pytest_forge.report.markdown import markdown_text

from .conftest import hostile_report
from .hostile import hostile_texts

SAFE = re.compile(r"</?(?:details|summary|code)>|<!-- -->|\n")


def test_a_comment_has_the_counts_a_table_and_the_details(every_verdict, tmp_path):
    (tmp_path / "shop.py").write_text("\ndef fetch(a): ...\n")
    text = markdown_text(every_verdict, tmp_path)
    lines = unescape(text).splitlines()

    assert lines[0] == "### Forge: 2 findings in 1 of 1 tool"
    assert lines[2] == "1 passed, 1 not applicable, 1 accepted, 1 could not be judged. 1.2 s"
    assert lines[6] == "| MUST | <code>fetch</code> | <code>must_hold</code> | It broke. | <code>shop.py:2</code> |"
    assert "<details><summary><code>fetch[must_hold]#broken</code></summary>" in lines
    assert '{"a": 1}' in lines
    assert "forge check shop.py:fetch --replay ID" in lines
    assert "We know." in lines
    assert "Too few calls." in lines


@example(tool="x", text="\n```\n<script>\n::error::x\n")
@settings(max_examples=40)
@given(tool=hostile_texts, text=hostile_texts)
def test_no_text_of_a_tool_is_interpreted(tool, text, tmp_path_factory):
    markdown_it = pytest.importorskip("markdown_it")
    parser = markdown_it.MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(markdown_text(hostile_report(tool, text), tmp_path_factory.getbasetemp()))

    inline = [child for token in tokens for child in token.children or ()]
    assert {token.type for token in inline} <= {"text", "html_inline", "text_special", "softbreak"}
    html = "".join(token.content for token in [*tokens, *inline] if token.type in ("html_inline", "html_block"))
    assert "<" not in SAFE.sub("", html)
    assert sum(token.type == "td_open" for token in tokens) == 5
    assert sum(token.type == "heading_open" for token in tokens) == 1
    assert html.count("<details>") == html.count("</details>") == 3


def test_a_mention_or_a_reference_in_a_sentence_is_broken(every_verdict, tmp_path):
    report = replace(every_verdict, results=[replace(every_verdict.results[1], message="Ask @octocat about #12.")])

    assert "| Ask &#64;<!-- -->octocat about &#35;<!-- -->12. |" in markdown_text(report, tmp_path)


def test_a_long_report_is_cut_where_a_finding_ends_and_says_so(every_verdict, tmp_path):
    many = replace(every_verdict, results=every_verdict.results[1:2] * 2_000)
    text = markdown_text(many, tmp_path)

    assert len(text.encode()) <= 64_000
    assert text.count("<details>") == text.count("</details>") > 50
    assert re.search(r"Cut at 64,000 bytes: \d+ of 2000 findings are listed\. ", text.splitlines()[-1])
