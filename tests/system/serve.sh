#!/usr/bin/env bash
# serve shows the report's page only on 127.0.0.1, and only to those who know its address. It keeps the page current,
# and nothing in a request names a file. Ten viewers and many updates do not increase its memory. Ctrl-C ends it.
. "$(dirname "$0")/common.sh"
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ -n "${BROWSER_PYTHON:-}" ] || skip "Chromium, its driver or python3-selenium is missing"
small_store
cat >extend.sh <<END
#!/bin/sh
sed -i 's/\[1, 2\]/[1, 2, 3]/' s.toml && "$ICSWEEP" run s.toml -o store.h5 2>extend.log
END
sweep long.toml "[2]" "$(epochs_of 600)" 2 # equally long: of unequal ones, the longer may get both ranks' processors
cat >launch.sh <<END
#!/bin/sh
exec "$MPIEXEC" --oversubscribe -n 2 "$ICSWEEP" run long.toml -o store.h5 2>launch.log
END
chmod +x extend.sh launch.sh
"$ICSWEEP" serve store.h5 >out.txt 2>err.txt &
server=$!
await "an address" grep -q '^  http://127.0.0.1:[0-9]*/[0-9a-f]\{32\}/$' out.txt
address=$(sed -n 's/^  \(http.*\)/\1/p' out.txt) port=$(sed -n 's/.*127.0.0.1:\([0-9]*\)\/.*/\1/p' out.txt)
grep -q "^  ssh -N -L $port:127.0.0.1:$port .*$(uname -n)\$" out.txt || fail "serve prints no command for ssh: $(cat out.txt)"
for other in $(hostname -I 2>/dev/null); do
  timeout 5 bash -c "exec 3<>/dev/tcp/$other/$port" 2>/dev/null && fail "serve listens on $other"
done
"$ICSWEEP" serve store.h5 --port "$port" >taken.txt 2>&1 && fail "serve accepts a port that is in use"
grep -q "^icsweep: port $port of 127.0.0.1 is taken, choose another\$" taken.txt || fail "$(cat taken.txt)"
"$ICSWEEP" serve store.h5 --port 70000 2>error.txt && fail "--port 70000 is not refused"
before=$(sha256sum store.h5)
(checked "$BROWSER_PYTHON" "$scripts/serve.py" "$address" $server) || { kill -KILL $server; fail "serve.py: $(tail -n 1 checked.txt); serve printed: $(cat err.txt)"; }
! grep -v '^store.h5: reading it for [0-9]* s so far$' err.txt || fail "serve printed: $(cat err.txt)" # on a busy machine
[ "$(sha256sum store.h5)" != "$before" ] || fail "the test did not extend the store"
send INT $server
await "the end of the server" gone $server
wait $server || fail "serve ends with $?"
(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && fail "serve still answers after its end"
echo "the page is served only at its address, and stays current"
