#!/usr/bin/env bash
# The Python of programs and samplers is the one that imports icsweep, else ICSWEEP_PYTHON, else python3 on the path.
# After another choice no experiment runs again.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?}" "${BUILD:?}"
unset ICSWEEP_PYTHON ICSWEEP_IMPORTER
# Environments without NumPy. Each has a number by which programs know it.
for number in 1 2 3; do
  python3 -m venv --without-pip "venv$number" >venv.log 2>&1 || skip "python3 makes no virtual environment: $(tail -n 1 venv.log)"
  echo "number = $number" >"$(echo venv$number/lib/python3*/site-packages)/which.py"
done
cat >p.py <<'END'
from icsweep.program import serve
import which
serve(lambda run: {"number": which.number})
END
cat >p.toml <<'END'
[[grid]]
task = "program"
program.command = ["python3", "p.py"]
program.results = ["number"]
program.files = ["p.py"]
x = [1, 2, 3]
END
# expect X NUMBER COMMAND...: the experiment of this x runs, alone, in the Python of this number
expect() {
  local x=$1 number=$2
  shift 2
  "$@" run p.toml --allow-code --set x="$x" --add -o p.h5 >run.log 2>&1 || fail "x = $x: $(cat run.log)"
  [ "$(one p.h5 "SELECT number, (SELECT count(*) FROM program_all) AS n FROM program_all WHERE x = $x")" = "$number,$x" ] ||
    fail "x = $x ran in another Python: $(query p.h5 "SELECT x, number, message FROM program_all")"
}
export PATH=$folder/venv1/bin:$PATH
expect 1 1 "$ICSWEEP"
expect 2 2 env ICSWEEP_PYTHON=venv2/bin/python "$ICSWEEP"
# The package names the Python that imports it, here the third.
cp -r "$PROJECT/io/python/icsweep" "$(echo venv3/lib/python3*/site-packages)/"
called=(env ICSWEEP_PYTHON="$folder/venv2/bin/python" ICSWEEP="$ICSWEEP" venv3/bin/python -c 'import os, subprocess, sys
from icsweep.executable import environment, find_program
sys.exit(subprocess.run([find_program(), *sys.argv[1:]], env=environment()).returncode)')
expect 3 3 "${called[@]}"
"$ICSWEEP" run p.toml --allow-code -o p.h5 --check >check.txt || fail "the check: $(cat check.txt)"
grep -q '"done":3' check.txt || fail "another Python changes the identities: $(cat check.txt)"

# A program installed into an environment that has the package runs there.
"${CMAKE:-cmake}" --install "$BUILD" --prefix "$folder/venv3" >install.log 2>&1 || fail "the installation: $(tail -n 3 install.log)"
rm p.h5
expect 1 3 env ICSWEEP_PYTHON=venv2/bin/python venv3/bin/icsweep

# Without NumPy, a sampler's message names all three.
cp "$PROJECT"/jobs/examples/polynomials.{py,toml} .
sampler=(run polynomials.toml --allow-code --scale quick --set function.degree=1 --set tokenization=sca -o s.h5)
"$ICSWEEP" "${sampler[@]}" >run.log 2>&1
message=$(cat run.log; [ ! -e s.h5 ] || query s.h5 "SELECT message FROM experiments")
[[ $message = *"/venv1/bin/python3 has no NumPy (No module named 'numpy'): install it, or choose another Python: the Python that imports icsweep, else ICSWEEP_PYTHON, else python3 on the PATH"* ]] ||
  fail "without NumPy: $message"
