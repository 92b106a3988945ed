"""report_sample.py ALL.html SOME.html: compares the pages of one store that list all and some of its experiments.

Used by report.py and report_large.sh."""
import os
import sys

from browser import Page

# The text of sections that cover all experiments, without the times of the page.
SECTIONS = """return ["best", "importance-tables", "failure-groups", "tasks", "unlearnt", "rungs", "hosts", "launches", "ranks-note"].map(
    (id) => [id, document.getElementById(id).innerText])"""


def charts(page):
    """The numbers of charts over parameters, which need no listed experiment."""
    numbers = []
    for x, group in (("depth", ""), ("depth", "s:learning_rate"), ("learning_rate", "s:depth"), ("learning_rate", "k:configuration")):
        page.choose("x", f"s:{x}")
        page.choose("group", group)
        numbers.append(page.shown())
        page.filter("depth>=2 learning_rate<=0.005")
        numbers.append(page.shown())
        page.filter("")
    return numbers


def same(a, b, tolerance):
    """Equal texts or numbers. One page has rows, rounded to seven digits, and the other has sums."""
    if a == b:
        return True
    try:
        return abs(float(a) - float(b)) <= tolerance * abs(float(b))
    except ValueError:
        return False


def agrees(whole, some):
    with Page(os.path.abspath(whole)) as page:
        assert page.text("#listed") == "", page.text("#listed")
        wanted, numbers = page.run(SECTIONS), charts(page)
        page.check_quiet()
    with Page(os.path.abspath(some)) as page:
        for (name, text), (_, found) in zip(wanted, page.run(SECTIONS)):
            assert text == found, f"{name}: {found!r} in place of {text!r}"
        listed = page.text("#listed")
        assert listed.startswith("This page lists ") and "best by test_mse, and a sample." in listed and "SELECT * FROM augmented_all" in listed, listed
        for a, b in zip(numbers, charts(page)):
            assert len(a) == len(b) > 0, (a, b)
            for row, other in zip(a, b):  # group, x, mean, half of the interval in four digits, n
                tolerances = [0] * (len(row) - 3) + [2e-6, 2e-3, 0]
                assert all(map(same, other, row, tolerances)), (row, other)
        lists(page)
        page.check_quiet()


def lists(page):
    """Failed experiments and the best are listed, and a chart of the sample says what it is."""
    assert "Computed from all" in page.text("#plot-note"), page.text("#plot-note")
    assert " listed experiment" in page.text("#matches"), page.text("#matches")
    if page.run("return !document.getElementById('failures').hidden"):
        page.run("document.querySelector('#failure-groups button.link').click()")
        assert page.cells("experiment"), "no experiment of the most frequent failure is listed"
    page.filter("")
    page.choose("y", "s:test_mse")
    page.choose("x", "s:seed")
    assert "Estimated from a sample" in page.text("#plot-note"), page.text("#plot-note")
    page.choose("x", "s:train_mse")
    assert " listed experiments of " in page.text("#plot-note"), page.text("#plot-note")


if __name__ == "__main__":
    agrees(*sys.argv[1:])
