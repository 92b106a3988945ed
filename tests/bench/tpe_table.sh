#!/usr/bin/env bash
# tpe_table.sh [TASK [DIM [LENGTH]]]: runs 1080 settings of a small plain, ablation, augmented or regression and prints
# their table. tpe_finds and peers/tpe_peer.py search this table.
set -eu
: "${ICSWEEP:?the program}"
task=${1:-plain} dim=${2:-2} length=${3:-12} folder=$(mktemp -d)
final=test_mse
size="length = $length
sequences = 128
test_sequences = 64
epochs = 40"
[ "$task" != regression ] || final=validation size="examples = $length
width = 8
heads = 2
prompts = 64
steps = 80"
trap 'rm -rf "$folder"' EXIT
cat >"$folder/table.toml" <<END
[[grid]]
task = "$task"
dim = $dim
$size
learning_rate = { log_from = 1e-4, log_to = 1.0, count = 20 }
initial_scale = { log_from = 0.1, log_to = 10.0, count = 6 }
batch = [16, 32, 64]
optimizer = ["adam", "lion", "sgd"]
END
"$ICSWEEP" run "$folder/table.toml" -o "$folder/table.h5" 2>"$folder/run.log" || { cat "$folder/run.log" >&2; exit 2; }
"$ICSWEEP" query "$folder/table.h5" "SELECT learning_rate, initial_scale, batch, optimizer, iif(status = 'done', $final, NULL) AS loss FROM ${task}_all" --format csv
