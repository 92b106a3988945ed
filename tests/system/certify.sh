#!/usr/bin/env bash
# certify makes one archive of a store; verify checks it elsewhere, without the store, and runs some of its experiments again. Whoever
# changes a byte of it is found. If the public validator is here (pip install roc-validator, with a network), the crate is valid.
. "$(dirname "$0")/common.sh"
small_store
"$ICSWEEP" certify store.h5 --csv augmented --csv "SELECT depth, avg(test_mse) AS mse FROM augmented GROUP BY depth" --author "A. Person" \
  --affiliation "An Institute" --publisher Zenodo --license CC-BY-4.0 >made.txt || fail "certify"
grep -q '^store.crate.zip: 6 experiments, 7 files$' made.txt || fail "$(cat made.txt)"
"$ICSWEEP" verify store.h5 --sample 1 >/dev/null || fail "the store"
mkdir elsewhere && mv store.crate.zip elsewhere/ && cd elsewhere || fail "no folder"
"$ICSWEEP" verify store.crate.zip --sample 4 --seed 1 >verify.txt 2>verify.err || fail "$(cat verify.txt verify.err)"
grep -q 'files, rows, counts and root are as certified$' verify.txt && grep -q '^store.crate.zip: 4 of 4 run again, 0 differ$' verify.txt || fail "$(cat verify.txt)"
grep -A 1 '^Not covered:$' verify.txt | grep -q '2 of 6 done experiments were not run again' || fail "$(cat verify.txt)"
awk 'length > 100 { exit 1 }' verify.txt || fail "too wide: $(cat verify.txt)"
sed -n 's/^  fingerprint //p' verify.txt | grep -qxF "$(sed -n 's/^  fingerprint //p' ../made.txt)" || fail "another fingerprint"
"$ICSWEEP" verify store.crate.zip --json | grep -q '"different":0,.*"rows":6,.*"run":0,.*"wrong":\[\]' || fail "verify --json"

# The same results give the same root, whoever computed them, on any number of ranks.
ranks 2 "$ICSWEEP" run ../s.toml -o again.h5 2>run.log || fail "$(cat run.log)"
"$ICSWEEP" certify again.h5 -o again.crate.zip >again.txt || fail "certify again"
[ "$(sed -n 's/^  Merkle root //p' again.txt)" = "$(sed -n 's/^  Merkle root //p' ../made.txt)" ] || fail "another root: $(cat again.txt)"

cat >forge.py <<'END'
import sys, zipfile
source, target, name, old, new = sys.argv[1:]
with zipfile.ZipFile(source) as a, zipfile.ZipFile(target, "w") as b:
    for entry in a.namelist():
        data = a.read(entry)
        if entry == name:
            assert old.encode() in data, (old, data[:200])
            data = data.replace(old.encode(), new.encode(), 1)
        b.writestr(entry, data)
END
forge() { "$ICSWEEP_PYTHON" forge.py store.crate.zip forged.crate.zip "$@" || fail "no forgery"; }
# found NAME OLD NEW PHRASE
found() {
  forge "$1" "$2" "$3"
  "$ICSWEEP" verify forged.crate.zip >forged.txt 2>forged.err
  [ $? = 1 ] && grep -q "$4" forged.txt || fail "a forged $1: $(cat forged.txt forged.err)"
}
found rows.jsonl '"depth":1' '"depth":2' 'the rows have another Merkle root$'
found rows.jsonl '"status":"done"' '"status":"failed"' 'the rows have other outcomes than the certificate$'
found tables/augmented.csv done gone 'tables/augmented.csv is another file$'
found sweep.toml 'depth = [1, 2]' 'depth = [1, 2, 3]' "3 of the sweep's experiments are not among the rows$"
printf 'PK\3\4 and no more' >broken.zip
"$ICSWEEP" verify broken.zip 2>error.txt
[ $? = 2 ] && [ "$(wc -l <error.txt)" = 1 ] || fail "a broken archive: $(cat error.txt)"
"$ICSWEEP" certify ../store.h5 -o ../store.h5 2>error.txt
[ $? = 2 ] && grep -q 'is the store itself' error.txt || fail "the store is overwritten: $(cat error.txt)"

cat >graph.py <<'END'
import json, zipfile
with zipfile.ZipFile("store.crate.zip") as crate:
    document = json.loads(crate.read("ro-crate-metadata.json"))
    entities = {e["@id"]: e for e in document["@graph"]}
    assert len(entities) == len(document["@graph"]), "an identifier twice"
    links = []
    def walk(value):
        if isinstance(value, dict):
            if set(value) == {"@id"}: links.append(value["@id"])
            for v in value.values(): walk(v)
        elif isinstance(value, list):
            for v in value: walk(v)
    walk(document["@graph"])
    dangling = [l for l in links if l not in entities and not l.startswith("https://w3id.org/ro/crate/") and not l.startswith("https://toml.io")]
    assert not dangling, dangling
    root = entities["./"]
    assert entities[root["mainEntity"]["@id"]]["@type"] == ["File", "SoftwareSourceCode", "ComputationalWorkflow"]
    parts = {p["@id"] for p in root["hasPart"]}
    assert parts == set(crate.namelist()) - {"ro-crate-metadata.json"}, parts
    assert root["license"]["@id"] == "https://spdx.org/licenses/CC-BY-4.0"
    values = {entities[v["@id"]]["name"]: entities[v["@id"]]["value"] for v in root["variableMeasured"]}
    assert entities[entities["#author"]["affiliation"]["@id"]] == {"@id": "#affiliation", "@type": "Organization", "name": "An Institute"}
    assert entities[root["publisher"]["@id"]]["name"] == "Zenodo"
    assert root["mentions"] == {"@id": "#launch-1"}, "a list of one"
    assert values["experiments with the outcome done"] == 6, values
END
"$ICSWEEP_PYTHON" graph.py || fail "the crate's metadata"
if command -v rocrate-validator >/dev/null; then
  rocrate-validator -y validate --no-paging -p workflow-run-crate-0.5 store.crate.zip >valid.txt 2>&1 || grep -q 'URLError' valid.txt || fail "not valid: $(cat valid.txt)"
fi
echo "a certificate is checked elsewhere, and every forgery is found"
