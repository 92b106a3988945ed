#!/usr/bin/env bash
# sampler_search.sh: a search over a task whose prompts a sampler in C draws. The decisions are those of one rank on two
# and seven ranks and after two kills, and `verify` reads the sweep back.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}" "${BUILD:?the build}"
random_from 3
cc -O2 -shared -fPIC -I "$BUILD/include" "$PROJECT/jobs/examples/polynomials.c" -o polynomials.so -lm || fail "the sampler is not built"
cat >s.toml <<'END'
[search]
method = "halving"
metric = "step_validation"
resource = "steps"
eta = 3
rungs = 3

[[grid]]
task = "regression"
function.file = "polynomials.so"
function.degree = 2
examples = 5
dim = 1
width = 8
heads = 1
depth = 1
steps = 1800
batch = 32
learning_rate = [1e-4, 1e-3, 1e-2, 3e-2, 0.1, 0.3]
seed = { count = 2 }
END
decisions() { query "$1" "SELECT identity, status, rung, rung_metric, digest, message FROM regression_polynomials_all ORDER BY identity"; }
"$ICSWEEP" run s.toml -o one.h5 --allow-code 2>run.log || fail "the run: $(cat run.log)"
decisions one.h5 >wanted.csv
[ "$(grep -c ',done,' wanted.csv)" = 2 ] && [ "$(grep -c ',pruned,' wanted.csv)" = 10 ] || fail "$(cat wanted.csv)"
for n in 2 7; do
  rm -f many.h5
  ranks $n "$ICSWEEP" run s.toml -o many.h5 --allow-code 2>run.log || fail "$n ranks: $(cat run.log)"
  decisions many.h5 | cmp - wanted.csv || fail "$n ranks decide otherwise: $(decisions many.h5 | diff - wanted.csv)"
done
"$ICSWEEP" status one.h5 | grep -q '^  rung 1: 8 pruned; rung 2: 2 pruned$' || fail "status: $("$ICSWEEP" status one.h5)"
"$ICSWEEP" verify one.h5 >verify.txt && ! grep -q 'cannot be expanded' verify.txt || fail "verify: $(cat verify.txt)"
expect_deaths
kills=0
while [ $kills -lt 2 ]; do killed_launch s.toml cut.h5 60 --allow-code || rm -rf cut.h5*; done
ranks 2 "$ICSWEEP" run s.toml -o cut.h5 --allow-code 2>cut.log || fail "the last launch: $(cat cut.log)"
decisions cut.h5 | cmp - wanted.csv || fail "other decisions after kills: $(decisions cut.h5 | diff - wanted.csv)"
echo "$kills kills: the same decisions"
