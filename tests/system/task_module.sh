#!/usr/bin/env bash
# A user's task is built against an installed icsweep alone, and is run, killed, resumed and read like the program's
# own tasks. A module of another version, a file that is not a module, and a module without --allow-code are refused in
# one line each.
. "$(dirname "$0")/common.sh"
: "${BUILD:?the build folder}" "${PROJECT:?the source}"
cmake=${CMAKE:-cmake}
"$cmake" --install "$BUILD" --prefix "$folder/prefix" >install.log 2>&1 || fail "the installation fails: $(cat install.log)"
cp -r "$PROJECT/jobs/examples/task" own
"$cmake" -S own -B built -DCMAKE_PREFIX_PATH="$folder/prefix" >build.log 2>&1 && "$cmake" --build built >>build.log 2>&1 || fail "the build fails: $(cat build.log)"
grep -i warning build.log && fail "the build prints a warning"
icsweep=$folder/prefix/bin/icsweep module=$folder/built/libnearest.so
refused() { # MESSAGE WORD...
  local message=$1
  shift
  "$@" 2>error.txt && fail "$* is not refused"
  [ "$(cat error.txt)" = "icsweep: $message" ] || fail "$*: $(cat error.txt)"
}

"$icsweep" --tasks "$module" --allow-code tasks nearest >tasks.txt 2>warned.txt || fail "tasks fails"
[ ! -s warned.txt ] || fail "a module without a build type is not optimised: $(cat warned.txt)"
"$cmake" -S own -B slow -DCMAKE_BUILD_TYPE=Debug -DCMAKE_PREFIX_PATH="$folder/prefix" >slow.log 2>&1 && "$cmake" --build slow >>slow.log 2>&1 || fail "the build without a build type fails: $(cat slow.log)"
"$icsweep" --tasks slow/libnearest.so --allow-code plan own/nearest.toml --points 2>warned.txt >points.txt || fail "plan: $(cat warned.txt)"
grep -q '^--tasks slow/libnearest.so: was compiled without optimisation' warned.txt || fail "the missing optimisation is not reported: $(cat warned.txt)"
# The module may be overwritten while it is used, since it runs from a copy.
grep -q 'nearest: the nearest' tasks.txt || fail "$(cat tasks.txt)"
run=("$icsweep" --tasks "$module" run own/nearest.toml --allow-code)
"${run[@]}" -o whole.h5 2>run.log || fail "run: $(cat run.log)"
[ "$("$icsweep" query whole.h5 "SELECT count(*) FROM nearest WHERE mse > 0" --format csv | tail -n 1)" = 9 ] || fail "its rows are wrong"
"$icsweep" query whole.h5 'SELECT count(*) FROM launches' >query.txt 2>&1 || fail "a query without the module fails: $(cat query.txt)"
"$icsweep" status whole.h5 >status.txt && grep -q -- "--tasks" status.txt || fail "the stored command is incomplete: $(cat status.txt)"

# Kills lose nothing: large experiments, saved often, on two ranks.
large=(--set prompts=20000 --set examples=150 --set seed=0)
"${run[@]}" -o undisturbed.h5 "${large[@]}" 2>run.log || fail "the undisturbed run: $(cat run.log)"
for try in 1 2 3; do
  : >run.log
  ranks 2 "${run[@]}" -o "$folder/killed.h5" "${large[@]}" --checkpoint-every 0.05 2>run.log &
  launcher=$!
  await "launch $try" grep -q 'to do on' run.log
  sleep 0.$try
  # shellcheck disable=SC2046  # several processes
  send KILL $(pgrep -f -- "-o $folder/killed.h5")  # mpirun and its ranks, which would keep the store a moment longer
  wait $launcher 2>/dev/null
  [ $? = 137 ] || fail "launch $try was not killed: $(cat run.log)"
done
ranks 2 "${run[@]}" -o killed.h5 "${large[@]}" 2>run.log || fail "the resumed run: $(cat run.log)"
digests() { query "$1" "SELECT identity, digest FROM nearest ORDER BY identity"; }
[ "$(digests killed.h5)" = "$(digests undisturbed.h5)" ] || fail "the results differ after kills"

# A module that is overwritten in place during its experiments changes nothing: each rank runs a copy.
cp "$module" mine.so
: >run.log  # the earlier launch printed the same line
"$icsweep" --tasks ./mine.so run own/nearest.toml --allow-code -o "$folder/overwritten.h5" "${large[@]}" 2>run.log &
launcher=$!
await "the start of the launch" grep -q 'to do on' run.log
undisturbed || dd if=/dev/zero of=mine.so bs=4096 count="$(($(stat -c %s mine.so) / 4096))" conv=notrunc status=none
! cmp -s "$module" mine.so && ! gone $launcher || fail "the module was not overwritten while it was used"
wait $launcher || fail "the run with an overwritten module: $(cat run.log)"
[ "$(digests overwritten.h5)" = "$(digests undisturbed.h5)" ] || fail "the results of an overwritten module differ"

# The store is read without the module.
"$icsweep" verify whole.h5 >verify.txt || fail "verify: $(cat verify.txt)"
"$icsweep" export whole.h5 --id 0 --task nearest --array error -o error.npy || fail "export fails"
"$icsweep" report whole.h5 -o report.html || fail "report fails"

refused "--tasks $module: would run its code; if you trust it, add --allow-code" "$icsweep" --tasks "$module" run own/nearest.toml -o x.h5
refused "--tasks ./none.so: there is no such file, build it first" "$icsweep" --tasks ./none.so --allow-code tasks
refused "--tasks $folder/prefix/lib/libicsweep_kernels.so: is no module with a task, end it with ICSWEEP_TASK_MODULE" \
  "$icsweep" --tasks "$folder/prefix/lib/libicsweep_kernels.so" --allow-code tasks
refused "--tasks $module: there is a task \"nearest\" already" "$icsweep" --tasks "$module" --tasks "$module" --allow-code tasks
# The version in a module is a text of fixed length.
version=$(sed -n 's/.*ICSWEEP_INTERFACE=\\"\(.*\)\\".*/\1/p' prefix/lib/cmake/icsweep/icsweepConfig.cmake)
sed "s/$version/${version//[0-9a-f]/0}/" "$module" >old.so
refused "--tasks ./old.so: was built for icsweep ${version//[0-9a-f]/0}, this is $version; build it anew" "$icsweep" --tasks ./old.so --allow-code tasks
echo text >text.so
"$icsweep" --tasks ./text.so --allow-code tasks 2>error.txt && fail "a text file is loaded as a module"
[ "$(wc -l <error.txt)" = 1 ] && grep -q 'text.so' error.txt || fail "$(cat error.txt)"
ranks 2 "$icsweep" --tasks ./none.so run own/nearest.toml -o x.h5 --allow-code 2>error.txt && fail "two ranks run without the module"
[ "$(grep -c icsweep: error.txt)" = 1 ] || fail "several ranks report it: $(cat error.txt)"
echo "a task of one file, built against the installation, gives equal digests after three kills"
