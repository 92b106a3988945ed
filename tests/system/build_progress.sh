#!/usr/bin/env bash
# Without a terminal a build shows how far it is and the time left on separate lines; the log gets all that Ninja prints.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the sources}"
. "$PROJECT/jobs/build_progress.sh"

ninja_prints() {
  printf '[%d/40] Building CXX object a.o\n' 1 2 3 4 5 6 7 8 9 10
  sleep 2.5
  printf '[20/40] Building CXX object b.o\nFAILED: b.o\nwith no end of line'
}
ninja_prints | show_build log.txt 1 2>said.txt
diff <(ninja_prints) log.txt || fail "the log is not what Ninja printed"
grep -qE '^25 % built \(10 of 40 steps\), [1-3] s, about [0-9]+ s left$' said.txt || fail "progress: $(cat said.txt)"
[ "$(wc -l <said.txt)" -le 4 ] || fail "more than a line a second: $(cat said.txt)"
[ "$(progress_line 50 100 200)" = "50 % built (50 of 100 steps), 3 min 20 s, about 3 min 20 s left" ] || fail "$(progress_line 50 100 200)"
[ "$(progress_line 100 100 59)" = "100 % built (100 of 100 steps), 59 s" ] || fail "$(progress_line 100 100 59)"
