#!/usr/bin/env bash
# serve_day.sh [UPDATES]: a day of a sweep of 10^5 experiments beside icsweep serve and ten viewers. The page is made anew after a hundred
# times what that takes, some 350 times a day: as many updates leave the server's memory as it was. Ten minutes.
. "$(dirname "$0")/common.sh"
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"${LARGE_STORE:?}" store.h5 100000 || fail "the large store"
"$ICSWEEP" serve store.h5 >out.txt 2>err.txt &
server=$!
await 60 "an address" grep -q '^  http://127.0.0.1' out.txt
address=$(sed -n 's/^  \(http.*\)/\1/p' out.txt)
PYTHONDONTWRITEBYTECODE=1 "$ICSWEEP_PYTHON" "$scripts/serve_day.py" "$address" $server store.h5 "${1:-350}" || { kill -KILL $server; fail "see above; $(cat err.txt)"; }
send INT $server
await 60 "the end of the server" gone $server
wait $server || fail "exit $?"
