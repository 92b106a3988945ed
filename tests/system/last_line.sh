#!/usr/bin/env bash
# The last line of a failed test has the reason, the seed and a command that repeats it with the same random choices.
# tests/run.sh prints these lines at its end, also for unit tests and for tests that are killed.
: "${PROJECT:?the sources}" "${UNIT_TESTS:?a program of unit tests}"
. "$(dirname "$0")/common.sh"
mkdir tests
cat >tests/fails.sh <<END
#!/usr/bin/env bash
. "$PROJECT/tests/system/common.sh"
echo "drawn: \$RANDOM \$RANDOM"
[ "\$1" != skips ] || skip "there is no \$1"
fail "the run: \$(printf 'first <line>\nsecond line')"
END
cat >tests/killed.sh <<'END'
echo "this line came before"
kill -SEGV $$
END
# A unit test that fails if its process ignores a signal that programs are not given anew.
cat >tests/unit.sh <<END
trap '' WINCH
exec "$UNIT_TESTS" --gtest_filter='Process.HasASessionAndDefaultSignals:Process.SaysBothOnOneStreamOrNothing'
END
cat >tests/CTestTestfile.cmake <<END
add_test(fails bash "$folder/tests/fails.sh" now)
add_test(killed bash "$folder/tests/killed.sh")
add_test(skips bash "$folder/tests/fails.sh" skips)
set_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 77)
add_test(unit bash "$folder/tests/unit.sh")
END
env -u ICSWEEP_REPEAT -u ICSWEEP_SEED ctest --test-dir tests --output-junit "$folder/tests.xml" >ctest.txt 2>&1 && fail "ctest finds no failure: $(cat ctest.txt)"
"$PROJECT/tests/failures.sh" tests.xml >lines.txt || fail "failures.sh: $(cat lines.txt)"
expect() { grep -qE "^$1\$" lines.txt || fail "there is no line '$1' in: $(cat lines.txt)"; }
expect "Failed: fails: the run: first <line> second line; to repeat: ICSWEEP_SEED=[0-9]+ $folder/tests/fails.sh now"
expect "Failed: killed: .*this line came before; to repeat: ctest .* -R '\^killed\\$'"
expect "Failed: unit: Process.HasASessionAndDefaultSignals: .*process_test.cpp:[0-9]+: .*; to repeat: .* --gtest_filter=Process.HasASessionAndDefaultSignals"
expect 'Skipped: skips \(there is no skips\)'
[ "$(wc -l <lines.txt)" = 4 ] || fail "these are not four lines: $(cat lines.txt)"

command=$(sed -n 's/.*: fails: .*; to repeat: //p' lines.txt)
drawn=$(grep -o 'drawn: .*' tests.xml | head -n 1)
chmod +x tests/fails.sh
again=$(env -u ICSWEEP_REPEAT bash -c "$command" 2>&1 | grep 'drawn: ')
[ -n "$drawn" ] && [ "$again" = "$drawn" ] || fail "$command draws '$again', not '$drawn'"
