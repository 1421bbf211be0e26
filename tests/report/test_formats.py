import pytest

from pytest_forge.report.formats import FORMATS, FormatError, named_reports, report_text
from pytest_forge.report.value import Report


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_writes_an_empty_run(name, tmp_path):
    assert report_text(name, Report([], [], 0.0), base=tmp_path)


@pytest.mark.parametrize("word", ["html5:report", "json", "json:", ":report", "", "JSON:report"])
def test_an_unknown_format_is_refused_with_those_that_exist(word):
    with pytest.raises(FormatError) as refused:
        named_reports([word], option="--report")

    assert str(refused.value) == f"--report is {word!r}. Write FORMAT:PATH; the formats are {', '.join(FORMATS)}."


def test_two_reports_are_not_written_to_one_file():
    with pytest.raises(FormatError, match="names 'out' twice"):
        named_reports(["json:out", "text:out"], option="--report")


def test_a_path_may_contain_colons():
    assert named_reports(["json:C:/out/report.json"], option="--report") == [("json", "C:/out/report.json")]
