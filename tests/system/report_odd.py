"""Checks of pages whose values are difficult to sort, filter or average; for report.py."""


def sorts(page):
    """Infinities are numbers. NaN and failed experiments come last in both directions, and a10 follows a9."""
    page.find("#every").click()
    for wanted in (["-inf", "3", "4", "5", "inf", "", "", ""], ["inf", "5", "4", "3", "-inf", "", "", ""]):
        page.find("th[data-column=error] button").click()
        assert page.cells("error") == wanted, page.cells("error")
    page.find("th[data-column=kind] button").click()
    assert page.cells("kind") == [f"a{i}" for i in range(3, 11)], page.cells("kind")


def filters(page):
    wanted = {"error=inf": ["0"], "error=-inf": ["1"], "error=nan": ["2", "6", "7"], "error<4": ["1", "3"], "error>4": ["0", "5"],
              "error!=nan error>=-inf error<=3": ["1", "3"], "error=3.0000003": ["3"], "error=3.001": [], "kind=a9": ["1"],
              "seed=20240101": ["0", "2", "4", "6"], "seed=20240102": ["1", "3", "5", "7"], "seed!=20240101": ["1", "3", "5", "7"]}
    for text, rows in wanted.items():
        page.filter(text)
        assert sorted(page.cells("experiment")) == rows, (text, page.cells("experiment"))
    page.filter("")


def endings(page):
    """A failed experiment is marked beside its number, at the left edge of the table."""
    page.filter("status=failed")
    ended = page.run("""return [...document.querySelectorAll('#table tbody tr')].map(tr => {
        const cell = tr.children[0]; return [cell.dataset.ending, getComputedStyle(cell, '::after').content]})""")
    assert ended and all(ending == "failed" and "failed" in content for ending, content in ended), ended
    page.filter("status=done")
    assert page.run("return document.querySelectorAll('#table td[data-ending]').length") == 0
    page.filter("")


def earlier_sweeps(page):
    """Experiments of earlier sweeps are marked, and they are not in the chart by default."""
    page.find("#every").click()
    note = "return document.getElementById('plot-note').textContent"
    sentence = "toy leaves out 1 failed, 1 of earlier sweeps (toy_all has them)"
    assert sentence in page.run(note) and page.text("#left-out") == sentence, page.run(note)
    failures = page.run("return [...document.querySelectorAll('#failure-groups tbody tr')].map(tr => tr.children[1].textContent)")
    assert sorted(failures) == ["failed", "failed, from earlier sweeps"], failures
    for button in page.driver.find_elements("css selector", "#failure-groups button"):
        button.click()
        assert len(page.cells("experiment")) == 1, page.cells("experiment")
    page.filter("")
    page.find("#every").click()
    assert "leaves out" not in page.run(note) and len(page.cells("experiment")) == 8, page.run(note)


def valueless(page):
    """NaN and infinite results of done experiments are counted as left out. Those of failed experiments are not."""
    page.choose("y", "s:error")
    assert "Left out: 3 experiments without a finite error." in page.text("#plot-note"), page.text("#plot-note")


def command(page):
    page.find("#table tbody tr").click()
    assert "/it'\\''s odd.h5' --task toy" in page.text("#details code"), page.text("#details code")


def lengths(page):
    """For two lengths of curves, each position has all experiments that reach it. It has no interval, as epochs differ."""
    page.choose("y", "c:loss")
    page.choose("group", "")
    shown = page.shown()
    assert [row[3] for row in shown] == ["4" if int(row[0]) <= 100 else "2" for row in shown], shown
    assert all(row[2] == "" for row in shown) and "with any epochs: without intervals" in page.text("#plot-note"), page.text("#plot-note")
    assert "interpolate linearly" in page.text("#plot-note"), page.text("#plot-note")
    page.choose("group", "s:epochs")
    assert all(row[3] != "" for row in page.shown()) and "dots: the experiments" in page.text("#plot-note"), page.text("#plot-note")
    assert "interpolate linearly" not in page.text("#plot-note"), "curves of one length are not drawn as they are"


def prints(page):
    """A dark page is printed light, and is dark again afterwards."""
    page.find("#theme").click()
    page.run("addEventListener('beforeprint', () => { window.printed = document.documentElement.dataset.theme })")
    page.driver.execute_cdp_cmd("Page.printToPDF", {})
    assert page.run("return [window.printed, document.documentElement.dataset.theme]") == ["light", "dark"]
