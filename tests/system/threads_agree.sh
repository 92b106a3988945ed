#!/usr/bin/env bash
# Threads inside an experiment change no bit of its results. Ranks without an experiment lend their cores to the others.
. "$(dirname "$0")/common.sh"
sweep s.toml "[2]" 20 1
for threads in 1 2 5; do
  "$ICSWEEP" run s.toml -o "$threads.h5" --threads "$threads" 2>"$threads.log" || fail "the run with $threads threads: $(cat "$threads.log")"
  [ "$(digests "$threads.h5")" = "$(digests 1.h5)" ] || fail "$threads threads differ from one"
done

# A decoder with a batch of two blocks; two threads share each block.
cat >wide.toml <<'EOF'
[[grid]]
task = "regression"
tokenization = ["interleaved", "sca"]
block = ["gpt2", "post_norm"]
dim = 3
examples = 8
depth = 2
width = 16
heads = 2
batch = 20
steps = 200
checkpoints = 2
prompts = 30
EOF
for threads in 1 2 4; do
  "$ICSWEEP" run wide.toml -o "wide$threads.h5" --threads "$threads" 2>wide.log || fail "the decoder with $threads threads: $(cat wide.log)"
  "$ICSWEEP" diff wide1.h5 "wide$threads.h5" >diff.txt || fail "the decoder with $threads threads differs: $(cat diff.txt)"
done
grep -q '4 with equal digests' diff.txt || fail "there are not four decoders: $(cat diff.txt)"
grep -q 'threads' 1.log && fail "one thread is reported: $(cat 1.log)"
grep -q '5 threads for each experiment' 5.log || fail "the threads are not reported: $(cat 5.log)"
ranks 3 "$ICSWEEP" run s.toml -o team.h5 2>team.log || fail "the run on three ranks: $(cat team.log)"
[ "$(query team.h5 "SELECT core_seconds > 1.5 * seconds FROM augmented" | tail -n 1)" = 1 ] || fail "no rank lent its core: $(cat team.log)"
[ "$(digests team.h5)" = "$(digests 1.h5)" ] || fail "a team differs from one rank"
"$ICSWEEP" run s.toml -o no.h5 --threads -1 2>no.log
[ $? = 2 ] && grep -q 'threads -1: use 0 to 1024' no.log || fail "--threads -1 is not refused: $(cat no.log)"
[ ! -e no.h5 ] || fail "a refused run made a store"
echo "1, 2 and 5 threads, two threads per block, and a rank that two others lend their cores agree"
