#!/usr/bin/env bash
# Stores of searches that earlier versions had, Hyperband and a race over seeds, with pending experiments
# (tests/fixtures/removed-searches). They are read and checked. Their sweeps are refused in one line that names the
# replacement. With the replacement the store continues: done rows stay, and the new search decides as in a new store.
. "$(dirname "$0")/common.sh"
cp "${FIXTURES:?}"/removed-searches/* .
rows() { query "$1" "SELECT identity, $2 FROM augmented_all WHERE $3 ORDER BY identity"; }
# refused LINE WORDS COMMAND...: expects one line, status 2, and an unchanged store
refused() {
  local line=$1 words=$2
  shift 2
  "$ICSWEEP" "$@" >out.txt 2>err.txt
  [ $? = 2 ] && [ ! -s out.txt ] && [ "$(wc -l <err.txt)" = 1 ] || fail "$*: $(cat out.txt err.txt)"
  grep -q "$name.toml:$line: $words" err.txt || fail "$*: $(cat err.txt)"
  cmp -s "$name.h5" "$FIXTURES/removed-searches/$name.h5" || fail "$*: the store was changed"
}

for name in hyperband race; do
  store=$name.h5
  "$ICSWEEP" status $store >status.txt || fail "status: $(cat status.txt)"
  grep -q ' pruned' status.txt && grep -q ' pending' status.txt || fail "status: $(cat status.txt)"
  "$ICSWEEP" verify $store >verify.txt || fail "verify: $(cat verify.txt)"
  "$ICSWEEP" top $store augmented test_mse --by learning_rate >top.txt || fail "top: $(cat top.txt)"
  "$ICSWEEP" report $store -o report.html >report.txt 2>&1 || fail "report: $(cat report.txt)"
  case $name in
    hyperband) refused 2 'method "hyperband" was removed: use "halving"' plan $name.toml
      refused 2 'method "hyperband" was removed: use "halving"' run $name.toml -o $store ;;
    race) refused 7 'race = true was removed: delete it' plan $name.toml
      refused 7 'race = true was removed: delete it' run $name.toml -o $store ;;
  esac
  done=$(rows $store digest "status = 'done'")
  [ "$(wc -l <<<"$done")" -gt 1 ] || fail "no experiment is done: $done"

  for method in halving scouts; do
    sed '/^eta = /d; /^rungs = /d; /^race = /d; s/^method = .*/method = "'$method'"/' $name.toml >new.toml
    cp "$FIXTURES/removed-searches/$store" mine.h5
    "$ICSWEEP" run new.toml -o mine.h5 2>run.log || fail "the run with $method: $(cat run.log)"
    grep -q 'that a search had pruned wait again, .*: its decisions are made anew with the settings of this sweep$' run.log ||
      fail "the change of the search is not reported: $(cat run.log)"
    rows mine.h5 digest "status = 'done'" >now.csv
    while read -r row; do grep -qxF "$row" now.csv || fail "$method: a done row has changed: $row"; done <<<"$done"
    rm -f own.h5
    "$ICSWEEP" run new.toml -o own.h5 2>run.log || fail "the run of $method in a new store: $(cat run.log)"
    rows own.h5 'status, rung' "planned = 1" >own.csv
    rows mine.h5 'status, rung' "status != 'done'" | grep -vxFf own.csv && fail "$method: other decisions than in a new store"
    "$ICSWEEP" verify mine.h5 >verify.txt || fail "$method: verify: $(cat verify.txt)"
    "$ICSWEEP" run new.toml -o mine.h5 2>run.log && grep -q ', 0 to do on' run.log || fail "the second run with $method: $(cat run.log)"
    query own.h5 "SELECT bracket FROM augmented_all" >/dev/null 2>&1 && fail "a new store has the column of brackets"
    [ $name = race ] || [ "$(one mine.h5 "SELECT max(bracket) > 1 FROM augmented_all WHERE status = 'done'")" = 1 ] || fail "the old store has lost its brackets"
  done
done
