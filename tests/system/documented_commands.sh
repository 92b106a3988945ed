#!/usr/bin/env bash
# Every command of README.md, docs/ and docs/results/ runs and returns 0. A command is an indented line that begins, perhaps after "$ ", with one of the
# programs below; an open quote or a backslash at the end continues it. Each page has a folder of its own with a small store.h5 and with
# sweep.toml as the page shows it, or a small one. The tables `smaller` and `shrink` reduce long commands and sweeps; the table `not_run`
# has commands that cannot run here, with the reason. An entry of a table that no command needs is an error. Also checks that every option
# named exists, that the task table has every task, and that the number of claims is right.
: "${PROJECT:?the folder of README.md}"
. "$(dirname "$0")/common.sh"

programs='(icsweep|build/release/[a-z_]+|mpirun|jobs/[a-z]+[.]sh|tests/[a-z_/]+[.]sh|sbatch|scontrol|module|h5pcc|h5dump|ncdump|cmake|ninja|ctest|apt-get|mkdir|for|tail|export|git|pip|python3?)'

# PATTERN|REASON: the beginning of a command.
not_run='jobs/quickstart.sh|it builds the program; quick_start_learns.sh runs what it runs
tests/run.sh|it runs this test
tests/bench/peers/run.sh|it installs PyTorch and JAX
tests/bench/peers/sweep.sh|it needs mpi4py
tests/system/commands.sh |it is a line of a diff
tests/bench/simulate_agrees.sh|it takes seven minutes of an idle machine
icsweep launch -H|it needs hosts; hosts_*.sh make some
icsweep --tasks ./libnearest.so|task_module.sh builds that and runs it
icsweep serve |it serves until it is stopped; serve.sh asks it
tail -f icsweep-|there is no job whose log it could follow
module load|this machine may have no modules
h5pcc |a cluster has it
cmake |it builds the program
ninja |it builds the program
ctest |it runs this test
mkdir -p ~/deps|it writes into the home folder
apt-get download|it needs a network
for package in|it unpacks what was downloaded
pip install ./io/python|python.sh runs it
h5dump |snippets.sh runs it
ncdump |snippets_netcdf.sh runs it'

# Sed expressions that reduce a command's work.
smaller='s/^icsweep claims$/icsweep claims A1 A3 A11/
s/--samples 200000/--samples 2000/
s/^icsweep bench$/icsweep bench fig7-H1 --seconds 0.05/
s/^icsweep bench fig5-L1 fig5-L6/& --seconds 0.1/
s/ 1000 10000 100000 1000000/ 1000 10000/
s/^(icsweep slurm .*) --submit$/\1/
s/^(mpirun .*bench sweep --train )sca-L4-D256/\1fig5-L1 --seconds 1/'

# shrink FILE: a sweep file of the same grids with less to compute.
shrink() {
  sed -E -i 's/^sequences = .*/sequences = 1024/; s/^test_sequences = .*/test_sequences = 64/; s/^epochs = .*/epochs = 1/; s/^(steps|decay|prompts) = .*/\1 = 8/
             s/^checkpoints = .*/checkpoints = 2/; s/^width = .*/width = 8/; s/^depth = 4/depth = 1/; s/^batch = 1024/batch = 512/; s/^seed = \{ count = .*/seed = 0/' "$1"
  case $1 in *universality*) sed -E -i 's/^sequences = .*/sequences = 4/; s/^length = .*/length = 60/' "$1" ;; esac
}

# Stand-ins for the programs: at most two ranks, also where there are fewer cores.
MPIEXEC=$(command -v "$MPIEXEC") || fail "there is no $MPIEXEC"
mkdir bin pages && ln -s "$ICSWEEP" bin/icsweep
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
export PATH=$folder/bin:$PATH ICSWEEP

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
icsweep run small.toml -o store.h5 2>run.log || fail "small.toml: $(cat run.log)"
icsweep run small.toml --set seed=0 -o monday.h5 2>run.log && icsweep run small.toml --set seed=1 -o tuesday.h5 2>run.log || fail "$(cat run.log)"

