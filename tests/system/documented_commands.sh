#!/usr/bin/env bash
# Runs README.md and docs/ as a reader does: every block of commands runs and prints the output on the page, or is
# marked with a reason (documented_commands.py). Also checks that each named option exists, that the table of results
# has every task, and that the number of claims is right.
#   documented_commands.sh [WORD...]    only the pages whose path has one of the words
: "${PROJECT:?the folder of README.md}"
. "$(dirname "$0")/common.sh"

# Replaces the programs: at most two ranks, even on fewer cores.
MPIEXEC=$(command -v "$MPIEXEC") || fail "there is no $MPIEXEC"
mkdir bin pages && ln -s "$ICSWEEP" bin/icsweep && ln -s "$(command -v "${ICSWEEP_PYTHON:-python3}")" bin/python3
cat >bin/mpirun <<END
#!/usr/bin/env bash
arguments=()
while [ \$# -gt 0 ]; do
  if [ "\$1" = -n ] && [ "\$2" -gt 2 ]; then arguments+=(-n 2); shift; else arguments+=("\$1"); fi
  shift
done
exec "$MPIEXEC" --oversubscribe "\${arguments[@]}"
END
chmod +x bin/mpirun
export PATH=$folder/bin:$PATH ICSWEEP PYTHONPATH=$PROJECT/io/python # the installed package

# The small stores.
cat >small.toml <<END
[sweep]
name = "small"
keep_weights = true
[[grid]]
task = "augmented"
depth = [1, 2]
dim = 3
length = 50
sequences = 64
test_sequences = 32
epochs = 1
batch = 32
seed = { count = 3 }
END
icsweep run small.toml -o store.h5 2>run.log || fail "the run of small.toml: $(cat run.log)"
icsweep run small.toml --set seed=0 -o monday.h5 2>run.log && icsweep run small.toml --set seed=1 -o tuesday.h5 2>run.log || fail "$(cat run.log)"

checked python3 "$PROJECT/tests/system/documented_commands.py" "$PROJECT" "$@"
[ $# = 0 ] || exit 0

# The options of these programs are checked wherever a page names them. Other options belong to the programs in the
# table.
for command in $(icsweep | sed -n 's/^  \([a-z]*\) .*/\1/p'); do icsweep "$command" --help; done >help.txt
others='disturbed|ntasks|ntasks-per-node|time|nodes|array|signal|export|mpi|ompi-server|requeue|oversubscribe|allow-run-as-root|build|test-dir|mca|experiments|train|retry|dim|info|install|prefix|strip-components|into|levels|tasks'
while read -r option; do
  grep -qE -- "--$option( |\$|\])" help.txt || [[ $option =~ ^($others)$ ]] || fail "no command has the option --$option, which the documentation names"
done < <(find "$PROJECT/README.md" "$PROJECT/docs" -name '*.md' -exec cat {} + | grep -oE '(^|[^-A-Za-z|])--[a-z]+(-[a-z]+)*' | sed 's/^[^-]*--//' | sort -u)

printf '[sweep]\n[[grid]]\ntask = "none"\n' >none.toml
tasks=$(icsweep plan none.toml 2>&1 | sed -n 's/.*use one of //p' | tr -d ,)
[ -n "$tasks" ] || fail "the tasks are not listed: $(icsweep plan none.toml 2>&1)"
for task in $tasks; do grep -q "^| \`$task\` |" "$PROJECT/docs/results/README.md" || fail "docs/results/README.md does not list the task $task"; done

claims=$(icsweep claims --help | sed -n '/^Claims:/,/^Options:/p' | grep -oE '[a-z][a-z0-9-]+(,|$)' | wc -l)
grep -q "^$claims of $claims claims hold\$" "$PROJECT/docs/reference/claims.md" || fail "docs/reference/claims.md does not state the number of claims, $claims"
