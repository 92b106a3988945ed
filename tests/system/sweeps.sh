#!/usr/bin/env bash
# Every file in jobs/sweeps/ names its acceptance and expands at full and at quick scale. Its quick scale is forecast to end within 3
# minutes on 2 cores (in a sanitized build: to end). Texts that the files name are linked into the current folder from
# ICSWEEP_REFERENCE_DIR. A sweep file whose texts are not on this machine is left out, and the test says so. With its text, Figure 4 runs at
# quick scale and is accepted.
. "$(dirname "$0")/common.sh"
: "${SWEEPS:?the folder of sweep files}" "${QUICK_LIMIT:=180}" "${ICSWEEP_REFERENCE_DIR:=}"
[ -d "$SWEEPS" ] || fail "no folder $SWEEPS"
[ -d "$ICSWEEP_REFERENCE_DIR/data" ] && ln -s "$(realpath "$ICSWEEP_REFERENCE_DIR")"/data/* .

plan() { "$ICSWEEP" plan "$@" --ranks 2 --json 2>"$folder/plan.err" || fail "plan $*: $(cat "$folder/plan.err")"; }
total() { grep -o "\"$1\":[0-9.e+-]*" | awk -F: '{ sum += $2 } END { print sum }'; }
missing_files() {  # values with a dot or a slash are file names
  grep -v '^ *#' "$1" | grep -oE '"[^"]*[./][^"]*"' | tr -d '"' | grep -v '[.]toml$' | while read -r path; do [ -e "$path" ] || echo "$path"; done
}
accept_fig4() {
  local ratio
  "$ICSWEEP" run "$1" --scale quick -o fig4.h5 >run.out 2>&1 || fail "run $1 --scale quick: $(cat run.out)"
  ratio=$(query fig4.h5 "SELECT ratio FROM text_fit_all WHERE status = 'done'" | tail -n +2)
  echo "fig4.toml --scale quick: shuffled_count / original_count = $ratio"
  awk -v r="$ratio" 'BEGIN { exit !(r >= 3.5 && r <= 4.4) }' || fail "fig4.toml: ratio \"$ratio\" is not within [3.5, 4.4]"
}

files=0
for file in "$SWEEPS"/*.toml; do
  name=$(basename "$file")
  grep -qE '^# (Acceptance|Accepted|Expected)' "$file" || fail "$name does not name its acceptance"
  missing=$(missing_files "$file" | xargs)
  if [ -n "$missing" ]; then echo "$name left out, not on this machine: $missing"; continue; fi
  "$ICSWEEP" plan "$file" --points >full.txt 2>plan.err || fail "plan $file --points: $(cat plan.err)"
  quick=$(plan "$file" --scale quick) || exit 1
  seconds=$(echo "$quick" | total seconds)
  echo "$name: $(wc -l <full.txt) experiments, quick: $(echo "$quick" | total experiments) in $seconds s on 2 cores"
  awk -v s="$seconds" -v most="$QUICK_LIMIT" 'BEGIN { exit !(s > 0 && s < most) }' || fail "$name --scale quick takes $seconds s"
  files=$((files + 1))
  [ "$name" = fig4.toml ] && accept_fig4 "$file"
done
[ $files -ge 1 ] || fail "no sweep file in $SWEEPS"
