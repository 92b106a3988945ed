"""report_early.py ADDRESS: the page of a large store appears without importance and figures, says so, and completes itself."""
import sys
import time
import urllib.request

from browser import Page

with urllib.request.urlopen(sys.argv[1]) as answer:
    early = answer.read().decode()
assert '"complete":false' in early and '"importances":[]' in early, "the first answer waits for everything"
with Page(sys.argv[1]) as page:
    headline, best = page.text("#headline"), page.run("return document.querySelector('#best strong').textContent")
    assert headline.startswith("100,000 experiments: 100,000 done") and best.startswith("Smallest test_mse: "), (headline, best)
    for _ in range(300):
        if page.text("#live") == "This page updates itself.":
            break
        assert "computed and will follow" in page.text("#live"), page.text("#live")
        time.sleep(0.2)
    assert page.run("return document.querySelectorAll('#importance tbody tr').length") > 0, "no importance has come"
    assert page.run("return document.querySelector('#best strong').textContent") == best, "the early results were others"
    page.check_quiet(sys.argv[1])
