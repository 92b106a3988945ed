#!/usr/bin/env bash
# precision = "bfloat16" and "bfloat16_amx" give the same bits on any number of ranks and threads, after a stop, and
# without the instruction. A processor that lacks it is refused in one line.
. "$(dirname "$0")/common.sh"
cat >s.toml <<'EOF'
[[grid]]
task = "regression"
precision = "bfloat16"
block = ["gpt2", "post_norm"]
width = 32
depth = 2
examples = 12
dim = 4
steps = 30
checkpoints = 3
prompts = 64
seed = { count = 2 }
EOF
results() { query "$1" "SELECT identity, status, digest FROM regression_all ORDER BY identity"; }
refused() {  # refused PATTERN COMMAND...
  local pattern=$1; shift
  "$@" >out.txt 2>err.txt
  local status=$?
  [ $status = 2 ] && [ "$(grep -c '^icsweep: ' err.txt)" = 1 ] || fail "status $status instead of 2 from $*: $(cat err.txt)"
  grep -qE "^icsweep: $pattern" err.txt || fail "$* printed another line: $(cat err.txt)"
}

"$ICSWEEP" run s.toml -o emulated.h5 --emulate 2>emulated.log || fail "the emulated run: $(cat emulated.log)"
[ "$(query emulated.h5 "SELECT count(*) FROM regression WHERE precision = 'bfloat16'" | tail -n 1)" = 4 ] || fail "not all experiments of emulated.h5 are done"
"$ICSWEEP" run s.toml -o single.h5 --set 'precision="float32"' 2>single.log || fail "the run with float32: $(cat single.log)"
for store in emulated:4 single:3; do
  [ "$(query "${store%:*}.h5" "SELECT min(result_version) || max(result_version) FROM regression" | tail -n 1)" = "${store#*:}${store#*:}" ] ||
    fail "${store%:*}.h5 has another version of results than ${store#*:}"
done
[ "$(query single.h5 "SELECT last_index FROM regression")" != "$(query emulated.h5 "SELECT last_index FROM regression")" ] || fail "float32 gives the same results as bfloat16"

sed 's/task = .*/task = "plain"/' s.toml >narrow.toml
refused 'narrow.toml:3: task plain has no parameter "precision"' "$ICSWEEP" run narrow.toml -o no.h5
cat >descent.toml <<'EOF'
[[grid]]
task = "descent_transformer"
precision = "bfloat16"
kernel = ["exp", "softmax"]
dim = 4
length = 12
depth = 2
sequences = 200
epochs = 8
EOF
"$ICSWEEP" run descent.toml -o descent.h5 --emulate 2>descent.log || fail "the emulated run of descent.toml: $(cat descent.log)"
[ "$(query descent.h5 "SELECT count(*) FROM descent_transformer WHERE status = 'done'" | tail -n 1)" = 2 ] || fail "not all experiments of descent.h5 are done"
refused 'descent.toml:.*kernel = "id" has running sums' "$ICSWEEP" run descent.toml -o no.h5 --set 'kernel="id"'
refused 's.toml:.*block = "bare" has no maps' "$ICSWEEP" run s.toml -o no.h5 --set 'block="bare"' --set depth=1
refused 'bench: fig5-L1 has float32 alone' "$ICSWEEP" bench fig5-L1 --precision bfloat16

# same_after_a_stop SWEEP EMULATE SETTING...: stops a launch after an experiment has made steps, and resumes it.
# Expects the bits of a run without a stop. EMULATE is --emulate or nothing.
same_after_a_stop() {
  local command=("$ICSWEEP" run "$1" "${@:3}") emulate=() launch
  [ -z "$2" ] || emulate=("$2")
  rm -f stopped.h5 whole.h5
  "${command[@]}" "${emulate[@]}" -o stopped.h5 2>stopped.log &
  launch=$!
  await "steps of $1" at_work stopped.h5 1
  send TERM $launch
  wait $launch
  "${command[@]}" --emulate -o stopped.h5 --check >/dev/null || fail "run --check: $(cat stopped.log)"
  "${command[@]}" "${emulate[@]}" -o stopped.h5 2>>stopped.log || fail "the run after a stop: $(cat stopped.log)"
  "${command[@]}" "${emulate[@]}" -o whole.h5 2>whole.log || fail "the run without a stop: $(cat whole.log)"
  grep -q 'from its checkpoint\|from their checkpoints' stopped.log || fail "nothing was stopped: $(cat stopped.log)"
  [ "$(results stopped.h5)" = "$(results whole.h5)" ] || fail "a stop changes the bits of $1"
}

