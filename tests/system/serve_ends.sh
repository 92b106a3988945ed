#!/usr/bin/env bash
# serve ends at the first signal: while it reads its store, and whatever other clients send. It reports a long reading.
. "$(dirname "$0")/common.sh"
small_store
# A launch of another host that may be alive. serve watches it for seconds, and the reading takes as long.
echo '{"host":"elsewhere","pid":1,"pid_start":1,"counter":1}' >store.h5.lease
"$ICSWEEP" serve store.h5 >out.txt 2>err.txt &
server=$!
await "a report of the reading" grep -q '^store.h5: reading it for [0-9]* s so far$' err.txt
send TERM $server
await "the end of a server that reads" gone $server
wait $server || fail "serve ends with $?"
[ ! -s out.txt ] || fail "serve prints an address before it has read the store: $(cat out.txt)"
rm store.h5.lease

"$ICSWEEP" serve store.h5 >out.txt 2>err.txt &
server=$!
await "an address" grep -q '^  http://127.0.0.1:[0-9]*/[0-9a-f]\{32\}/$' out.txt
port=$(sed -n 's/.*127.0.0.1:\([0-9]*\)\/.*/\1/p' out.txt)
for _ in $(seq 20); do
  (exec 3<>"/dev/tcp/127.0.0.1/$port" && printf 'GET / HTTP/1.1\r\nX: ' >&3 && while printf 'a' >&3; do sleep 0.2; done) 2>/dev/null &
done
exec 4<>"/dev/tcp/127.0.0.1/$port" && printf 'GET / HTTP/1.1\r\nX: ' >&4
send INT $server
await "the end of a server with slow clients" gone $server
wait $server || fail "serve with slow clients ends with $?"
echo "serve ends at a signal"
