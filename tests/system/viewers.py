"""Viewers of `icsweep serve` without a browser: their requests, and the server's memory.

Used by serve.py and serve_day.py, whose first two arguments are the address and the server's process.
"""
import http.client
import sys
import urllib.parse

address, process = sys.argv[1], int(sys.argv[2])
url = urllib.parse.urlsplit(address)


def ask(path, method="GET", host=None, body=None):
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=10)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", host or url.netloc)
    if body:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content


def memory():
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        return int(next(line for line in file if line.startswith("VmRSS")).split()[1])


class Viewer:
    """A viewer that reads the stream of events."""

    def __init__(self):
        self.connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
        self.connection.request("GET", url.path + "events")
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200, self.answer.status

    def until(self, event):
        while True:
            line = self.answer.readline()
            assert line, "the stream ended"
            if line.startswith(b"event: " + event):
                return self.answer.readline()