lacking='s.toml: 4 experiments with precision = "bfloat16", but no AVX512_BF16 on [^ ]+: use other hosts, or add --emulate'
if "$ICSWEEP" run s.toml -o r1.h5 2>r1.log; then
  [ "$(results r1.h5)" = "$(results emulated.h5)" ] || fail "the instruction gives other bits than its emulation"
  "$ICSWEEP" run descent.toml -o d1.h5 --threads 2 2>d1.log || fail "the run of descent.toml with the instruction: $(cat d1.log)"
  of_descent() { query "$1" "SELECT identity, digest FROM descent_transformer ORDER BY identity"; }
  [ "$(of_descent d1.h5)" = "$(of_descent descent.h5)" ] || fail "the instruction gives other bits than its emulation in descent_transformer"
  ranks 2 "$ICSWEEP" run s.toml -o r2.h5 --threads 2 2>r2.log || fail "the run on two ranks: $(cat r2.log)"
  [ "$(results r2.h5)" = "$(results r1.h5)" ] || fail "two ranks differ from one"
  same_after_a_stop s.toml "" --set steps=700
  "$ICSWEEP" plan s.toml >plan.txt || fail "plan s.toml fails"
  grep -q "4 experiments with bfloat16: .* has its instruction, AVX512_BF16" plan.txt || fail "plan does not report the instruction: $(cat plan.txt)"
else
  grep -qE "^icsweep: $lacking" r1.log || fail "the missing instruction is not reported: $(cat r1.log)"
fi

sed -e 's/^precision.*/precision = "bfloat16_amx"/' -e 's/^seed.*/seed = 0/' s.toml >amx.toml
"$ICSWEEP" run amx.toml -o amx1.h5 --emulate 2>amx1.log || fail "the emulated run with AMX: $(cat amx1.log)"
ranks 2 "$ICSWEEP" run amx.toml -o amx2.h5 --threads 2 --emulate 2>amx2.log || fail "the run with AMX on two ranks: $(cat amx2.log)"
[ "$(query amx1.h5 "SELECT count(*) FROM regression WHERE precision = 'bfloat16_amx'" | tail -n 1)" = 2 ] || fail "amx: not all done"
[ "$(results amx1.h5)" = "$(results amx2.h5)" ] || fail "amx: two ranks differ from one"
last_index() { query "$1" "SELECT last_index FROM regression ORDER BY block, seed"; }
[ "$(last_index amx1.h5)" != "$(last_index emulated.h5)" ] || fail "amx gives the results of bfloat16"
if "$ICSWEEP" run amx.toml -o amx3.h5 2>amx3.log; then
  [ "$(results amx3.h5)" = "$(results amx1.h5)" ] || fail "amx: the instruction gives other bits than its emulation"
else
  grep -qE '^icsweep: amx.toml: 2 experiments with precision = "bfloat16_amx", but no AMX-BF16 on [^ ]+: use other hosts, or add --emulate' amx3.log ||
    fail "the missing AMX instruction is not reported: $(cat amx3.log)"
  [ ! -e amx3.h5 ] || fail "amx: a refused run made a store"
  "$ICSWEEP" plan amx.toml 2>/dev/null | grep -q '2 experiments with bfloat16_amx: .* lacks AMX-BF16' || fail "plan does not report the missing AMX instruction"
  refused 'bench: this processor has no AMX-BF16: leave out --precision bfloat16_amx' "$ICSWEEP" bench sca-L1-D64 --precision bfloat16_amx
fi
same_after_a_stop amx.toml --emulate --set steps=120 --set 'block="gpt2"'

# If the build has a level without AVX-512, it acts as a processor that lacks the instruction.
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512CD,-AVX512DQ
if "$ICSWEEP" version | grep -q 'x86-64-v4'; then
  echo "instruction and emulation agree; the build has one level, so no refusal was tried"
  exit 0
fi
refused "$lacking" "$ICSWEEP" run s.toml -o no.h5
refused "$lacking" ranks 2 "$ICSWEEP" run s.toml -o no.h5
[ ! -e no.h5 ] || fail "a refused run made a store"
"$ICSWEEP" plan s.toml 2>/dev/null | grep -q 'lacks AVX512_BF16: run wants --emulate there' || fail "plan does not report the missing instruction"
"$ICSWEEP" run s.toml -o lower.h5 --emulate --set 'block="gpt2"' --set seed=0 --set steps=12 2>lower.log || fail "the run with --emulate at a lower level: $(cat lower.log)"
echo "instruction and emulation agree, and a level without it is refused"
