#!/usr/bin/env bash
# The data in docs/results match the sweep files and each other. Each row of the table in data.md names a sweep and
# the hash of the identities that it plans today. The CSV has no other identities, and the number of done rows in the
# table. A store beside it is sound and has the digests of the CSV.
: "${PROJECT:?the folder of README.md}"
. "$(dirname "$0")/common.sh"
results=$PROJECT/docs/results
mkdir jobs && cp -r "$PROJECT/jobs/sweeps" jobs/ && cd jobs/sweeps || fail "the folder jobs/sweeps is missing"
[ -d "${ICSWEEP_REFERENCE_DIR:-}/data" ] && ln -s "$(realpath "$ICSWEEP_REFERENCE_DIR")"/data/* .

# column CSV NAME...: prints these columns of a file whose texts have no comma
column() {
  awk -F, -v names="${*:2}" 'NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
    { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? "," : "\n" }' "$1"
}

rows=0 stores=0
while IFS='|' read -r _ data options done hash _; do
  name=$(sed -E 's/^ *\[([^]]*)\].*/\1/' <<<"$data")
  csv=$results/$name.csv
  [ -f "$csv" ] || fail "$name.csv is missing"
  options=$(sed -E 's/^ *`|` *$//g' <<<"$options")
  eval "set -- $options"
  if ! "$ICSWEEP" plan "$1.toml" "${@:2}" --points --json >points.txt 2>error.txt; then
    grep -q 'moby_dick\|gpt2_' error.txt && { echo "$name left out, its texts are not on this machine"; continue; }
    fail "plan $options: $(cat error.txt)"
  fi
  grep -o '"identity":"[^"]*"' points.txt | cut -d '"' -f 4 | sort >planned.txt
  found=$(sha256sum <planned.txt | cut -c 1-16)
  [ "$found" = "${hash// /}" ] || fail "$name: $options plans experiments of hash $found, the table has $hash"
  column "$csv" identity status | grep ',done$' | cut -d , -f 1 | sort >ended.txt
  [ -z "$(comm -13 planned.txt ended.txt)" ] || fail "$name.csv has experiments that $options does not plan"
  [ "$(wc -l <ended.txt)" = "$(awk '{ print $1 }' <<<"$done")" ] || fail "$name.csv has $(wc -l <ended.txt) done rows, the table has $done"
  if [ -f "$results/$name.h5" ]; then
    "$ICSWEEP" verify "$results/$name.h5" >verify.txt 2>&1 || fail "$name.h5: $(cat verify.txt)"
    query "$results/$name.h5" "SELECT identity, digest FROM experiments WHERE status = 'done'" 2>/dev/null | tail -n +2 | sort >stored.txt
    column "$csv" identity digest | sort | cmp - stored.txt || fail "$name.csv has other digests than $name.h5"
    stores=$((stores + 1))
  fi
  rows=$((rows + 1))
done < <(grep -E '^\| \[[a-z0-9-]+\]\(' "$results/data.md")
[ $rows -ge 12 ] && [ $stores -ge 3 ] || fail "only $rows rows and $stores stores were found"
echo "$rows sets of data match their sweep files, and $stores of them their store"
