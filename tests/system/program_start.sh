#!/usr/bin/env bash
# A program that cannot start, as without a module that it imports. The launch stops with one line that names the
# Python and the module. No row has failed: the same command runs them all once the module is there.
. "$(dirname "$0")/common.sh"
: "${LAUNCH:?jobs/launch.sh}"
cat >p.py <<'END'
import a_module_of_mine
from icsweep.program import serve
serve(lambda run: {"y": a_module_of_mine.value * run.parameters["x"]})
END
cat >p.toml <<'END'
[[grid]]
task = "program"
program.command = ["python3", "p.py"]
program.results = ["y"]
program.files = ["p.py"]
x = { from = 1, to = 12 }
END
reason="has no module a_module_of_mine (p.py:1: ModuleNotFoundError: No module named 'a_module_of_mine'); install it there, or activate the environment that has it, or name its Python in ICSWEEP_PYTHON"
says_why() { grep -E "^icsweep: p.h5: /[^ ]*python3 has no module" | grep -cF "$reason"; } # mpirun may put a folder before the path
stopped() { # WORDS COMMAND...: expects the reason once, and no row that has ended
  local words=$1
  shift
  "$@" 2>run.log
  local status=$?
  [ $status = 2 ] || fail "$words ends with $status: $(cat run.log)"
  await "the reason" grep -qF "$reason" run.log # an aborted mpirun may end before its last line is there
  [ "$(says_why <run.log)" = 1 ] || fail "$words does not say once why: $(cat run.log)"
  [ "$(one p.h5 "SELECT count(*) FROM program_all WHERE status = 'pending'")" = 12 ] || fail "$words: $(query p.h5 "SELECT x, status, message FROM program_all")"
}
unset ICSWEEP_PYTHON ICSWEEP_IMPORTER
stopped "one rank" "$ICSWEEP" run p.toml -o p.h5 --allow-code
grep -qF "p.h5: $(command -v python3) has no module" run.log || fail "another interpreter: $(cat run.log)"
stopped "three ranks" ranks 3 "$ICSWEEP" run p.toml -o p.h5 --allow-code
export ICSWEEP
stopped "the launcher" env -u MPIRUN "$LAUNCH" -n 2 p.toml p.h5 --allow-code
[ "$(tail -n 1 run.log | says_why)" = 1 ] || fail "the last line is another: $(cat run.log)"
echo 'value = 2' >a_module_of_mine.py
ranks 2 "$ICSWEEP" run p.toml -o p.h5 --allow-code 2>run.log || fail "with the module: $(cat run.log)"
grep -q '12 done' run.log || fail "with the module: $(cat run.log)"
grep -q 'process of its own' run.log && fail "the launches before count as crashes: $(cat run.log)"
# Later it lacks the module again: rows that are done stay, and the new ones are not tried.
rm -r a_module_of_mine.py __pycache__ 2>/dev/null
sed -i 's/to = 12/to = 24/' p.toml
"$ICSWEEP" run p.toml -o p.h5 --allow-code 2>run.log
[ "$(one p.h5 "SELECT count(*) FROM program_all WHERE status = 'pending'")" = 12 ] || fail "later: $(cat run.log)"
echo "a program that cannot start costs no row"
