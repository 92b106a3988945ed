#!/usr/bin/env bash
# Without a terminal, a build prints its progress and the time left on separate lines. The log gets the whole output of
# Ninja.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the sources}"
. "$PROJECT/jobs/build_progress.sh"

ninja_prints() {
  printf '[%d/40] Building CXX object a.o\n' 1 2 3 4 5 6 7 8 9 10
  sleep 2.5
  printf '[20/40] Building CXX object b.o\nFAILED: b.o\nwith no end of line'
}
began=$SECONDS
ninja_prints | show_build log.txt 1 2>said.txt
lasted=$((SECONDS - began))
diff <(ninja_prints) log.txt || fail "the log differs from the output of Ninja"
grep -qE '^25 % built \(10 of 40 steps\), [1-9][0-9]* s, about [0-9]+ s left$' said.txt || fail "the progress is not as expected: $(cat said.txt)"
[ "$(wc -l <said.txt)" -le $((lasted + 2)) ] || fail "more than one line per second: $(cat said.txt)"
[ "$(progress_line 50 100 200)" = "50 % built (50 of 100 steps), 3 min 20 s, about 3 min 20 s left" ] || fail "the line in the middle is wrong: $(progress_line 50 100 200)"
[ "$(progress_line 100 100 59)" = "100 % built (100 of 100 steps), 59 s" ] || fail "the last line is wrong: $(progress_line 100 100 59)"
