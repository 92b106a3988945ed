#!/usr/bin/env bash
# Every command has --help with an example, `icsweep` alone prints the list of commands, and output for programs is
# JSON.
. "$(dirname "$0")/common.sh"
sweep s.toml "[1, 2]" 2 2
"$ICSWEEP" >list.txt || fail "icsweep without a command fails"
commands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' list.txt)
[ "$(wc -w <<<"$commands")" -ge 15 ] || fail "the list has fewer than 15 commands: $(cat list.txt)"
for command in $commands; do
  "$ICSWEEP" "$command" --help | grep -A 1 '^Example:' | grep -q icsweep || fail "$command --help has no example"
done
awk 'length > 80 { exit 1 }' list.txt || fail "the list is wider than 80 columns"

"$ICSWEEP" plan s.toml --ranks 2 | grep -q '4 experiments' || fail "plan does not print 4 experiments"
"$ICSWEEP" plan s.toml --json | grep -q '"experiments":4' || fail "plan --json does not print 4 experiments"
"$ICSWEEP" plan s.toml --ranks 16 --per-host 8 --json | grep -q '"hosts":1,.*"threads":[2-8][,}]' || fail "plan on 16 ranks gives no experiment several threads"
"$ICSWEEP" simulate s.toml >simulated.txt || fail "simulate fails"
[ "$(grep -cE '^ +(1|2|1024|4096)  .* %  ' simulated.txt)" = 4 ] && grep -q ' Limit: ' simulated.txt || fail "simulate: $(cat simulated.txt)"
"$ICSWEEP" simulate s.toml --failures 1 --stragglers 0.5:2 --ranks 8,4 >>simulated.txt || fail "simulate with --failures fails"
awk 'length > 80 { exit 1 }' simulated.txt || fail "simulate is wider than 80 columns: $(cat simulated.txt)"
[ "$("$ICSWEEP" simulate s.toml --ranks 1,3 --json | grep -cE '"finished":4,.*"ranks":[13],')" = 2 ] || fail "simulate --json does not finish 4 experiments"
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "run: $(cat run.log)"
"$ICSWEEP" status s.h5 --json | grep -q '"done":4' || fail "status --json does not print 4 done experiments"
"$ICSWEEP" query s.h5 | grep -q 'augmented_position_mse(experiment, position, value)' || fail "query without SQL does not list the curves"
"$ICSWEEP" query s.h5 "SELECT count(*) AS n FROM augmented_all" --format json | grep -q '"n": 4' || fail "query --format json does not print the count"
"$ICSWEEP" query s.h5 >tables.txt && grep -q '^ *first rows' tables.txt || fail "query without SQL does not print the first rows"
awk 'length > 80 { exit 1 }' tables.txt || fail "query without SQL is wider than 80 columns: $(cat tables.txt)"
"$ICSWEEP" export s.h5 --id 0 --array position_mse -o curve.npy || fail "export fails"
[ "$(head -c 6 curve.npy | tail -c 5)" = NUMPY ] || fail "export wrote no .npy"
[ "$(wc -c <curve.npy)" = "$((128 + 8 * 16))" ] || fail "export: curve.npy has $(wc -c <curve.npy) bytes"
"$ICSWEEP" export s.h5 --id 0 --weights -o weights.safetensors 2>export.err && fail "export gives weights that were not kept"
[ "$(wc -l <export.err)" = 1 ] && grep -q keep_weights export.err || fail "export --weights: $(cat export.err)"
"$ICSWEEP" verify s.h5 --sample 2 >verify.txt 2>verify.err || fail "verify: $(cat verify.txt verify.err)"
grep -q '^s.h5: 4 rows: 4 sound, 0 pending, 0 damaged$' verify.txt && grep -q '^s.h5: 2 of 2 run again, 0 differ$' verify.txt || fail "verify: $(cat verify.txt)"
"$ICSWEEP" verify s.h5 --json | grep -q '"damaged":0,.*"rows":4,"sound":4' || fail "verify --json does not print 4 sound rows"
"$ICSWEEP" ask s.toml s.h5 2>ask.err && fail "ask accepts a sweep that proposes nothing"
grep -q '^icsweep: s.toml: proposes nothing, add \[search\] with method = "tpe"$' ask.err || fail "ask: $(cat ask.err)"
"$ICSWEEP" top s.h5 augmented test_mse --by depth >top.txt || fail "top fails"
grep -q '^test_mse of augmented by depth, smallest first: 4 of 4 planned$' top.txt || fail "top: $(cat top.txt)"
"$ICSWEEP" top s.h5 augmented test_mse --by depth --format jsonl | grep -q '"depth": [12], "n": 2, "planned": 2, "mean": ' || fail "top --format jsonl does not print both depths"
"$ICSWEEP" importance s.h5 augmented test_mse >importance.txt || fail "importance fails"
grep -qE '^depth +[0-9.-]+ % +[0-9.]+ to [0-9.]+ %$' importance.txt && grep -qE '^seeds +[0-9.]+ %$' importance.txt || fail "importance: $(cat importance.txt)"
"$ICSWEEP" importance s.h5 augmented 'log10(test_mse)' --json | grep -q '"effects":.*"method":"grid".*"settings":2' || fail "importance --json does not print the effects"
if command -v gnuplot >/dev/null; then
  "$ICSWEEP" importance s.h5 augmented test_mse --where 'depth <= 2' -o why.svg >said.txt 2>&1 || fail "importance -o: $(cat said.txt)"
  for text in depth seeds 'main effect' '4 experiments, 2 settings where depth &lt;= 2; functional ANOVA of the grid'; do
    grep -q ">[^<>]*$text" why.svg || fail "the picture of importance lacks: $text"
  done
