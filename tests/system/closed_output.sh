#!/usr/bin/env bash
# Standard output and errors are closed. No opened store takes their place. If an output cannot be printed, the status
# is 2, even where 1 would report a difference. serve ends, since nobody could learn its address.
. "$(dirname "$0")/common.sh"
small_store
sweep other.toml "[1, 2]" 3 3
"$ICSWEEP" run other.toml -o other.h5 2>run.log || fail "$(cat run.log)"

unprinted() { # WORD...: expects status 2 and one line
  "$ICSWEEP" "$@" >&- 2>error.txt
  local status=$?
  [ $status = 2 ] || fail "$* with a closed output ends with $status"
  grep -q '^icsweep: .* cannot be \(written\|printed\)' error.txt && [ "$(wc -l <error.txt)" = 1 ] || fail "$*: $(cat error.txt)"
}
unprinted query store.h5
unprinted diff store.h5 other.h5
unprinted serve store.h5
if [ -e /dev/full ]; then
  timeout 300 "$ICSWEEP" diff store.h5 other.h5 >/dev/full 2>error.txt
  [ $? = 2 ] || fail "the status of a difference that cannot be printed is not 2"
  timeout 300 "$ICSWEEP" serve store.h5 >/dev/full 2>error.txt
  [ $? = 2 ] || fail "serve continues although its address cannot be printed: $(cat error.txt)"
fi

"$ICSWEEP" run s.toml -o closed.h5 <&- >&- 2>&- || fail "a run without descriptors fails"
"$ICSWEEP" launch -n 2 s.toml launched.h5 >&- 2>&- || fail "a launch without descriptors ends with $?"
"$ICSWEEP" delete other.h5 --where "depth = 1" <&- >&- 2>&-
[ $? = 2 ] || fail "the status of a deletion that cannot be printed is not 2"
[ "$(one other.h5 "SELECT count(*) FROM augmented_all WHERE depth = 1")" = 0 ] || fail "delete without descriptors deletes nothing"
for store in closed launched other; do
  "$ICSWEEP" verify $store.h5 >verify.txt || fail "output went into $store.h5: $(cat verify.txt)"
done

# launch reports wrong arguments in one line.
refused() { # WORDS... of launch, then what it says
  "$ICSWEEP" launch "${@:1:$#-1}" 2>error.txt && fail "launch ${*:1:$#-1} runs"
  [ "$(cat error.txt)" = "launch.sh: ${!#}; see icsweep launch --help" ] || fail "launch ${*:1:$#-1}: $(cat error.txt)"
}
refused -n 2x s.toml l.h5 "-n 2x: the number of ranks must be at least 1"
refused -n 2 s.toml "name a sweep and a store after the options"
refused -n 2 -H a:1 s.toml l.h5 "give -n or -H, not both"
refused s.toml l.h5 "give a number of ranks: -n RANKS, or -H HOST:RANKS,..."
refused -H a s.toml l.h5 "-H a: write HOST:RANKS,HOST:RANKS..."
echo "closed outputs are noticed"
