#!/usr/bin/env bash
# The display of progress for people and scripts. On a terminal it is a block of the terminal's width that leaves no
# remains; in a log it is lines. Another shell shows the same.
. "$(dirname "$0")/common.sh"
script --version >/dev/null 2>&1 || skip "the program script (bsdutils) is missing"
unset NO_COLOR
export TERM=xterm LC_ALL=C.UTF-8
escape=$(printf '\033')

# on_terminal COLUMNS FILE COMMAND: runs the command on a new terminal of this width; FILE gets everything sent to the
# terminal
on_terminal() { script -qec "stty cols $1 rows 24; $3" "$2" </dev/null >/dev/null; }
# The lines of a typescript's blocks in their full width, without colours and cursor movement.
visible() { sed -e '/^Script /d' -e "s/$escape\[[?0-9;]*[A-Za-z]//g" -e 's/\r//g' "$1"; }
# The lines of a block. Lines around it may have any length.
block() { visible "$1" | grep -v '\.h5\|s\.toml\|planned:\|  with: icsweep\|  launches:\|the launch'; }
fits() { block "$2" | LC_ALL=C sed 's/[\x80-\xBF]//g' | awk -v most="$1" 'length > most { print; bad = 1 } END { exit bad }' || fail "$2 is wider than $1 columns"; }

# Two ranks on a terminal of 80 columns. From other shells, the block on a narrower terminal, and JSON for scripts.
epochs=$(epochs_of 4)
sweep s.toml "[1, 2]" "$epochs" 2
on_terminal 80 run.txt "$MPIEXEC --oversubscribe -n 2 $ICSWEEP run s.toml -o a.h5" &
launch=$!
await "experiments at work in a.h5" at_work a.h5 1
on_terminal 40 watch.txt "$ICSWEEP status a.h5 --watch" &
watch=$!
"$ICSWEEP" status a.h5 --watch --json >watch.json || fail "status --watch --json fails"
wait $watch || fail "status --watch on a terminal: $(visible watch.txt)"
wait $launch || fail "run on a terminal: $(visible run.txt)"
fits 80 run.txt
fits 40 watch.txt
for seen in run.txt watch.txt; do
  grep -q "$escape\[[0-9]*A" $seen || fail "$seen: the block is not redrawn"
  grep -q "$escape\[32m#" $seen || fail "$seen has no colour"
  visible $seen | grep -q 'in flight' || fail "$seen shows no experiment in flight: $(visible $seen)"
  visible $seen | grep -q '4/4 done' || fail "$seen shows no end: $(visible $seen | tail)"
done
visible run.txt | grep -q '^  rank 1  depth=[12] seed=[01]  step [0-9]*/'$((4 * epochs))'  loss ' || fail "the block shows no step and loss: $(visible run.txt)"
visible run.txt | grep -qE '  loss [0-9.e-]+  (▁|▂|▃|▄|▅|▆|▇)*█' || fail "the block shows no losses so far: $(visible run.txt)"
visible watch.txt | tr -s ' \r\n' ' ' | grep -q 'the launch has finished, all 4 experiments have ended' || fail "status --watch ends with: $(visible watch.txt | tail)"
[ "$(grep -c '^{.*"running":true.*}$' watch.json)" -ge 1 ] || fail "there is not one line per second: $(cat watch.json)"
tail -n 1 watch.json | grep -q '"done":4,.*"ended":4,"ending":"finished".*"running":false' || fail "the last line is: $(tail -n 1 watch.json)"
"$ICSWEEP" status a.h5 --watch | tail -n 1 | grep -q '^no launch is running$' || fail "status --watch without a launch does not end at once"

# NO_COLOR, and terminals that cannot redraw. A log has neither colours nor cursor movement.
sweep s.toml "[1]" 20 2
NO_COLOR=1 on_terminal 20 plain.txt "$ICSWEEP run s.toml -o b.h5" || fail "the run on a narrow terminal: $(cat plain.txt)"
fits 20 plain.txt
grep -q "$escape\[[0-9;]*m" plain.txt && fail "colours although NO_COLOR is set"
grep -q "$escape\[[0-9]*A" plain.txt || fail "with NO_COLOR the block is not redrawn"
TERM=dumb on_terminal 80 dumb.txt "$ICSWEEP run s.toml -o c.h5" || fail "the run on a dumb terminal: $(cat dumb.txt)"
"$ICSWEEP" run s.toml -o d.h5 2>log.txt || fail "the run into a log: $(cat log.txt)"
for file in dumb.txt log.txt; do
  grep -q "$escape" $file && fail "$file has escape codes"
  grep -q '^2/2 done  100%' $file || fail "$file has no last line: $(cat $file)"
done

# Stopped by the signal of Ctrl-C: the block stays, and later output begins on a new line. After a kill, status --watch
# reports it.
sweep s.toml "[4]" "$(epochs_of 15)" 2
on_terminal 80 stopped.txt "$ICSWEEP run s.toml -o e.h5 & echo \$! >pid; wait \$!" &
launch=$!
await "an experiment at work in e.h5" at_work e.h5 1
send INT "$(cat pid)"
wait $launch
[ $? = 75 ] || fail "the block of a stopped launch: $(visible stopped.txt)"
visible stopped.txt | grep -q '^e.h5: 2 experiments: 0 done, 2 left, 1 of them saved at [0-9]* %: run the same' || fail "output follows in the line of the block: $(visible stopped.txt)"
"$ICSWEEP" run s.toml -o f.h5 2>killed.log &
victim=$!
await "an experiment at work in f.h5" at_work f.h5 1
"$ICSWEEP" status f.h5 --watch >killed.txt &
watch=$!
await "the first line of status --watch" grep -q 'in flight' killed.txt
kill_child $victim
wait $watch || fail "status --watch of a killed launch: $(cat killed.txt)"
grep -q "^the launch was killed (process $victim on .* has ended), 2 of 2 left" killed.txt || fail "the end of a killed launch is not reported: $(cat killed.txt)"
echo "progress is right on terminals of 80, 40 and 20 columns, in logs and from another shell"
