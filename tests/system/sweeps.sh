#!/usr/bin/env bash
# Every file in jobs/sweeps/ names its acceptance and expands at full and at quick scale. The forecast for its quick
# scale is at most 3 minutes on 2 cores (in a sanitized build: any time). Texts that the files name are linked into the
# current folder from ICSWEEP_REFERENCE_DIR. If a text is missing, its sweep file is left out, and the test reports it.
# If the text of Figure 4 exists, Figure 4 runs at quick scale and is accepted.
. "$(dirname "$0")/common.sh"
: "${SWEEPS:?the folder of sweep files}" "${QUICK_LIMIT:=180}" "${ICSWEEP_REFERENCE_DIR:=}"
[ -d "$SWEEPS" ] || fail "the folder $SWEEPS does not exist"
[ -d "$ICSWEEP_REFERENCE_DIR/data" ] && ln -s "$(realpath "$ICSWEEP_REFERENCE_DIR")"/data/* .

total() { grep -o "\"$1\":[0-9.e+-]*" | awk -F: '{ sum += $2 } END { print sum }'; }
missing_files() {  # prints the missing files; values with a dot or a slash are file names
  grep -v '^ *#' "$1" | grep -oE '"[^"]*[./][^"]*"' | tr -d '"' | grep -v '[.]toml$' | while read -r path; do [ -e "$path" ] || echo "$path"; done
}
accept_fig4() {
  local ratio
  "$ICSWEEP" run "$1" --scale quick -o fig4.h5 >run.out 2>&1 || fail "run $1 --scale quick: $(cat run.out)"
  ratio=$(query fig4.h5 "SELECT ratio FROM text_fit_all WHERE status = 'done'" | tail -n +2)
  echo "fig4.toml --scale quick: shuffled_count / original_count = $ratio"
  awk -v r="$ratio" 'BEGIN { exit !(r >= 3.5 && r <= 4.4) }' || fail "fig4.toml: ratio \"$ratio\" is not within [3.5, 4.4]"
}

check() {  # FILE: prints one line with the time of its quick scale, or with the missing files
  local name missing quick seconds
  name=$(basename "$1")
  grep -qE '^# (Acceptance|Accepted|Expected)' "$1" || fail "$name does not name its acceptance"
  missing=$(missing_files "$1" | xargs)
  if [ -n "$missing" ]; then echo "$name left out, not on this machine: $missing"; return; fi
  "$ICSWEEP" plan "$1" --points >"$name.full" 2>"$name.err" || fail "plan $1 --points: $(cat "$name.err")"
  quick=$("$ICSWEEP" plan "$1" --scale quick --ranks 2 --json 2>"$name.err") || fail "plan $1 --scale quick: $(cat "$name.err")"
  seconds=$(echo "$quick" | total seconds)
  echo "$name: $(wc -l <"$name.full") experiments, quick: $(echo "$quick" | total experiments) in $seconds s on 2 cores"
  awk -v s="$seconds" -v most="$QUICK_LIMIT" 'BEGIN { exit !(s > 0 && s < most) }' || fail "$name --scale quick takes $seconds s"
}

# Two at a time, since the measurements of plan need a core.
for file in "$SWEEPS"/*.toml; do
  (check "$file" >>checked.txt) || touch failed &
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
done
wait
[ ! -e failed ] || exit 1
cat checked.txt
grep -q ' in .* s on 2 cores$' checked.txt || fail "$SWEEPS has no sweep file"
! grep -q '^fig4.toml: ' checked.txt || accept_fig4 "$SWEEPS/fig4.toml"
