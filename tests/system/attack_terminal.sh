#!/usr/bin/env bash
# Escape sequences in a store, a sweep file or a lease do not reach a terminal. Each command is run on a terminal by
# `script`. The sequence that sets the window title is in the sweep's name and text, a label, a rule, an identity, a
# message and the lease.
. "$(dirname "$0")/common.sh"
command -v script >/dev/null || skip "the program script (bsdutils) is missing"
[ -n "${ICSWEEP_PYTHON:-}" ] || skip "there is no Python with h5py"
escape=$'\033]0;owned\a'
sweep s.toml "[1]" 2 2
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the run: $(cat run.log)"
"$ICSWEEP_PYTHON" - <<'E2' || fail "the store could not be changed"
import h5py
escape = b"\x1b]0;owned\x07\x9b31m\r\n\x1b[2J"
with h5py.File("s.h5", "r+") as store:
    table = store["augmented"]
    table["identity"][0] = escape
    table["status"][1] = 3
    table["message"][1] = escape
    table["host"][0] = escape
    for name in ("sweep_name", "command", "started", "program"):
        value = store.attrs[name]
        del store.attrs[name]
        store.attrs.create(name, (escape + escape)[:40], dtype="S40")
E2
printf '{"host":"%s","pid":1,"pid_start":1,"counter":1,"machine":"m","in_flight":[{"label":"%s","task":"%s"}],"failures":[{"message":"%s"}]}' \
  '\u001b]0;owned\u0007' '\u001b[2J' '\u001b[2J' '\u001b[2J' >s.h5.lease
{ sed "s/name = \"test\"/name = \"\\\\u001b]0;owned\\\\u0007\"/" s.toml; printf 'where = "depth == 1 \\u001b]0;owned\\u0007"\n'; } >bad.toml
sed '/^where/d' bad.toml >named.toml

# on_terminal COMMAND...: expects only text, newlines and icsweep's own colours, with any status
on_terminal() {
  script -qec "TERM=xterm timeout 300 $*" /dev/null </dev/null >out.txt 2>&1
  if LC_ALL=C sed -E 's/\x1b\[([0-9;]*m|[KJ]|[0-9]*A|\?(25|7)[lh])//g' out.txt | tr -d '\r\n' | LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]'; then
    fail "control characters reach the terminal from: $* ($(LC_ALL=C cat -v out.txt | head -20))"
  fi
}
quoted=$(printf '%q' "$ICSWEEP")
on_terminal "$quoted status s.h5"
on_terminal "$quoted status s.h5 --json"
on_terminal "$quoted verify s.h5"
on_terminal "$quoted query s.h5"
for format in table csv json jsonl; do
  on_terminal "$quoted query s.h5 'SELECT identity, host, message FROM augmented_all' --format $format"
  on_terminal "$quoted query s.h5 'SELECT * FROM sweeps' --format $format"
  on_terminal "$quoted top s.h5 augmented test_mse --by host --format $format"
done
on_terminal "$quoted export s.h5 --id 0"
on_terminal "$quoted export s.h5 --id 1"
on_terminal "$quoted figure s.h5 --list"
on_terminal "$quoted plan bad.toml"
on_terminal "$quoted plan named.toml --points"
on_terminal "$quoted simulate named.toml --ranks 2"
on_terminal "$quoted run $(printf '%q' "$escape.toml") -o s2.h5"
# The launch seems to run on another host, so commands show everything in its lease.
printf '{"host":"%s","pid":1,"pid_start":1,"counter":1,"machine":"m","ranks":1,"done":1,"total":2,"written":%s,"in_flight":[{"label":"%s","task":"%s"}],"failures":[{"label":"%s","task":"t","message":"%s"}]}' \
  '\u001b]0;owned\u0007' "$(date +%s)" '\u001b[2Jlabel' '\u001b[2J' '\u001b[2J' '\u001b[2J' >s.h5.lease
on_terminal "$quoted status s.h5"
grep -q '?\[2Jlabel' out.txt || fail "the live lease is not shown: $(cat -v out.txt)"
for seconds in 3 10 60; do # a busy machine needs more time
  on_terminal "timeout $seconds $quoted status s.h5 --watch"
  ! grep -q '?\[2Jlabel' out.txt || break
done
grep -q '?\[2Jlabel' out.txt || fail "status --watch does not show the live lease: $(cat -v out.txt)"
rm s.h5.lease
on_terminal "$quoted run named.toml -o s3.h5"
# A pipe gets the unchanged bytes.
"$ICSWEEP" query s.h5 "SELECT message FROM augmented_all" --format csv | LC_ALL=C grep -q $'\033' || fail "CSV in a pipe is changed"
