"""serve_viewers.py ADDRESS PID [now]: ten viewers that load the data at each event until the server ends.

With `now` they load it once, at once. Each load prints a line.
"""
import sys
import threading

from viewers import Viewer, ask, url


def load():
    print(len(ask(url.path + "data")[1]), flush=True)


def watch():
    viewer = Viewer()
    try:
        if sys.argv[3:] == ["now"]:
            return load()
        while viewer.until(b"rows"):
            load()
    except (AssertionError, OSError):
        pass  # the server has ended


threads = [threading.Thread(target=watch) for _ in range(10)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
