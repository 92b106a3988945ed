#!/usr/bin/env bash
# tpe_table.sh [TASK]: runs 1080 settings of a small plain or ablation and prints their table, on which tpe_finds and peers/tpe_peer.py search.
set -eu
: "${ICSWEEP:?the program}"
task=${1:-plain} folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/table.toml" <<END
[[grid]]
task = "$task"
dim = 2
length = 12
sequences = 128
test_sequences = 64
epochs = 40
learning_rate = { log_from = 1e-4, log_to = 1.0, count = 20 }
initial_scale = { log_from = 0.1, log_to = 10.0, count = 6 }
batch = [16, 32, 64]
optimizer = ["adam", "lion", "sgd"]
END
"$ICSWEEP" run "$folder/table.toml" -o "$folder/table.h5" 2>"$folder/run.log" || { cat "$folder/run.log" >&2; exit 2; }
"$ICSWEEP" query "$folder/table.h5" "SELECT learning_rate, initial_scale, batch, optimizer, iif(status = 'done', test_mse, NULL) AS loss FROM ${task}_all" --format csv
