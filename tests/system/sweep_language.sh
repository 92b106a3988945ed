#!/usr/bin/env bash
# The sweep language on the command line. run does what plan prints about rules, draws and walltime. Also subsets,
# settings of a run, and included files.
. "$(dirname "$0")/common.sh"
sweep s.toml "[1, 2, 3]" 2 2
sed -i 's/^dim = 3/dim = [2, 3]/; s/^length = 16/length = [8, 16]/' s.toml
printf 'zip = ["dim", "length"]\nwhere = "depth <= dim"\n' >>s.toml

# 3 depths x 2 zipped pairs x 2 seeds; depth 3 at dim 2 is dropped.
"$ICSWEEP" plan s.toml --ranks 2 --walltime 1h >plan.txt || fail "plan fails"
grep -q '^s.toml: 10 experiments$' plan.txt || fail "plan prints another number: $(cat plan.txt)"
grep -q '^  2 dropped by s.toml:14: where "depth <= dim"$' plan.txt || fail "plan does not name the rule: $(cat plan.txt)"
grep -q '^costliest: ' plan.txt && grep -q '^within 1h00m: all will finish$' plan.txt || fail "plan: $(cat plan.txt)"
"$ICSWEEP" plan s.toml --ranks 1 --walltime 1e-9 | grep -q '^within 0.001us: 0 of 10 will finish' || fail "plan --walltime 1e-9 does not report the excess"
[ "$("$ICSWEEP" plan s.toml --points | wc -l)" = 10 ] || fail "plan --points prints other points"
"$ICSWEEP" plan s.toml --points --json | grep -q '"identity":"[0-9a-f]*","parameters":{.*"depth":3' || fail "plan --points --json prints other points"

# A part of a sweep, then the whole sweep: done experiments are not run again.
"$ICSWEEP" run s.toml -o s.h5 --only 'depth == 1' --only 'seed == 0' 2>run.log || fail "run --only: $(cat run.log)"
grep -q ': 2 of 10 experiments, 2 to do' run.log || fail "run --only ran other experiments: $(cat run.log)"
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "run: $(cat run.log)"
grep -q ': 10 experiments, 8 to do' run.log || fail "the whole sweep ran other experiments: $(cat run.log)"
"$ICSWEEP" run s.toml -o s.h5 --set depth=[1,4] --set 'dim=[4, 5]' --only 'length == 8' 2>run.log || fail "run --set: $(cat run.log)"
[ "$(query s.h5 "SELECT group_concat(DISTINCT dim) FROM augmented" 2>note.txt | tail -n 1)" = 4 ] || fail "run --set: $(cat run.log)"

# Time limit and retries belong to the run, not to the experiment.
"$ICSWEEP" run s.toml -o late.h5 --only 'depth == 1 && seed == 0' --set epochs=100000 --set time_limit=0.2 2>run.log
[ $? = 1 ] && [ "$(count late.h5 timed_out)" = 2 ] || fail "the run with a time_limit: $(cat run.log)"
"$ICSWEEP" run s.toml -o late.h5 --only 'depth == 1 && seed == 0' --set epochs=100000 2>run.log
grep -q ': 2 of [0-9]* experiments, 0 to do' run.log || fail "a time limit changes identities: $(cat run.log)"

# Draws are the same in every launch, and in a file that includes them.
mkdir below
{ head -n 12 s.toml | sed 's/^dim = .*/dim = 2/; s/^length = .*/length = 8/'
  printf 'learning_rate = { log_uniform = [1e-4, 1e-2] }\nsample = { count = 3, seed = 9 }\n'; } >below/draws.toml
printf 'include = "below/draws.toml"\n[[grid]]\ntask = "augmented"\ndim = 2\nlength = 8\n' >around.toml
[ "$("$ICSWEEP" plan below/draws.toml --points | wc -l)" = 18 ] || fail "draws: $("$ICSWEEP" plan below/draws.toml --points)"
"$ICSWEEP" plan below/draws.toml --points | cut -c1-8 | sort >once.txt
"$ICSWEEP" plan around.toml --points | cut -c1-8 | sort >twice.txt
[ "$(wc -l <once.txt)" = 18 ] && [ "$(comm -23 once.txt twice.txt | wc -l)" = 0 ] && [ "$(wc -l <twice.txt)" = 19 ] || fail "the included draws differ"
echo "run does what plan prints"