fi
for shape in "--y test_mse --x depth,seed" "--y loss --by depth --median" "--pareto test_mse,seconds"; do
  # shellcheck disable=SC2086
  ! command -v gnuplot >/dev/null || "$ICSWEEP" plot s.h5 augmented $shape -o plot.svg 2>plot.err >plot.txt || fail "plot $shape: $(cat plot.err)"
  ! command -v gnuplot >/dev/null || grep -q "<desc>icsweep plot s.h5 augmented ${shape%% *}" plot.svg || fail "plot $shape: the file lacks its command"
done
"$ICSWEEP" plot s.h5 augmented 2>plot.err && fail "plot without a result is accepted"
grep -q '^icsweep: plot: say what with --y RESULT or --pareto RESULT,RESULT; augmented has train_mse, ' plot.err || fail "plot: $(cat plot.err)"
cp s.h5 copy.h5
"$ICSWEEP" diff s.h5 copy.h5 >diff.txt || fail "diff of a copy: $(cat diff.txt)"
grep -q '^augmented: 4 experiments in both: 4 with equal digests$' diff.txt && [ "$(tail -n 1 diff.txt)" = "the same" ] || fail "diff of a copy: $(cat diff.txt)"
sed 's/\[1, 2\]/[2, 3]/' s.toml >other.toml && "$ICSWEEP" run other.toml 2>run.log || fail "run without -o: $(cat run.log)"
"$ICSWEEP" diff s.h5 other.h5 >diff.txt && fail "diff finds no difference between two stores: $(cat diff.txt)"
[ "$("$ICSWEEP" diff s.h5 other.h5 --json >diff.json; echo $?)" = 1 ] && grep -q '"alone":\[2,2\],.*"equal":2' diff.json || fail "diff --json: $(cat diff.json)"
[ "$("$ICSWEEP" diff s.h5 none.h5 2>/dev/null; echo $?)" = 2 ] || fail "diff of a missing store does not end with 2"
"$ICSWEEP" bench fig5-L1 --seconds 0.3 --json | grep -q '"peak_gflops"' || fail "bench --json does not print peak_gflops"
"$ICSWEEP" claims prop4 --d 3 --T 7 --samples 2000 --seed 5 --json | grep -q '"holds":true.*"name":"prop4".*"dim":3' ||
  fail "claims prop4 --json does not hold"
