#!/usr/bin/env bash
# The Python package of io/python, installed by pip. Every value equals that of icsweep query and icsweep export: in a
# store of three tasks and two sweeps, in the stores of 0.1.0, and during a sweep. A broken store gives one line. The
# example of docs/guides/python.md runs.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
[ -n "${ICSWEEP_PYTHON:-}" ] || skip "there is no Python with h5py, pandas and xarray"
: "${PROJECT:?}" "${FIXTURES:?}"
cp -r "$PROJECT/io/python" package
pip=yes
"$ICSWEEP_PYTHON" -m pip --version >/dev/null 2>&1 && "$ICSWEEP_PYTHON" -c "import setuptools, wheel" 2>/dev/null || pip=
if [ -n "$pip" ]; then
  "$ICSWEEP_PYTHON" -m pip install -q --no-index --no-build-isolation --no-deps --target lib ./package >pip.txt 2>&1 || fail "pip: $(cat pip.txt)"
  [ -f lib/icsweep/py.typed ] || fail "py.typed is not installed"
else
  mv package lib
fi
export PYTHONPATH=$folder/lib ICSWEEP
python() { "$ICSWEEP_PYTHON" "$@" || fail "$(basename "$1") ${*:2}"; }
version=$("$ICSWEEP_PYTHON" -c "import icsweep; print(icsweep.__version__)")
"$ICSWEEP" version | grep -q "^icsweep $version " || fail "the package has version $version, the program of $("$ICSWEEP" version | head -n 1)"

cat >s.toml <<'END'
[sweep]
name = "python"
[[grid]]
task = "augmented"
depth = [1, 2]
dim = 3
length = [20, 30]
sequences = 128
test_sequences = 64
epochs = 2
batch = 64
learning_rate = { log_from = 1e-4, log_to = 1e-2, count = 2 }
keep_weights = true
[[grid]]
task = "augmented"
length = 20
sequences = 128
batch = 64
epochs = 2
attention = "softmax"
norm = "post"
keep_weights = true
[[grid]]
task = "positional"
learning_rate = [1e-3, 1000]
[[grid]]
task = "trajectory"
length = [5, 7]
END
sed 's/epochs = 2/epochs = 3/' s.toml >earlier.toml
"$ICSWEEP" run earlier.toml -o store.h5 2>run.log
"$ICSWEEP" run s.toml -o store.h5 2>run.log
[ "$(query store.h5 "SELECT status FROM experiments WHERE status <> 'done'" 2>/dev/null | tail -n +2 | tr -d '\r')" = diverged ] || fail "not exactly one experiment diverged: $(cat run.log)"
cp "$FIXTURES"/0.1.0/store.h5 killed.h5 && cp "$FIXTURES"/0.1.0-two-sweeps/store.h5 two.h5
python "$here/python_agrees.py" "$ICSWEEP" store.h5 killed.h5 two.h5
python "$here/python_refuses.py" store.h5
python "$PROJECT/io/python/example.py" >example.txt
grep -qE "^[0-9]+ arrays, the first of \(9, 9\)$" example.txt || fail "the example: $(cat example.txt)"

sweep running.toml "[1, 2, 3]" "$(epochs_of 1)" 4
ranks 2 "$ICSWEEP" run running.toml -o running.h5 2>run.log &
await "running.h5" test -f running.h5
python "$here/python_running.py" running.h5 12
wait $! || fail "the run: $(cat run.log)"
python "$here/python_agrees.py" "$ICSWEEP" running.h5

# The program is found by ICSWEEP, on the PATH, and beside the package. Its remarks appear here as in a shell.
asked='import icsweep; print(icsweep.open("store.h5").query("SELECT count(*) AS n FROM augmented").n[0])'
expect() { [ "$(cat answer.txt)" = 9 ] && grep -q "augmented leaves out 9 of earlier sweeps" note.txt || fail "$1: $(cat answer.txt note.txt)"; }
"$ICSWEEP_PYTHON" -c "$asked" >answer.txt 2>note.txt
expect "by the variable"
"$ICSWEEP_PYTHON" -c 'import icsweep; print(*icsweep.open("store.h5").query("SELECT depth, seed FROM augmented WHERE depth > 9"))' >answer.txt 2>note.txt
[ "$(cat answer.txt)" = "depth seed" ] && [ "$(wc -l <note.txt)" = 1 ] || fail "an answer without rows: $(cat answer.txt note.txt)"
mkdir bin && ln -s "$ICSWEEP" bin/icsweep
PATH=$folder/bin:$PATH env -u ICSWEEP "$ICSWEEP_PYTHON" -c "$asked" >answer.txt 2>note.txt
expect "on the PATH"
env -u ICSWEEP PATH=/nowhere "$ICSWEEP_PYTHON" -c "$asked" >answer.txt 2>note.txt
expect "beside the package"
rm bin/icsweep
env -u ICSWEEP PATH=/nowhere "$ICSWEEP_PYTHON" -c "$asked" 2>note.txt
tail -n 1 note.txt | grep -q 'StoreError: there is no program icsweep; put its folder on the PATH' || fail "a missing program is not reported: $(cat note.txt)"
[ -n "$pip" ] || skip "pip, setuptools or wheel is missing; all other parts passed"
