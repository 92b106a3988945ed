# shellcheck shell=bash
# Run by wheel.sh as an ordinary user in a clean root, with bash -eu. LEVEL is this machine's instruction-set level.
# shellcheck disable=SC1091  # the environment is made here
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }
[ "$(id -u)" != 0 ] || fail "the user is root"
for compiler in gcc cc g++ c++ clang mpicc mpirun gnuplot; do ! command -v $compiler || fail "the root has $compiler"; done
export OMPI_MCA_plm_rsh_agent=false # the root has no ssh, which mpirun demands on one host too
cd && python3 -m venv venv && . venv/bin/activate
count() { icsweep query "$1" "SELECT count(*) AS n, count(DISTINCT rank) AS ranks FROM $2 WHERE status = 'done'" --format csv | tail -n 1; }

begin=$EPOCHREALTIME
pip install -q --no-cache-dir /wheels/*.whl
installed=$EPOCHREALTIME
mpirun -n 2 icsweep run fig5 --scale quick
trained=$EPOCHREALTIME
icsweep query fig5.h5 "SELECT depth, avg(test_mse), avg(gd_mse), avg(floor_mse) FROM augmented GROUP BY depth"
awk -v begin="$begin" -v installed="$installed" -v trained="$trained" -v end="$EPOCHREALTIME" 'BEGIN {
  printf "from pip install to the table: %.1f s (pip %.1f s, sweep %.1f s)\n", end - begin, installed - begin, trained - installed }'
[ "$(count fig5.h5 augmented)" = 6,2 ] || fail "the quick start ran other experiments: $(count fig5.h5 augmented)"

icsweep version | tee version.txt
grep -qx "MPI: Open MPI v4\.1\.[0-9]* ($HOME/venv/lib/libmpi\.so\.40)" version.txt || fail "MPI is not that of the environment"
grep -q "^instruction-set level in use: $LEVEL" version.txt || fail "the loader does not find the kernels of level $LEVEL"
ldd venv/bin/icsweep >ldd.txt
! grep "not found" ldd.txt || fail "a library is missing"
for library in hdf5_openmpi sqlite3 zmq sodium icsweep_kernels; do
  grep -q "lib$library.* => .*/venv/\(bin/\.\./\)\?lib/icsweep/" ldd.txt || fail "lib$library is not of the wheel: $(cat ldd.txt)"
done
for file in share/man/man1/icsweep-run.1 share/icsweep/sweeps/fig5.toml share/icsweep/examples/polynomials.py share/doc/icsweep/README.md share/icsweep/launch.sh; do
  [ -f "venv/$file" ] || fail "$file is not installed"
done
[ -z "$(pip check -q 2>&1)" ] || fail "pip check: $(pip check)"

# Killed and resumed.
small=(--scale quick --set seed=1 --set epochs=40)
mpirun -n 2 icsweep run fig5 "${small[@]}" -o killed.h5 2>/dev/null &
for ((i = 0; i < 600; ++i)); do [ ! -e killed.h5 ] || [ "$(count killed.h5 augmented_all 2>/dev/null | cut -d, -f1)" = 0 ] || break; sleep .1; done
kill -9 $! $(grep -lx icsweep /proc/[0-9]*/comm 2>/dev/null | cut -d/ -f3) || fail "nothing could be killed"
wait || true
before=$(count killed.h5 augmented_all | cut -d, -f1)
[ "$before" -gt 0 ] && [ "$before" -lt 6 ] || fail "$before of 6 experiments were done at the kill"
mpirun -n 2 icsweep run fig5 "${small[@]}" -o killed.h5
[ "$(count killed.h5 augmented_all | cut -d, -f1)" = 6 ] || fail "the resumed run: $(count killed.h5 augmented_all)"
icsweep verify killed.h5 --sample 1

# Without mpirun and without an activated environment, and by the launcher.
deactivate
venv/bin/icsweep run fig5 --scale quick --set epochs=1 -o alone.h5 || fail "the program alone does not run"
venv/bin/icsweep launch -n 2 fig5 launched.h5 --scale quick --set epochs=1 || fail "the launcher finds no mpirun"

# Programs and samplers run in the environment's Python, activated or not, whatever ICSWEEP_PYTHON names.
cat >where.py <<'END'
import sys
from icsweep.program import serve
import numpy
serve(lambda run: {"is_venv": float(sys.prefix.endswith("/venv")), "numpy": float(numpy.ones(3).sum())})
END
cat >where.toml <<'END'
[[grid]]
task = "program"
program.command = ["python3", "where.py"]
program.results = ["is_venv", "numpy"]
program.files = ["where.py"]
END
ICSWEEP_PYTHON=/usr/bin/python3 venv/bin/icsweep run where.toml --allow-code || fail "the program in Python"
[ "$(venv/bin/icsweep query where.h5 'SELECT is_venv, numpy FROM program' --format csv | tail -n 1)" = 1,3 ] || fail "the program ran in another Python"
. venv/bin/activate
cp venv/share/icsweep/examples/polynomials.* .
icsweep run polynomials.toml --allow-code --scale quick --set function.degree=1 --set tokenization=sca -o polynomials.h5 || fail "the sampler in Python"
python -c 'import icsweep; print(icsweep.open("fig5.h5")); print(icsweep.open("fig5.h5").query("SELECT count(*) AS n FROM augmented").n[0])' | tail -n 1 | grep -qx 6 || fail "the Python package reads no store"

# A sweep from Python, without a sweep file.
cat >mine.py <<'END'
import icsweep

@icsweep.experiment
def train(run, x: float, seed: int = 0):
    import sys
    return {"y": x * x + seed, "is_venv": float(sys.prefix.endswith("/venv"))}

if __name__ == "__main__":
    results = icsweep.Sweep(train, x=[1, 2], seed=range(2)).run("mine.h5", ranks=2)
    print(results.top("y"))
END
venv/bin/python mine.py >mine.txt 2>&1 || fail "a sweep from Python: $(cat mine.txt)"
[ "$(icsweep query mine.h5 'SELECT sum(y), min(is_venv), count(*) FROM train' --format csv | tail -n 1 | tr -d '\r')" = 12,1,4 ] || fail "a sweep from Python: $(cat mine.txt; icsweep status mine.h5)"

# Figures need gnuplot, which the wheel does not bring; the report needs nothing.
! icsweep figure fig5.h5 fig5 2>refusal.txt || fail "a figure is drawn without gnuplot"
grep -q "^icsweep: figure: gnuplot, which draws the figures, does not start (No such file or directory), install it" refusal.txt || fail "$(cat refusal.txt)"
icsweep report fig5.h5 && [ -s fig5.html ] || fail "the report"

pip uninstall -q -y icsweep
[ -z "$(find venv -name '*icsweep*')" ] || fail "files are left after the removal: $(find venv -name '*icsweep*')"