"$ICSWEEP" claims A12 A11 >claims.txt || fail "claims A12 A11: $(cat claims.txt)"
grep -q '^4 of 4 claims hold' claims.txt || fail "claims by row: $(cat claims.txt)"
"$ICSWEEP" claims U1 A11 >claims.txt || fail "claims U1 A11: $(cat claims.txt)"
grep -A1 '^universality$' claims.txt | grep -q '^-prop1 .* holds' || fail "no claims below their paper: $(cat claims.txt)"
"$ICSWEEP" claims U1 S1 >claims.txt || fail "claims U1 S1: $(cat claims.txt)"
grep -A1 '^covariates$' claims.txt | grep -q '^-sca .* holds' || fail "no claims below their paper: $(cat claims.txt)"
"$ICSWEEP" claims --help >claims.txt || fail "claims --help fails"
grep -q '^  A12  prop7, prop7-as-printed, prop7-limits' claims.txt || fail "claims --help does not list the claims"
awk 'length > 80 { exit 1 }' claims.txt || fail "claims --help is wider than 80 columns"
"$ICSWEEP" claims prop4 --d 3 --samples 2e3 --json | grep -q '"samples":2000' || fail "claims --samples 2e3 does not take 2000 samples"

# A claim that does not admit the setting is refused, and the other claims are evaluated.
"$ICSWEEP" claims --d 3 --length 4 >claims.txt || fail "claims --d 3: $(cat claims.txt)"
grep -q '^lemma3  *refused: dim = 3: must be even$' claims.txt || fail "no refusal: $(cat claims.txt)"
grep -q ' claims hold, [0-9]* refused the setting$' claims.txt || fail "refusals are not counted: $(cat claims.txt)"
awk 'length > 80 { exit 1 }' claims.txt || fail "claims is wider than 80 columns: $(cat claims.txt)"
"$ICSWEEP" claims --d 3 --length 4 --json | grep -q '"name":"lemma3","refused":"dim = 3: must be even' ||
  fail "claims --json does not print the refusal"
[ "$(OMPI_COMM_WORLD_RANK=1 "$ICSWEEP" claims prop1)" = "" ] || fail "a second rank prints claims"

"$ICSWEEP" version | grep -q 'instruction-set level in use' || fail "version does not print the instruction-set level"

# An extended sweep runs only new experiments; a narrowed one does not count the others.
sed -i 's/\[1, 2\]/[1, 2, 3]/' s.toml
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the run of the extended sweep: $(cat run.log)"
grep -q '6 experiments, 2 to do' run.log || fail "the extended sweep ran other experiments: $(cat run.log)"
sed -i 's/\[1, 2, 3\]/[3]/' s.toml
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the run of the narrowed sweep: $(cat run.log)"
"$ICSWEEP" status s.h5 | grep -q '2 planned: 2 done; 4 more from earlier sweeps' || fail "status of the narrowed sweep: $("$ICSWEEP" status s.h5)"

# Another scale is an edited sweep. plan prints it, run runs only new experiments, and the store records the command.
sweep scaled.toml "[1, 2]" 2 2
printf '[scale.one]\nseed = 0\n' >>scaled.toml
"$ICSWEEP" plan scaled.toml --scale one | grep -q 'scaled.toml --scale one: 2 experiments' || fail "plan --scale does not print 2 experiments"
"$ICSWEEP" run scaled.toml -o scaled.h5 --scale one 2>run.log || fail "the run at scale one: $(cat run.log)"
"$ICSWEEP" status scaled.h5 | grep -q 'planned by: icsweep run scaled.toml -o scaled.h5 --scale one' || fail "status without the scale"
"$ICSWEEP" run scaled.toml -o scaled.h5 2>run.log || fail "the run at full scale: $(cat run.log)"
grep -q '4 experiments, 2 to do' run.log || fail "the full sweep ran other experiments: $(cat run.log)"
"$ICSWEEP" run scaled.toml -o scaled.h5 --scale one 2>run.log || fail "the second run at scale one: $(cat run.log)"
"$ICSWEEP" status scaled.h5 | grep -q '2 planned: 2 done; 2 more from earlier sweeps' || fail "$("$ICSWEEP" status scaled.h5)"

# A store that is given as a link stays at the target of the link, and no other file is left.
mkdir real && mv s.h5 real/ && ln -s real/s.h5 s.h5
sed -i 's/\[3\]/[3, 4]/' s.toml
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the run through a link: $(cat run.log)"
[ -L s.h5 ] || fail "the link was replaced"
[ "$(count real/s.h5 done)" = 8 ] || fail "the linked store was not extended"
[ "$(ls -A real)" = s.h5 ] || fail "files are left beside the store: $(ls -A real)"
echo "all commands answer"
