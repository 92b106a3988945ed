"""power_cuts.py RECORD FOLDER FIRST COUNT BEFORE: makes COUNT images of a disk after a power cut.

RECORD is the output of recording.c. For each image, in FOLDER/NUMBER, a moment is drawn. Every second moment is just
before a sync, when most changes are unsynced. Synced changes are on the disk. Of an unsynced write, each sector of 512
bytes is on the disk or not. Unsynced sizes and names are on the disk up to a moment of their own. BEFORE, if not empty,
is the store at the start of the record. Leases are left out: a torn lease only delays the next launch by half a minute
(attack_lease.sh).
"""
import os
import random
import sys

SECTOR = 512


def read_record(path):
    text = open(path, "rb").read()
    at, events = 0, []
    while at < len(text):
        end = text.index(b"\n", at)
        what, _, rest = text[at:end].decode().partition(" ")
        fields = rest.split("\t")
        at = end + 1
        data = b""
        if what == "write":
            data = text[at : at + int(fields[2])]
            at += int(fields[2])
        if ".lease" not in rest:
            events.append((what, fields, data))
    return events


class File:
    """The bytes of a file on the disk, and the changes that are not synced yet."""

    def __init__(self, content=b""):
        self.disk, self.way = bytearray(content), []

    def sync(self):
        for change in self.way:
            self.apply(*change)
        self.way = []

    def apply(self, offset, data):
        if data is None:  # a size
            del self.disk[offset:]
            self.disk.extend(bytes(offset - len(self.disk)))
            return
        self.disk.extend(bytes(max(0, offset + len(data) - len(self.disk))))
        self.disk[offset : offset + len(data)] = data

    def cut(self, share):
        for offset, data in self.way:
            if data is None:
                if random.random() < share:
                    self.apply(offset, None)
                continue
            at = offset
            while at < offset + len(data):
                end = min(offset + len(data), (at // SECTOR + 1) * SECTOR)
                if random.random() < share:
                    self.apply(at, data[at - offset : end - offset])
                at = end


class Disk:
    """Names as the program sees them, and the changes of names that are not synced with the folder yet."""

    def __init__(self, before, place):
        self.names = {place: File(open(before, "rb").read())} if before else {}
        self.settled, self.way = dict(self.names), []

    def do(self, what, fields, data):
        path = fields[0]
        if what == "write":
            self.names.setdefault(path, File()).way.append((int(fields[1]), data))
        elif what == "truncate":
            self.names.setdefault(path, File()).way.append((int(fields[1]), None))
        elif what == "sync" and path in self.names:
            self.names[path].sync()
        elif what == "sync":  # a folder
            self.settle(len(self.way))
        else:
            self.way.append((what, fields, File()))
            self.rename(self.names, self.way[-1])

    @staticmethod
    def rename(names, change):
        what, fields, fresh = change
        if what == "create":
            names[fields[0]] = fresh
        elif what == "remove":
            names.pop(fields[0], None)
        elif fields[0] in names:
            names[fields[1]] = names.pop(fields[0])

    def settle(self, count):
        for change in self.way[:count]:
            self.rename(self.settled, change)
        self.way = self.way[count:]

    def cut(self):
        share = random.choice([0, 0.1, 0.5, 0.9, 1])
        self.settle(random.choice([0, len(self.way), random.randint(0, len(self.way))]))
        for file in set(self.settled.values()):
            file.cut(share)
        return {path: file.disk for path, file in self.settled.items()}


def main(record, folder, first, count, before):
    events = read_record(record)
    place = next(fields[0] for what, fields, _ in events if fields[0].endswith("/s.h5") or fields[-1].endswith("/s.h5"))
    place = os.path.dirname(place) + "/s.h5"
    syncs = [i for i, event in enumerate(events) if event[0] == "sync"]
    for number in range(first, first + count):
        random.seed(number)
        disk = Disk(before, place)
        moment = random.choice(syncs) if number % 2 else random.randint(1, len(events))
        for event in events[:moment]:
            disk.do(*event)
        for path, content in disk.cut().items():
            to = os.path.join(folder, str(number), os.path.relpath(path, os.path.dirname(place)))
            os.makedirs(os.path.dirname(to), exist_ok=True)
            with open(to, "wb") as file:
                file.write(content)
        os.makedirs(os.path.join(folder, str(number)), exist_ok=True)


main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
