"""serve_viewers.py ADDRESS PID: ten viewers that load the data at each event until the server ends; a line for each load."""
import threading

from viewers import Viewer, ask, url


def watch():
    viewer = Viewer()
    try:
        while viewer.until(b"rows"):
            print(len(ask(url.path + "data")[1]), flush=True)
    except (AssertionError, OSError):
        pass  # the server has ended


threads = [threading.Thread(target=watch) for _ in range(10)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
