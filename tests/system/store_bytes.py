"""Computes identities and digests from a store's bytes, by docs/reference/store.md alone:  store_bytes.py STORE.h5..."""

import ctypes
import ctypes.util
import itertools
import json
import struct
import sys

import h5py
import numpy as np

xxhash = ctypes.CDLL(ctypes.util.find_library("xxhash"))


class Hash128(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


xxhash.XXH3_64bits.restype = ctypes.c_uint64
xxhash.XXH3_128bits.restype = Hash128


def digits128(data):
    h = xxhash.XXH3_128bits(data, ctypes.c_size_t(len(data)))
    return f"{h.high:016x}{h.low:016x}"


def signed64(data):
    return ctypes.c_int64(xxhash.XXH3_64bits(data, ctypes.c_size_t(len(data)))).value


def shown(value, kind):
    if kind == 2:
        return value.decode().rstrip("\0")
    return str(int(value)) if kind == 0 else shortest(float(value))


def shortest(value):
    """The fewest digits that give the same double; an exponent is used from 1e16 on and below 1e-4."""
    text = repr(value)
    return text.removesuffix(".0") if "e" not in text else text


def identity(task, columns, row):
    own = {c["name"]: shown(row[c["name"]], c["kind"]) for c in columns if c["role"] == 1}
    neutral = {c["name"]: c["neutral"] for c in columns if "neutral" in c}
    return digits128("\n".join([task] + [f"{name}={own[name]}" for name in sorted(own) if neutral.get(name) != own[name]]).encode())


def digest(columns, row):
    data = struct.pack("<q", 0)
    for c in (c for c in columns if c["role"] == 2):
        values = np.asarray(row[c["name"]])
        if "neutral" in c and np.isnan(values).all():
            continue
        data += c["name"].encode() + b"\0"
        for at in itertools.product(*map(range, values.shape)):
            if not np.isnan(values[at]):
                data += struct.pack(f"<{len(at)}qd", *at, values[at])
    return signed64(data)


def main(stores):
    rows = wrong = 0
    for path in stores:
        with h5py.File(path) as store:
            for task, group in store.items():
                if not isinstance(group, h5py.Group) or "status" not in group:
                    continue
                columns = json.loads(group.attrs["schema"])["columns"]
                for i in np.flatnonzero(group["status"][:] == 1):
                    row = {c["name"]: group[c["name"]][i] for c in columns}
                    rows += 1
                    wrong += identity(task, columns, row) != shown(row["identity"], 2)
                    wrong += digest(columns, row) != row["digest"]
    print(rows, "rows,", wrong, "identities or digests differ")
    return int(wrong > 0 or rows == 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
