# shellcheck shell=bash
# Sourced by the attacks on stores, after common.sh. Makes the results of an undisturbed run, and checks what commands
# print about a broken store.

# reference SWEEP STORE: runs the sweep undisturbed, in one process
reference() { "$ICSWEEP" run "$1" -o "$2" 2>reference.log || fail "the undisturbed run: $(cat reference.log)"; }

# equal STORE REFERENCE: expects the same rows with the same bits, and no damage
equal() {
  [ "$(digests "$1")" = "$(digests "$2")" ] || fail "$1 differs from the undisturbed run: $(diff <(digests "$1") <(digests "$2") | head -5)"
  "$ICSWEEP" verify "$1" >verify.log || fail "verify of $1: $(cat verify.log)"
}

# one_line COMMAND...: expects status 2 and one line of error
one_line() {
  "$@" >out.txt 2>err.txt
  local status=$?
  [ $status = 2 ] || fail "status $status instead of 2 from: $* ($(cat out.txt err.txt))"
  [ "$(wc -l <err.txt)" = 1 ] && [ ! -s out.txt ] || fail "not exactly one line of errors from: $*: $(cat out.txt err.txt)"
}

# says LOG TEXT: expects the text in a line of icsweep; mpirun prints other lines
says() {
  [ "$(grep -c '^icsweep: ' "$1")" -ge 1 ] && grep '^icsweep: ' "$1" | grep -qF -- "$2" || fail "'$2' is not printed: $(cat "$1")"
}

# make_only SWEEP STORE: makes a store whose launch is stopped at once
make_only() {
  rm -f made.log  # the text of an earlier launch would stop this one too early
  "$ICSWEEP" run "$1" -o "$2" 2>made.log &
  local launch=$!
  until grep -qs 'to do on' made.log; do kill -0 $launch 2>/dev/null || fail "the launch: $(cat made.log)"; sleep 0.01; done
  send TERM $launch
  wait $launch
  [ $? = 75 ] || fail "the status of a stopped launch is not 75: $(cat made.log)"
}
