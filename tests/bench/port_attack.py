"""port_attack.py PROGRAM [FRAMES]: strangers at the port of a launch that others may join.

Random frames, with and without a valid greeting of ZMTP; floods of connections; and the recorded bytes of a guest. It
prints how the leader's memory changes, and fails if the leader dies, admits anybody or is no longer there for guests.
"""
import contextlib
import ctypes
import json
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = os.path.realpath(sys.argv[1])
FRAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00CURVE".ljust(23, b"\0") + bytes(32)
CONNECTIONS = 2000  # of a flood, at the same time
CURVE_SERVERKEY, CURVE_PUBLICKEY, CURVE_SECRETKEY, DEALER, RCVTIMEO, LINGER = 50, 48, 49, 5, 27, 17


def memory(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def connected(door):
    s = socket.create_connection(door, timeout=5)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # leaves no TIME_WAIT behind
    return s


def random_frames(door, count):
    """One frame per connection, since the port closes it after a wrong one; every other one after a greeting."""
    sent = 0
    for i in range(count):
        frame = random.randbytes(random.randint(1, 200))
        with contextlib.suppress(OSError), connected(door) as s:
            s.sendall((GREETING if i % 2 else b"") + frame)
            sent += 1
    return sent


def flood(door):
    """Connections that say nothing."""
    held = []
    with contextlib.suppress(OSError):
        for _ in range(CONNECTIONS):
            held.append(connected(door))
    most = len(held)
    time.sleep(8)  # longer than the port waits for a greeting
    for s in held:
        s.close()
    return most


class Recorder(threading.Thread):
    """Passes one connection on to the door and keeps the bytes of both sides."""

    def __init__(self, door):
        super().__init__(daemon=True)
        self.door, self.sent, self.answered = door, b"", b""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def run(self):
        client, _ = self.listener.accept()
        server = connected(self.door)
        threading.Thread(target=self.copy, args=(server, client, "answered"), daemon=True).start()
        self.copy(client, server, "sent")

    def copy(self, source, target, name):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                setattr(self, name, getattr(self, name) + data)
                target.sendall(data)


def guest_says(port, keys, text):
    """Sends one frame as a guest that has the keys; returns the answer."""
    zmq = ctypes.CDLL("libzmq.so.5")
    zmq.zmq_ctx_new.restype = zmq.zmq_socket.restype = ctypes.c_void_p
    zmq.zmq_socket.argtypes = [ctypes.c_void_p, ctypes.c_int]
    zmq.zmq_setsockopt.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t]
    zmq.zmq_connect.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    zmq.zmq_send.argtypes = zmq.zmq_recv.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
    zmq.zmq_close.argtypes = [ctypes.c_void_p]
    s = zmq.zmq_socket(zmq.zmq_ctx_new(), DEALER)
    for option, key in zip((CURVE_SERVERKEY, CURVE_PUBLICKEY, CURVE_SECRETKEY), keys):
        assert zmq.zmq_setsockopt(s, option, key.encode(), 41) == 0
    for option, value in ((RCVTIMEO, 10000), (LINGER, 0)):
        zmq.zmq_setsockopt(s, option, struct.pack("i", value), 4)
    assert zmq.zmq_connect(s, f"tcp://127.0.0.1:{port}".encode()) == 0
    zmq.zmq_send(s, text, len(text), 0)
    answer = ctypes.create_string_buffer(4096)
    size = zmq.zmq_recv(s, answer, 4096, 0)
    zmq.zmq_close(s)
    return answer.raw[: max(size, 0)]


def replay(door, keys):
    """The bytes of a guest that was answered, once more."""
    recorder = Recorder(door)
    recorder.start()
    answer = guest_says(recorder.port, keys, b"H\0\0\0\0no hello")
    assert answer.startswith(b"R"), f"a guest with the keys is not answered: {answer}"
    time.sleep(0.5)
    again = b""
    with contextlib.suppress(OSError), connected(door) as s:
        for at in range(0, len(recorder.sent), 64):
            s.sendall(recorder.sent[at : at + 64])
            time.sleep(0.02)
        s.settimeout(8)
        while data := s.recv(65536):
            again += data
    assert len(again) < len(recorder.answered), "the replayed bytes got a whole answer"
    return len(recorder.sent), len(recorder.answered), len(again)


def main():
    folder = tempfile.mkdtemp()
    os.chdir(folder)
    with open("s.toml", "w") as sweep:
        sweep.write('[[grid]]\ntask = "poison"\nsteps = 1000000\nseed = { count = 4 }\n')
    log = open("leader.log", "w")
    leader = subprocess.Popen([PROGRAM, "run", "s.toml", "-o", "s.h5", "--join", "--listen", "127.0.0.1"], stderr=log)
    try:
        while not os.path.exists("s.h5.key"):
            time.sleep(0.1)
        time.sleep(3)
        with open("s.h5.lease") as lease:
            door = ("127.0.0.1", int(json.load(lease)["door"].rsplit(":", 1)[1]))
        keys = open("s.h5.key").read().split()
        random_frames(door, 2000)
        start = memory(leader.pid)
        begin = time.time()
        sent = random_frames(door, FRAMES)
        after = memory(leader.pid)
        print(f"{sent} random frames in {time.time() - begin:.0f} s: {start} kB before, {after} kB after", flush=True)
        sizes = []
        for _ in range(4):
            most = flood(door)
            sizes.append(memory(leader.pid))
        print(f"4 floods of {most} connections: {sizes} kB after each", flush=True)
        print("replayed bytes: %d sent, %d answered the first time, %d the second" % replay(door, keys), flush=True)
        assert not isinstance(leader.poll(), int), "the leader died"
        assert guest_says(door[1], keys, b"H\0\0\0\0no hello").startswith(b"R"), "the port no longer answers guests"
        assert "joined" not in open("leader.log").read(), "a stranger joined"
        assert after - start < 4096 and sizes[-1] - sizes[0] < 4096, "the leader's memory grows"
        print("nobody was admitted; the leader lives and answers guests")
    finally:
        leader.kill()


main()
