"""serve.py ADDRESS PID: checks the served page in a browser, and the requests that the server refuses."""
import http.client
import os
import subprocess
import time

from browser import Page
from viewers import Viewer, address, ask, memory, url


def refuses():
    for path in ("/", "/etc/passwd", "/" + "0" * 32 + "/", url.path[:-2] + "/", url.path + "../", url.path + "..%2f..%2fetc/passwd", url.path + "data/../x", url.path + "store.h5"):
        status, content = ask(path)
        assert status == 404 and content == b"", (path, status, content[:80])
    for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS"):
        assert ask(url.path, method)[0] == 405, method
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example"):
        assert ask(url.path, host=host)[0] == 404, host
    try:
        assert ask(url.path, "GET", body=b"x" * 5000)[0] in (200, 413)
    except ConnectionResetError:
        pass  # the body was not read
    assert ask(url.path + "a" * 20000)[0] in (400, 414), "a long address"
    assert ask(url.path + "data", host="localhost:1")[0] == 200, "an ssh tunnel has another port"


def watches(touch):
    """Ten viewers and many updates do not increase the memory. A sanitizer keeps memory that was freed."""
    viewers = [Viewer() for _ in range(10)]
    used = []
    for _ in range(8):
        touch()
        for viewer in viewers:
            viewer.until(b"rows")
            assert ask(url.path + "data")[0] == 200
        used.append(memory())
    if "ASAN_OPTIONS" not in os.environ:
        assert max(used[3:]) < 1.15 * max(used[:3]) + 2000, f"kB: {used}"
    print(f"memory of the server with ten viewers, kB: {used}")


def limits():
    """Viewers beyond the limit are refused. When a viewer leaves, another is accepted."""
    viewers = []
    for _ in range(40):
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
        connection.request("GET", url.path + "events")
        viewers.append((connection, connection.getresponse()))  # a viewer without its answer would leave
    found = [answer.status for _, answer in viewers]
    assert found.count(200) == 32 and found.count(503) == 8, found
    assert ask(url.path)[0] == 200, "there is no answer with many viewers"
    for connection, answer in viewers:
        answer.close()
        connection.close()
    until(lambda: watched() == 200, lambda: "no viewer is accepted after others have left")


def watched():
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
    connection.request("GET", url.path + "events")
    status = connection.getresponse().status
    connection.close()
    return status


def until(holds, reason):
    for _ in range(1500):
        if holds():
            return
        time.sleep(0.2)
    raise AssertionError(reason())


def live(touch):
    with Page(address) as page:
        before = page.text("#matches")
        page.filter("depth=1")
        page.find("#table tbody button").click()
        until(lambda: page.text("#live") == "This page updates itself.", lambda: page.text("#live"))
        touch(extend=True)
        until(lambda: page.text("#matches") == "3 of 9 experiments", lambda: (before, page.text("#matches")))
        assert page.run("return document.getElementById('filter').value") == "depth=1", "the filter is lost"
        assert not page.run("return document.getElementById('details').hidden"), "the details are closed"
        page.check_quiet(address)


def shows_launch(page):
    until(lambda: page.run("return document.querySelectorAll('#launch .losses').length") == 2, lambda: page.text("#launch"))
    assert page.run("return document.querySelectorAll('#launch .bars .used').length") == 2, page.text("#launch")
    for ranks in (["0", "1"], ["1", "0"]):
        page.run("[...document.querySelectorAll('#launch .sort')].find(b => b.textContent === 'rank').click()")
        found = page.run("return [...document.querySelector('#launch table').tBodies[0].rows].map(r => r.cells[1].textContent)")
        assert found == ranks, found


def launch_appears():
    """A page that was opened before a launch shows the launch's curves and ranks, and its headings sort what runs."""
    with Page(address) as page:
        until(lambda: page.text("#live") == "This page updates itself.", lambda: page.text("#live"))
        launch = subprocess.Popen(["./launch.sh"])
        try:
            shows_launch(page)
        finally:
            launch.terminate()
            launch.wait()
        until(lambda: page.text("#launch").startswith("No launch"), lambda: page.text("#launch"))
        page.check_quiet(address)


def touch(extend=False):
    os.system("./extend.sh" if extend else "touch store.h5")


refuses()
watches(touch)
limits()
live(touch)
launch_appears()
