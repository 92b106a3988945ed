#!/usr/bin/env bash
# serve_day.sh [UPDATES]: one day of a sweep of 10^5 experiments with icsweep serve and ten viewers. The page is made
# again after a hundred times the time that this takes, about 350 times per day. UPDATES (350) updates must not increase
# the server's memory. Takes ten minutes.
. "$(dirname "$0")/common.sh"
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"${LARGE_STORE:?}" store.h5 100000 || fail "the large store cannot be made"
"$ICSWEEP" serve store.h5 >out.txt 2>err.txt &
server=$!
await "an address" grep -q '^  http://127.0.0.1' out.txt
address=$(sed -n 's/^  \(http.*\)/\1/p' out.txt)
(checked "$ICSWEEP_PYTHON" "$scripts/serve_day.py" "$address" $server store.h5 "${1:-350}") ||
  { kill -KILL $server; fail "serve_day.py: $(tail -n 1 checked.txt); serve printed: $(cat err.txt)"; }
send INT $server
await "the end of the server" gone $server
wait $server || fail "serve ends with $?"
