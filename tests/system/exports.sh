#!/usr/bin/env bash
# icsweep export --to: csv is built in and quotes formulas; parquet, tensorboard and mlflow are read back by their
# packages and have the values of icsweep query. A second export changes nothing. Faults are one line.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}"
export PYTHONPATH=$PROJECT/io/python PYTHONDONTWRITEBYTECODE=1 ICSWEEP
cat >early.py <<'END2'
from icsweep.program import serve

def train(run):
    p = run.parameters
    for step in range(p["stops"]):
        run.progress(step + 1, 10, curves={"loss": 1 / (step + 1)})
    return {"error": p["rate"] * p["stops"], "pair": [p["rate"], 1]}

serve(train)
END2
cat >early.toml <<'END2'
[sweep]
name = "early"
[[grid]]
task = "program"
program.name = "early"
program.command = ["python3", "early.py"]
program.results = ["error", "pair[2]", "loss[checkpoint]"]
program.files = ["early.py"]
rate = [0.1, 0.25]
stops = [3, 10]
label = ["=cmd|' /C calc'!A1", "+1", "-2", "@sum", "plain, \"quoted\""]
layers = [[16, 16]]
decay = ["none", 0.5]
END2
"$ICSWEEP" run early.toml -o store.h5 --allow-code 2>run.log || fail "$(cat run.log)"
[ "$(one store.h5 "SELECT count(*) FROM curves WHERE experiment = 0 AND curve = 'loss'")" = 3 ] || fail "a short curve has other values: $(query store.h5 "SELECT * FROM curves LIMIT 20")"

"$ICSWEEP" export store.h5 --to csv tables >out.txt 2>&1 || fail "csv: $(cat out.txt)"
[ "$(tr -d '\r' <tables/early.csv | wc -l)" = 41 ] || fail "csv has other rows: $(head tables/early.csv)"
for cell in "'=cmd|' /C calc'!A1" "'+1" "'-2" "'@sum" '"plain, ""quoted"""'; do grep -qF ",$cell," tables/early.csv || fail "csv does not have the cell $cell: $(sed -n 1,6p tables/early.csv)"; done
grep -qE ",[=+@-][^0-9]" tables/early.csv && fail "a formula is not quoted: $(grep -E ',[=+@-][^0-9]' tables/early.csv)"
[ "$(wc -l <tables/early-curves.csv)" = $((1 + 20 * 3 + 20 * 10 + 40 * 2)) ] || fail "csv has $(wc -l <tables/early-curves.csv) lines of curves"
"$ICSWEEP" query store.h5 "SELECT label FROM early" --format csv | grep -q "^=cmd" || fail "query quotes too"

refused() { # TEXT ARGUMENT...
  "$ICSWEEP" export "${@:2}" >out.txt 2>&1 && fail "not refused: ${*:2}"
  [ "$(wc -l <out.txt)" = 1 ] && grep -qF -- "$1" out.txt || fail "${*:2}: $(cat out.txt)"
}
refused "export: --to csv: name the folder behind it" store.h5 --to csv
refused "--to xml" store.h5 --to xml there
refused "leave out --id" store.h5 --to csv there --id 0
refused 'the store has no task "other"; it has ' store.h5 --to csv there --task other
refused "is for --to csv, parquet, tensorboard or mlflow" store.h5 there --id 0

done=csv skipped=''
with() { # FORMAT MODULES PLACE: exports twice, if there is a Python with the packages, and reads back
  local format=$1 modules=$2 place=$3
  python_with "h5py, pandas, $modules" "${EXPORT_PYTHON:-}" "${ICSWEEP_PYTHON:-}" python3 || { skipped+=" $format"; return; }
  for _ in 1 2; do ICSWEEP_PYTHON=$python "$ICSWEEP" export store.h5 --to "$format" "$place" >out.txt 2>&1 || fail "$format: $(cat out.txt)"; done
  checked "$python" "$PROJECT/tests/system/exports.py" "$format" store.h5 "$place"
  done+=", $format"
}
with parquet pyarrow parquet
with tensorboard tensorboard board
export MLFLOW_ALLOW_FILE_STORE=true # a newer MLflow asks for it
with mlflow mlflow "file:$folder/mlruns"
python_with "sys" /usr/bin/python3 python3 && mkdir bare && "$python" -m venv --without-pip bare 2>/dev/null &&
  ICSWEEP_PYTHON=$folder/bare/bin/python3 refused "lacks h5py; install it with: pip install h5py" store.h5 --to parquet there
[ -z "$skipped" ] || skip "no Python has h5py, pandas and the packages of$skipped; passed: $done"
echo "exported and read back: $done"
