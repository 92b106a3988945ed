#!/usr/bin/env bash
# Every command that answers from a store counts the same experiments, and reports the left-out ones with the same
# sentence. The store has rows of an earlier sweep and of two builds, and rows that are pruned, diverged, failed, timed
# out, crashed and pending.
. "$(dirname "$0")/common.sh"
: "${ICSWEEP_PYTHON:?}"
"${MIXED_STORE:?}" mixed.h5 || fail "the store cannot be made"
wanted=6 with_earlier=11
sentence='augmented leaves out 1 pending, 1 diverged, 1 failed, 1 timed_out, 1 crashed, 1 pruned, 5 of earlier sweeps (augmented_all has them)'
sentence_all=${sentence/, 5 of earlier sweeps/}

# counts COMMAND COUNT [ALL]: checks the number of experiments in an answer, and the sentence in answer.txt
counts() {
  local expected=$sentence
  [ -z "${3:-}" ] || expected=$sentence_all
  grep -qF -- "$expected" answer.txt || fail "$1: another sentence: $(cat answer.txt)"
  [ -n "${3:-}" ] || [ "$2" = $wanted ] || fail "$1 counts $2, not $wanted"
  [ -z "${3:-}" ] || [ "$2" = $with_earlier ] || fail "$1 $3 counts $2, not $with_earlier"
  echo "$1${3:+ $3}: $2"
}
number() { "$ICSWEEP_PYTHON" -c "import json, sys; a = json.load(open('$1')); print($2)"; }
column() { tail -n +2 "$1" | tr -d '\r' | cut -d, -f"$2" | paste -sd+ | bc; }

"$ICSWEEP" query mixed.h5 "SELECT count(*) FROM augmented" --format csv >count.csv 2>answer.txt || fail "query fails"
counts query "$(column count.csv 1)"
[ "$(query mixed.h5 "SELECT count(*) FROM augmented_all" | tail -n 1)" = 17 ] || fail "query of augmented_all fails"
"$ICSWEEP" query mixed.h5 "SELECT count(DISTINCT experiment) FROM curves WHERE task = 'augmented'" --format csv >count.csv 2>answer.txt || fail "query of curves counts other experiments"
counts "query, curves" "$(column count.csv 1)"

for all in "" --all; do
  # shellcheck disable=SC2086  # no option, or one
  "$ICSWEEP" top mixed.h5 augmented test_mse --by depth $all >answer.txt || fail "top fails"
  # shellcheck disable=SC2086
  "$ICSWEEP" top mixed.h5 augmented test_mse --by depth $all --format csv >top.csv || fail "top --format csv fails"
  counts top "$(column top.csv 2)" $all
  # shellcheck disable=SC2086
  "$ICSWEEP" importance mixed.h5 augmented test_mse $all >answer.txt || fail "importance fails"
  # shellcheck disable=SC2086
  "$ICSWEEP" importance mixed.h5 augmented test_mse $all --json >importance.json || fail "importance --json fails"
  counts importance "$(number importance.json 'a["experiments"]')" $all
  # shellcheck disable=SC2086
  "$ICSWEEP" diff mixed.h5 mixed.h5 $all >answer.txt || fail "diff of a store with itself finds a difference"
  # shellcheck disable=SC2086
  "$ICSWEEP" diff mixed.h5 mixed.h5 $all --json >diff.json || fail "diff --json of a store with itself finds a difference"
  counts diff "$(number diff.json 'a["tasks"][0]["equal"]')" $all
  for drawn in "plot mixed.h5 augmented --x seed --y test_mse" "figure mixed.h5 fig5 --partial"; do
    # shellcheck disable=SC2086
    "$ICSWEEP" $drawn $all -o drawn.svg >written.txt 2>answer.txt || fail "$drawn: $(cat answer.txt)"
    grep -qF -- "$([ -z "$all" ] && echo "$sentence" || echo "$sentence_all")" answer.txt || fail "$drawn $all: $(cat answer.txt)"
  done
done

"$ICSWEEP" report mixed.h5 -o report.html >/dev/null || fail "report fails"
"$ICSWEEP_PYTHON" - report.html >report.txt <<'END' || fail "the data of the page cannot be read"
import json, re, sys
page = open(sys.argv[1]).read()
about, numbers = (json.loads(re.search('id="%s">(.*?)</script>' % name, page, re.S)[1]) for name in ("about", "numbers"))
task = about["tasks"][0]
print(sum(numbers[task["counts"]["array"]]), task["left_out"], sep="\n")
END
tail -n 1 report.txt >answer.txt
counts report "$(head -n 1 report.txt)"

"$ICSWEEP" certify mixed.h5 --csv augmented >answer.txt || fail "certify fails"
"$ICSWEEP_PYTHON" -c "import zipfile; print(zipfile.ZipFile('mixed.crate.zip').read([n for n in zipfile.ZipFile('mixed.crate.zip').namelist() if n.endswith('tables/augmented.csv')][0]).decode())" >crate.csv
counts certify "$(($(grep -c . crate.csv) - 1))"
echo "all commands count the same experiments"
