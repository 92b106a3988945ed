#!/usr/bin/env bash
# In place of a lease there is a pipe, a folder, a dangling link, random bytes, an unreadable file or another host's
# lease. Every command answers, prints what it waits for, and reacts to a signal during the wait within one or two
# seconds.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
sweep s.toml "[1]" 2 2
reference s.toml s.h5
sed 's/count = 2/count = 3/' s.toml >more.toml

refused() {
  one_line timeout 300 "$ICSWEEP" run more.toml -o s.h5
  grep -q 's.h5.lease: is not a regular file and so not a lease, remove it$' err.txt || fail "$1: $(cat err.txt)"
  timeout 300 "$ICSWEEP" status s.h5 >status.txt 2>err.txt || fail "status of icsweep status beside $1 is $?: $(cat err.txt)"
  timeout 300 "$ICSWEEP" report s.h5 -o r.html >report.txt 2>err.txt || fail "status of icsweep report beside $1 is $?: $(cat err.txt)"
  rm -r s.h5.lease
}
mkfifo s.h5.lease && refused "a pipe"
mkdir s.h5.lease && refused "a folder"
ln -s nowhere s.h5.lease && refused "a link to nowhere"

# Checks the message of a waiting launch, and that a signal ends the wait.
as=()
waits_saying() {
  : >run.log
  "${as[@]}" "$ICSWEEP" run more.toml -o s.h5 2>run.log &
  local launch=$!
  await "a line that names the reason of the wait" grep -q "$1" run.log
  send TERM $launch
  wait $launch
  local status=$?
  [ $status = 75 ] || fail "status $status instead of 75: $(cat run.log)"
  tail -n 1 run.log | grep -q 's.h5: stopped while it waited for the lease' || fail "$(cat run.log)"
  [ "$(ls -A | grep -c '^s.h5.lease')" = 1 ] || fail "files are left beside the store: $(ls -A)"
}
head -c 40 /dev/urandom >s.h5.lease
waits_saying '^s.h5: its lease is torn; waiting up to 30 s for it to be rewritten$'
echo '{"host":"elsewhere","pid":1,"pid_start":1,"counter":1}' >s.h5.lease
waits_saying '^s.h5: waiting up to 30 s for a sign of life from the launch on host elsewhere$'
rm s.h5.lease

# A lease that this user may not read, such as another user's. Root can read every file unless it drops that capability.
if [ "$(id -u)" = 0 ]; then as=(setpriv --bounding-set "-dac_override,-dac_read_search"); fi
echo '{}' >s.h5.lease && chmod 000 s.h5.lease
unreadable=""
if "${as[@]}" true 2>setpriv.log && ! "${as[@]}" cat s.h5.lease >cat.log 2>&1; then
  unreadable=1
  waits_saying '^s.h5: its lease cannot be read (Permission denied); waiting up to 30 s for it to be rewritten$'
  timeout 300 "${as[@]}" "$ICSWEEP" status s.h5 >status.txt 2>err.txt || fail "status of icsweep status beside it is $?: $(cat err.txt)"
  timeout 300 "${as[@]}" "$ICSWEEP" report s.h5 -o r.html >report.txt 2>err.txt || fail "status of icsweep report beside it is $?: $(cat err.txt)"
  "${as[@]}" "$ICSWEEP" run more.toml -o s.h5 2>err.txt &
  launch=$!
  await "a line that names the reason of the wait" grep -q 'cannot be read' err.txt
  echo '{}' >renewed && chmod 000 renewed && mv renewed s.h5.lease # as a live launch would renew it
  wait $launch
  [ $? = 2 ] && grep -q 's.h5: another launch is writing it (its lease cannot be read: Permission denied)' err.txt || fail "$(cat err.txt)"
fi
rm -f s.h5.lease
as=()

# A launch does not write through a link whose name can be predicted.
echo mine >precious
(until [ -e linked ]; do sleep 0.01; done; exec "$ICSWEEP" run more.toml -o s.h5 2>run.log) &
launch=$!
ln -s precious "s.h5.lease.$(hostname).$launch"
ln -s precious "s.h5.icsweep-makes-it.$(hostname).$launch"
touch linked
wait $launch || fail "status $?: $(cat run.log)"
[ "$(cat precious)" = mine ] || fail "a launch wrote through a link"
[ "$(count s.h5 done)" = 3 ] || fail "$(cat run.log)"
[ -n "$unreadable" ] || skip "the last part: setpriv is missing, so every file can be read"
echo "pipe, folder and link are refused, and a signal ends each wait"
