#!/usr/bin/env bash
# search_finds.sh [TASK [PROBLEMS [SEEDS]]]: compares a search by halving with the full grid on PROBLEMS small problems
# of a task, with 27 learning rates each. METHOD, ETA, RUNGS and KEEP of the search are environment variables. Each
# problem is a race. The same program runs search and grid in two stores. Prints one line:
#   the same setting: number of races in which the best setting of the search is the grid's winner, by the mean over seeds
#   within: the same, or the best setting's mean is within Student's 95 % interval of the winner's
#   of its steps: steps of the search in percent of those of the grid
set -eu
: "${ICSWEEP:?the program}"
task=${1:-augmented} problems=${2:-100} seeds=${3:-3} folder=${FOLDER:-$(mktemp -d)}
. "$(dirname "$0")/search_grid.sh"
cd "$folder"
search_grid "$task" "$problems" "$seeds"
{
  printf '%s\n' '[search]' "method = \"${METHOD:-halving}\"" "metric = \"$curve\"" "resource = \"$resource\"" "eta = ${ETA:-4}" \
    "rungs = ${RUNGS:-4}" "keep = ${KEEP:-5}" "per = [\"$axis\", \"$size\"]" ''
  printf '%s\n' "$grid"
} >search.toml
printf '%s\n' "$grid" >grid.toml
"$ICSWEEP" run search.toml -o search.h5 2>search.log
"$ICSWEEP" run grid.toml -o grid.h5 2>grid.log
settings() { "$ICSWEEP" query "$1" "SELECT $axis AS axis, $size AS size, learning_rate, status, seed, iif(status = 'done', $final, NULL) AS value, last_step FROM ${task}_all WHERE planned = 1" --format csv; }
settings search.h5 >search.csv
settings grid.h5 >grid.csv
"${PYTHON:-python3}" - "$task" <<'END'
import csv, math, statistics, sys

T95 = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}


def read(name):
    values, status, steps = {}, {}, 0
    for row in csv.DictReader(open(name)):
        key = (row["axis"], row["size"]), row["learning_rate"]
        status.setdefault(key, []).append(row["status"])
        if row["value"] not in ("", "NULL"):
            values.setdefault(key, []).append(float(row["value"]))
        steps += int(row["last_step"])
    return values, status, steps


grid, grid_status, grid_steps = read("grid.csv")
found, found_status, found_steps = read("search.csv")
problems = sorted({key[0] for key in grid_status})
same = within = 0
for problem in problems:
    whole = {k: statistics.mean(v) for k, v in grid.items() if k[0] == problem and all(s == "done" for s in grid_status[k])}
    winner = min(whole, key=whole.get)
    chosen = {k: statistics.mean(v) for k, v in found.items() if k[0] == problem and all(s == "done" for s in found_status[k])}
    if not chosen:
        continue
    best = min(chosen, key=chosen.get)
    assert chosen[best] == whole[best], "the search has other bits than the grid"
    values = grid[winner]
    half = T95[len(values) - 1] * statistics.stdev(values) / math.sqrt(len(values))
    same += best == winner
    within += best == winner or whole[best] <= whole[winner] + half
print(f"{sys.argv[1]}: {len(problems)} searches; the same setting in {same}, the same or one within its interval in {within}; "
      f"{100 * found_steps / grid_steps:.1f} % of its steps")
END
