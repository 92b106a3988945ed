#!/usr/bin/env bash
# tpe_functions.sh [REPEATS [FIRST_SEED]]: medians of the regret that random draws, Optuna's TPESampler and proposals
# leave on five test functions, one after the other and in rounds of 6, and on how many icsweep is not behind.
# Needs a build with tests; TPE_FUNCTIONS names another built tests/bench/tpe_functions.cpp than build/*/tpe_functions.
# OPTUNA_PYTHON is a Python with Optuna; without it a virtual environment is made beside the build, from PyPI.
set -euo pipefail
bench=$(cd "$(dirname "$0")" && pwd) repeats=${1:-20} first=${2:-0}
functions=(branin hartmann6 conditional ackley10 zdt1)
version=5.0.0
fail() {
  echo "tpe_functions.sh: $1" >&2
  exit 1
}

ours=${TPE_FUNCTIONS:-}
for built in "$bench"/../../build/*/tpe_functions; do
  [ -n "$ours" ] || { [ -x "$built" ] && ours=$(cd "$(dirname "$built")" && pwd)/tpe_functions; }
done
[ -n "$ours" ] && [ -x "$ours" ] || fail "no build/*/tpe_functions, build it: ninja -C build/release tpe_functions"
python=${OPTUNA_PYTHON:-}
if [ -z "$python" ]; then
  folder=$(dirname "$ours")/optuna-$version python=$folder/bin/python
  "$python" -c 'import optuna' 2>/dev/null || {
    echo "installing Optuna $version in $folder" >&2
    python3 -m venv "$folder" && "$python" -m pip install -q "optuna==$version" || fail "Optuna cannot be installed"
  }
fi
[ "$("$python" -c 'import optuna; print(optuna.__version__)')" = $version ] || fail "$python has not Optuna $version"
peer() { "$python" "$bench/peers/tpe_functions.py" "$@"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$ours" points "${functions[@]}" | sort >"$work/ours.csv"
peer points "${functions[@]}" | sort >"$work/peer.csv"
paste -d, "$work/ours.csv" "$work/peer.csv" | awk -F, '
  { off = $3 - $6; if ($1 != $4 || $2 != $5 || off * off > 1e-6 * (1 + $3 * $3)) { print; bad = 1 } }
  END { exit bad || NR < 50 }' >&2 || fail "the functions differ between C++ and Python"

peer "$repeats" "$first" "${functions[@]}" >"$work/optuna.csv" &
"$ours" "$repeats" "$first" "${functions[@]}" >"$work/icsweep.csv" || fail "$ours ended with an error"
wait $! || fail "peers/tpe_functions.py ended with an error"
cat "$work"/*.csv >"$work/all"
awk -F, -v repeats="$repeats" -v names="${functions[*]}" '
  function cell(name, sampler, round, other,   mark) {
    mark = other != "" && at[name, sampler, round] <= at[name, other, round] ? "**" : ""
    return sprintf("%s%.3g%s", mark, at[name, sampler, round], mark)
  }
  NF == 4 { at[$1, $2, $3] = $4 }
  END {
    count = split(names, name, " ")
    for (i = 1; i <= count; ++i) {
      split("random,0 Optuna,1 icsweep,1 Optuna,6 icsweep,6", column, " ")
      for (c = 1; c <= 5; ++c) {
        split(column[c], key, ",")
        if (!((name[i], key[1], key[2]) in at) || at[name[i], key[1], key[2]] !~ /^[0-9.e+-]+$/ || at[name[i], key[1], key[2]] < 0) {
          print "no regret of " name[i] ", " column[c] >"/dev/stderr"
          exit 1
        }
      }
      for (round = 1; round <= 6; round += 5) {
        if (at[name[i], "icsweep", round] > at[name[i], "random", 0]) { print "icsweep finds less than random draws: " name[i] >"/dev/stderr"; exit 1 }
        met[round] += at[name[i], "icsweep", round] <= at[name[i], "Optuna", round]
      }
    }
    print "| | searches | random | Optuna | icsweep | Optuna, rounds of 6 | icsweep, rounds of 6 |\n|---|---|---|---|---|---|---|"
    for (i = 1; i <= count; ++i)
      printf "| %s | %d | %s | %s | %s | %s | %s |\n", name[i], repeats, cell(name[i], "random", 0, ""), cell(name[i], "Optuna", 1, "icsweep"),
        cell(name[i], "icsweep", 1, "Optuna"), cell(name[i], "Optuna", 6, "icsweep"), cell(name[i], "icsweep", 6, "Optuna")
    printf "icsweep is not behind Optuna on %d of %d functions one by one, and on %d of %d in rounds of 6.\n", met[1], count, met[6], count
  }' "$work/all" || fail "a result is wrong"
