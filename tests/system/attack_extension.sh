#!/usr/bin/env bash
# A launch is killed at random moments while it extends a store, and a partial file with any content is beside the
# store. The old store stays whole, and the next launch extends it.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
half_made() { compgen -G "s.h5.icsweep-makes-it.*" >/dev/null; }
sweep s.toml "[1]" 1 800
sed -i 's/^length.*/length = 6/; s/^sequences.*/sequences = 64/' s.toml
sed 's/^depth.*/depth = [1, 2]/; s/800/850/' s.toml >larger.toml
reference larger.toml whole.h5
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the first sweep: $(cat run.log)"
digests s.h5 >before.csv
cp s.h5 s.copy

# Measures the time of an extension: until a new log has the line with the number of experiments to do.
rm run.log
began=$(date +%s%N)
"$ICSWEEP" run larger.toml -o s.h5 2>run.log &
until grep -qs 'to do on' run.log || gone $!; do sleep 0.005; done
took=$((($(date +%s%N) - began) / 1000000))
strike KILL $!
wait $! 2>/dev/null
cp s.copy s.h5

intact=0 beside=0 extended=0 kills=0
for kill in $(seq 15); do
  : >run.log # the earlier launch printed the same line
  "$ICSWEEP" run larger.toml -o s.h5 2>run.log &
  if [ $((kill % 2)) = 0 ]; then  # kills it while it copies
    until half_made || grep -q 'to do on' run.log || gone $!; do :; done
    sleep "0.00$((kill / 2))"
  else
    sleep "$(awk -v t=$took -v k="$kill" 'BEGIN { printf "%.3f", t * (0.2 + 0.8 * k / 15) / 1000 }')"
  fi
  strike KILL $!
  wait $! 2>/dev/null
  [ $? != 137 ] || kills=$((kills + 1))
  half_made && beside=$((beside + 1))
  "$ICSWEEP" verify s.h5 >verify.log || fail "kill $kill: $(cat verify.log)"
  if cmp -s s.h5 s.copy; then intact=$((intact + 1)); else
    extended=$((extended + 1))
    digests s.h5 | grep ',done,' >after.csv
    [ "$(grep -cxFf after.csv before.csv)" -ge 800 ] || fail "kill $kill: rows were lost"
    cp s.copy s.h5
  fi
done
[ $kills -ge 5 ] || fail "only $kills of 15 launches were killed"
[ $beside -ge 1 ] || fail "no kill hit the copying: $intact intact, $extended extended, $took ms"

for content in "" "hello" "$(head -c 3000 whole.h5 | tr -d '\0')"; do
  cp s.copy s.h5
  printf '%s' "$content" >s.h5.icsweep-makes-it.another.17
  "$ICSWEEP" run larger.toml -o s.h5 --only 'seed < 10' 2>run.log || fail "a run beside a .new file: $(cat run.log)"
done
"$ICSWEEP" run larger.toml -o s.h5 2>run.log || fail "the last launch: $(cat run.log)"
equal s.h5 whole.h5
[ "$(ls | grep -c '^s.h5')" = 1 ] || fail "files are left beside the store: $(ls)"
echo "15 kills over $took ms: $intact intact, $extended extended, $beside left a .new file"
