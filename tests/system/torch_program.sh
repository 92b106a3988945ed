#!/usr/bin/env bash
# The PyTorch example, a program that trains its own Transformer. After SIGKILLs it resumes from its checkpoints to the
# same bits, alone and in a search.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}"
python_with torch "${TORCH_PYTHON:-}" python3 /usr/bin/python3 || skip "there is no Python with torch"
cp "$PROJECT"/jobs/examples/torch/* .
sed -i "s|\"python3\"|\"$(command -v "$python")\"|; /^task = \"regression\"/,\$d" train.toml && sed -i '$d' train.toml
run=("$ICSWEEP" run train.toml --allow-code --set steps=150 --set depth=1 -o)
"${run[@]}" whole.h5 2>run.log || fail "the undisturbed run: $(cat run.log)"
resumed=0 kills=0
for _ in 1 2 3; do
  rm -f run.log
  "${run[@]}" "$folder/killed.h5" --checkpoint-every 0.1 2>run.log &
  program=$!
  seen=$(ls killed.h5.checkpoints 2>/dev/null)
  until [ "$(ls killed.h5.checkpoints 2>/dev/null)" != "$seen" ] || ! kill -0 $program 2>/dev/null; do sleep 0.05; done
  strike KILL $program
  wait $program 2>/dev/null
  [ $? != 137 ] || kills=$((kills + 1))
  resumed=$((resumed + $(grep -c 'from its checkpoint' run.log)))
done
"${run[@]}" killed.h5 2>run.log || fail "the resumed run: $(cat run.log)"
resumed=$((resumed + $(grep -c 'from its checkpoint' run.log)))
[ $kills -gt 0 ] || fail "no launch was killed"
[ $resumed -gt 0 ] || fail "no experiment was resumed"
digests() { query "$1" "SELECT identity, digest FROM torch ORDER BY identity"; }
[ "$(digests killed.h5)" = "$(digests whole.h5)" ] || fail "the results differ: $(digests killed.h5) $(digests whole.h5)"

# Halving among nine learning rates, killed in between, decides as on one rank without kills.
sed -i "s|\"python3\"|\"$(command -v "$python")\"|" search.toml
decisions() { query "$1" "SELECT identity, status, rung, rung_metric, digest, message FROM torch_all ORDER BY identity"; }
search=("$ICSWEEP" run search.toml --allow-code --set steps=150)
"${search[@]}" -o one.h5 2>run.log || fail "the search: $(cat run.log)"
[ "$(one one.h5 "SELECT count(*) FROM torch_all WHERE status = 'done'")" = 1 ] || fail "the search: $(decisions one.h5)"
ranks 2 "${search[@]}" -o "$folder/cut.h5" --checkpoint-every 0.1 2>cut.log &
program=$!
until [ "$(ls cut.h5.checkpoints 2>/dev/null | wc -l)" -ge 3 ] || ! kill -0 $program 2>/dev/null; do sleep 0.05; done
# shellcheck disable=SC2046  # several processes
strike KILL $(pgrep -f "run search.toml .*-o $folder/cut.h5")
wait $program 2>/dev/null
"${search[@]}" -o cut.h5 2>run.log || fail "the resumed search: $(cat run.log)"
grep -q 'from .* checkpoints\?' run.log || fail "no experiment of the search was resumed: $(cat run.log)"
[ "$(decisions cut.h5)" = "$(decisions one.h5)" ] || fail "the decisions differ: $(decisions cut.h5) $(decisions one.h5)"
echo "a PyTorch program: $kills kills, resumed $resumed times, equal digests"
