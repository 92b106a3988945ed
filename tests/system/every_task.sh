# shellcheck shell=bash
# Sourced by chaos.sh and kills.sh, after common.sh. Makes a sweep over every task, and reads the results that must not
# depend on disturbances.
here=$(cd "$(dirname "$0")" && pwd)
tasks=$(sed -n 's/^TASK(\(.*\))$/\1/p' "$here/../../tasks/tasks.def")
[ "$(wc -w <<<"$tasks")" -ge 11 ] || fail "tasks.def has fewer than 11 tasks: $tasks"
cp "$here/chaos.toml" whole.toml
# shellcheck disable=SC2046  # one word for each task
"${EXAMPLE_SWEEP:?the program example_sweep}" $(sed -n 's/^task = "\(.*\)"$/\1/p' "$here/chaos.toml") >>whole.toml
awk 'BEGIN { srand(1); for (i = 0; i < 40000; ++i) printf "%s%c", substr("helloworldofmanytokens", 1 + rand() * 16, 2 + rand() * 4), i % 13 ? 32 : 10 }' >text.txt
printf '#version: 0.2\nh e\n' >merges.txt
awk 'BEGIN { printf "{"; for (c = 33; c < 127; ++c) printf "\"%s%c\":%d,", c == 34 || c == 92 ? "\\" : "", c, n++; printf "\"Ġ\":%d,\"č\":%d,\"Ċ\":%d,\"he\":%d}", n, n + 1, n + 2, n + 3 }' >vocab.json

with_weights="augmented diagonal regression"
. "$here/undisturbed.sh"
