#!/usr/bin/env bash
# documented_output.sh sweep|quick_start|python: the sweep of docs/start/first-sweep.md, the quick start, or the example
# of docs/guides/python.md on that sweep prints the numbers that the page shows. These belong to the level x86-64-v4. At
# another level, rounding changes the trainings, and the numbers agree within a tenth, or documented_v3.txt names them.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the folder of README.md}"
page=$PROJECT/docs/start/first-sweep.md
case $1 in
  sweep)
    sed -n '/^```toml/,/^```$/p' "$page" | sed '1d; $d' >sweep.toml
    sed -n 's/^\$ icsweep query store.h5 "\(.*\)"$/\1/p' "$page" >statement.txt
    ranks 2 "$ICSWEEP" run sweep.toml -o store.h5 2>run.log || fail "the page's sweep: $(cat run.log)"
    sed -n '/^\$ icsweep query store.h5/,/^```$/p' "$page" | sed '1d; $d' >shown.txt
    "$ICSWEEP" query store.h5 "$(cat statement.txt)" >printed.txt || fail "the page's query fails"
    ;;
  quick_start)
    ranks 2 "$ICSWEEP" run "$PROJECT/jobs/sweeps/fig5.toml" --scale quick -o quickstart.h5 2>run.log || fail "the run: $(cat run.log)"
    sed -n '/^depth  transformer/,/^```$/p' "$page" | sed '$d' >shown.txt
    statement=$(sed -n '/^"\$icsweep" query "\$store" "$/,/ORDER BY depth"$/p' "$PROJECT/jobs/quickstart.sh" | sed '1d; $s/"$//')
    "$ICSWEEP" query quickstart.h5 "$statement" >printed.txt || fail "the quick start's query fails"
    ;;
  python)
    python_with h5py,pandas,xarray "${ICSWEEP_PYTHON:-}" python3 || skip "no Python with h5py, pandas and xarray"
    sed -n '/^```toml/,/^```$/p' "$page" | sed '1d; $d' >sweep.toml
    ranks 2 "$ICSWEEP" run sweep.toml -o store.h5 --set keep_weights=true 2>run.log || fail "the page's sweep: $(cat run.log)"
    sed -n '/^```text/,/^```$/p' "$PROJECT/docs/guides/python.md" | sed '1d; $d' >shown.txt
    PYTHONPATH=$PROJECT/io/python "$python" "$PROJECT/io/python/example.py" >printed.txt || fail "the example fails"
    sed -i "s#$folder#/home/me#" printed.txt
    ;;
  *) fail "unknown argument: $1" ;;
esac
rows=$(wc -l <shown.txt)
[ "$rows" -ge 5 ] && [ "$rows" = "$(wc -l <printed.txt)" ] || fail "the page has $rows lines; printed: $(cat printed.txt)"
tolerance=0.1
level=$(query ./*.h5 "SELECT DISTINCT level FROM experiments" | tr -d '\r' | xargs)
[ "$level" = "level x86-64-v4" ] && tolerance=0
[ "$level" = "level x86-64-v3" ] && sed -i "$(awk '!/^#/ { print "s/" $1 "/" $2 "/" }' "$PROJECT/tests/system/documented_v3.txt")" shown.txt
paste -d ' ' shown.txt printed.txt | awk -v tolerance=$tolerance '
  { for (i = 1; i <= NF / 2; ++i) { a = $i; b = $(i + NF / 2); if (a != b && !(a + 0 && (b - a) ^ 2 <= (tolerance * a) ^ 2)) print "line " NR ": " a " on the page, printed " b } }' >differ.txt
[ ! -s differ.txt ] || fail "$(cat differ.txt)"
echo "$rows lines as on the page"
