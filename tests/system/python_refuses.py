"""Broken stores and missing parts give one line, and late data is read again:  python_refuses.py STORE"""

import json
import pathlib
import shutil
import sys
import threading
import time

import h5py
import icsweep
import numpy

store = sys.argv[1]


def expect(words, kind, call):
    try:
        call()
    except kind as error:
        assert words in str(error) and "\n" not in str(error), f"{error} does not contain: {words}"
        return
    raise AssertionError(f"there is no error: {words}")


def refused(words, path, call=lambda opened: opened["augmented"]):
    expect(words, icsweep.StoreError, lambda: call(icsweep.open(path)))


def change(path, edit):
    """Writes an edited copy of the store."""
    shutil.copy(store, path)
    with h5py.File(path, "r+") as file:
        edit(file)
    return path


def longer(file):
    schema = json.loads(bytes(file["augmented"].attrs["schema"]))
    file["augmented"].attrs["schema"] = numpy.bytes_(json.dumps({**schema, "rows": 10**15}).encode())


def elsewhere(file):
    shutil.copy(store, "other.h5")
    del file["augmented/test_mse"]
    file["augmented/test_mse"] = h5py.ExternalLink("other.h5", "/augmented/test_mse")


def in_chunks(file):
    values = file["augmented/test_mse"][()]
    del file["augmented/test_mse"]
    file["augmented"].create_dataset("test_mse", data=values, chunks=True)


refused("there is no such store; make one with: icsweep run", "none.h5")
refused("is not a regular file", ".")
refused("is not an HDF5 file", __file__)
with h5py.File("foreign.h5", "w") as foreign:
    foreign["x"] = 1
refused("is an HDF5 file but not an icsweep store", "foreign.h5")
refused("has store version 9", change("newer.h5", lambda file: file.attrs.modify("icsweep_store_version", 9)))
pathlib.Path("short.h5").write_bytes(pathlib.Path(store).read_bytes()[:5000])
refused("is damaged", "short.h5")
refused("is not what its schema says", change("longer.h5", longer))
refused("is missing or elsewhere", change("elsewhere.h5", elsewhere))
refused("is not contiguous", change("chunks.h5", in_chunks))
refused("is damaged", change("no_schema.h5", lambda file: file["augmented"].attrs.__delitem__("schema")))
refused("there is no task other, but augmented", store, lambda opened: opened["other"])
refused("augmented has no curve other, it has epoch", store, lambda opened: opened.curves("augmented", "other"))
refused("no such column: other", store, lambda opened: opened.query("SELECT other FROM augmented"))
refused("has no trained weights", store, lambda opened: opened.named_weights("positional", 1))

# The status of a row is visible before its other cells, as on a network file system.
with h5py.File(store, "r") as file:
    place, late = file["augmented/checksum"].id.get_offset(), file["augmented/checksum"][:1].tobytes()
    expected = len(icsweep.open(store).table("augmented", all_rows=True))
shutil.copy(store, "late.h5")


def write(value):
    with open("late.h5", "r+b") as raw:
        raw.seek(place)
        raw.write(value)


write(bytes(8))
refused("have ended whose checksum is missing); restore it, or look with: icsweep verify", "late.h5")
threading.Thread(target=lambda: (time.sleep(0.3), write(late))).start()
assert len(icsweep.open("late.h5").table("augmented", all_rows=True)) == expected

sys.modules["xarray"] = None
expect("curves need xarray; install it with: pip install xarray", ImportError, lambda: icsweep.open(store).curves("augmented"))