# commands FILE: prints the commands of a page, one a line.
commands() {
  awk -v programs="^(\\\\$ )?$programs( |\$)" '
    open == "" && !/^    / { next }
    { line = $0; sub(/^ +/, "", line) }
    open == "" && line !~ programs { next }
    { if (open == "") { sub(/^\$ /, "", line); whole = line } else whole = whole " " line
      text = whole; quotes = gsub(/["]/, "", text); apostrophes = gsub(/\047/, "", text)
      if (whole ~ /\\$/) { sub(/ *\\$/, "", whole); open = 1 } else if (quotes % 2 || apostrophes % 2) open = 1
      else { open = ""; print whole } }
    END { if (open != "") { print "unfinished: " whole } }' "$1"
}
# sweep_of FILE: prints the first indented text that has a grid
sweep_of() { awk '/^    / { text = text substr($0, 5) "\n"; next } /^$/ && text { text = text "\n"; next } { if (text ~ /\[\[grid\]\]/) exit; text = "" } END { if (text ~ /\[\[grid\]\]/) printf "%s", text }' "$1" | grep -vE '^(icsweep|mpirun) '; }

run=0 left_out=0
mapfile -t documents < <(echo "$PROJECT/README.md" && find "$PROJECT/docs" -name '*.md' | sort)
for page in "${documents[@]}"; do
  name=${page#"$PROJECT/"} name=${name%.md} name=${name//\//-}
  commands "$page" >commands.txt
  [ -s commands.txt ] || continue
  mkdir -p "pages/$name/jobs" "pages/$name/build/release" && cp -r "$PROJECT/jobs/sweeps" "$PROJECT/jobs/examples" "pages/$name/jobs/"
  for file in "pages/$name"/jobs/sweeps/*.toml; do ln -s "jobs/sweeps/${file##*/}" "pages/$name/$(basename "$file" .toml)"; done  # by name, too
  ln -s "$PROJECT/jobs/launch.sh" "pages/$name/jobs/launch.sh" && ln -s "$ICSWEEP" "pages/$name/build/release/icsweep"
  cp store.h5 monday.h5 tuesday.h5 "pages/$name/" && cp store.h5 "pages/$name/quickstart.h5"
  sweep_of "$page" >"pages/$name/sweep.toml"
  [ -s "pages/$name/sweep.toml" ] || cp small.toml "pages/$name/sweep.toml"
  for file in "pages/$name"/sweep.toml "pages/$name"/jobs/sweeps/*.toml; do shrink "$file"; done
  while IFS= read -r command; do
    reason=$(while IFS='|' read -r beginning _; do case $command in "$beginning"*) echo "$beginning" ;; esac; done <<<"$not_run" | head -n 1)
    if [ -n "$reason" ]; then
      echo "$reason" >>used.txt
      left_out=$((left_out + 1))
      continue
    fi
    while IFS= read -r less; do [ "$(sed -E "$less" <<<"$command")" = "$command" ] || echo "$less" >>used.txt; done <<<"$smaller"
    began=$(date +%s%N)
    (cd "pages/$name" && timeout 100 bash -c "$(sed -E "$smaller" <<<"${command%%  \#*}")" </dev/null >../../out.txt 2>&1) || fail "$name.md: $command: $(tail -n 20 out.txt)"
    [ -z "${TIMES:-}" ] || echo "$((($(date +%s%N) - began) / 1000000)) ms: $command" >&2
    run=$((run + 1))
  done <commands.txt
done
[ $run -ge 50 ] || fail "no more than $run commands were found"

while IFS='|' read -r entry _; do grep -qxF -- "$entry" used.txt || fail "no command begins with \"$entry\": take it out of not_run"; done <<<"$not_run"
while IFS= read -r entry; do grep -qxF -- "$entry" used.txt || fail "no command is made smaller by \"$entry\": take it out"; done <<<"$smaller"

# Options of these programs are checked wherever the pages name them; other options belong to the programs in the table.
for command in $(icsweep | sed -n 's/^  \([a-z]*\) .*/\1/p'); do icsweep "$command" --help; done >help.txt
others='disturbed|ntasks|ntasks-per-node|time|nodes|array|signal|export|mpi|requeue|oversubscribe|allow-run-as-root|build|test-dir|mca|experiments|train|retry|dim|install|prefix|into|levels|tasks'
while read -r option; do
  grep -qE -- "--$option( |\$|\])" help.txt || [[ $option =~ ^($others)$ ]] || fail "no command has the option --$option, which the documentation names"
done < <(cat "${documents[@]}" | grep -oE '(^|[^-A-Za-z|])--[a-z]+(-[a-z]+)*' | sed 's/^[^-]*--//' | sort -u)

printf '[sweep]\n[[grid]]\ntask = "none"\n' >none.toml
tasks=$(icsweep plan none.toml 2>&1 | sed -n 's/.*use one of //p' | tr -d ,)
[ -n "$tasks" ] || fail "the tasks are not listed: $(icsweep plan none.toml 2>&1)"
for task in $tasks; do grep -q "^| \`$task\` |" "$PROJECT/README.md" || fail "README.md does not list the task $task"; done

claims=$(icsweep claims --help | sed -n '/^Claims:/,/^Options:/p' | grep -oE '[a-z][a-z0-9-]+(,|$)' | wc -l)
grep -q "^    $claims of $claims claims hold\$" "$PROJECT/docs/reference/claims.md" || fail "docs/reference/claims.md does not say that there are $claims claims"
echo "$run commands of the documentation run, $left_out are left out with a reason"
