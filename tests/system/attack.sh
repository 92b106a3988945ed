# shellcheck shell=bash
# Sourced by the attacks on stores, after common.sh: results of an undisturbed run, and checks of what commands say of a broken store.

# reference SWEEP STORE: runs it undisturbed, in one process
reference() { "$ICSWEEP" run "$1" -o "$2" 2>reference.log || fail "the undisturbed run: $(cat reference.log)"; }

# equal STORE REFERENCE: expects the same rows with the same bits, and no damage
equal() {
  [ "$(digests "$1")" = "$(digests "$2")" ] || fail "$1 differs from the undisturbed run: $(diff <(digests "$1") <(digests "$2") | head -5)"
  "$ICSWEEP" verify "$1" >verify.log || fail "verify after it: $(cat verify.log)"
}

# one_line COMMAND...: expects status 2 and one line of error
one_line() {
  "$@" >out.txt 2>err.txt
  local status=$?
  [ $status = 2 ] || fail "exit $status of: $* ($(cat out.txt err.txt))"
  [ "$(wc -l <err.txt)" = 1 ] && [ ! -s out.txt ] || fail "not one line of: $*: $(cat out.txt err.txt)"
}

# says LOG TEXT: expects the text in a line of icsweep; mpirun prints lines of its own
says() {
  [ "$(grep -c '^icsweep: ' "$1")" -ge 1 ] && grep '^icsweep: ' "$1" | grep -qF -- "$2" || fail "'$2' is not said: $(cat "$1")"
}

# make_only SWEEP STORE: a store whose launch is stopped as soon as it has made it
make_only() {
  rm -f made.log  # otherwise the text of an earlier launch would stop this one before it begins
  "$ICSWEEP" run "$1" -o "$2" 2>made.log &
  local launch=$!
  until grep -qs 'to do on' made.log; do kill -0 $launch 2>/dev/null || fail "the launch: $(cat made.log)"; sleep 0.01; done
  send TERM $launch
  wait $launch
  [ $? = 75 ] || fail "stopped at once: $(cat made.log)"
}
