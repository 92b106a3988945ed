#!/usr/bin/env bash
# certify makes an archive (a crate) of a store. verify checks it in another place, without the store, and runs some of
# its experiments again. Each changed byte is found. If the public validator is installed (pip install roc-validator,
# with a network), it must accept the crate.
. "$(dirname "$0")/common.sh"
small_store
"$ICSWEEP" certify store.h5 --csv augmented --csv "SELECT depth, avg(test_mse) AS mse FROM augmented GROUP BY depth" --author "A. Person" \
  --affiliation "An Institute" --publisher Zenodo --license CC-BY-4.0 >made.txt || fail "certify store.h5 fails"
grep -q '^store.crate.zip: 6 experiments, 8 files$' made.txt || fail "$(cat made.txt)"
"$ICSWEEP" verify store.h5 --sample 1 >/dev/null || fail "verify store.h5 fails"
# A crate is known by its fingerprint, so none is overwritten. Unfinished experiments are not certified, or are
# reported as pending.
grep -q '^To check it: icsweep verify store.crate.zip --sample 5$' made.txt || fail "$(cat made.txt)"
before=$(sha256sum store.crate.zip)
"$ICSWEEP" certify store.h5 2>error.txt && fail "a crate is overwritten"
grep -q '^icsweep: store.crate.zip: exists, and its fingerprint may have been cited; name another file with -o, or add --overwrite$' error.txt || fail "$(cat error.txt)"
[ "$(sha256sum store.crate.zip)" = "$before" ] || fail "the crate changed"
# refused PHRASE: expects that certify refuses part.h5
refused() {
  "$ICSWEEP" certify part.h5 2>error.txt && fail "part.h5 is certified; expected: $1"
  grep -q "^icsweep: part.h5: $1" error.txt && [ ! -e part.crate.zip ] || fail "$(cat error.txt)"
}
sweep part.toml "[1, 2]" "$(epochs_of 30)" 2
"$ICSWEEP" run part.toml -o part.h5 2>part.log &
launch=$!
await "a launch with an experiment in flight" grep -qs '"identity"' part.h5.lease
refused 'a launch is writing it; certify it when the launch has ended$'
send TERM $launch
wait $launch
status=$?
[ $status = 75 ] || fail "the launch was not stopped: status $status"
refused 'none of its planned experiments is done, run its sweep first$'
rm -r part.h5* && sweep part.toml "[1, 2, 3]" 2 3
"$ICSWEEP" run part.toml -o part.h5 --only "depth < 3" 2>part.log || fail "$(cat part.log)"
"$ICSWEEP" certify part.h5 >part.txt || fail "certify part.h5 fails"
grep -q '^  3 of 9 experiments pending: they are certified as not run$' part.txt || fail "$(cat part.txt)"

mkdir elsewhere && mv store.crate.zip elsewhere/ && cd elsewhere || fail "the crate cannot be moved"
"$ICSWEEP" verify store.crate.zip --sample 4 --seed 1 >verify.txt 2>verify.err || fail "$(cat verify.txt verify.err)"
grep -q 'files, rows, counts and root are as certified$' verify.txt && grep -q '^store.crate.zip: 4 of 4 run again, 0 differ$' verify.txt || fail "$(cat verify.txt)"
grep -A 1 '^Not covered:$' verify.txt | grep -q '2 of 6 done experiments were not run again' || fail "$(cat verify.txt)"
awk 'length > 100 { exit 1 }' verify.txt || fail "too wide: $(cat verify.txt)"
sed -n 's/^  fingerprint //p' verify.txt | grep -qxF "$(sed -n 's/^  fingerprint //p' ../made.txt)" || fail "verify prints another fingerprint"
"$ICSWEEP" verify store.crate.zip --json | grep -q '"different":0,.*"rows":6,.*"run":0,.*"wrong":\[\]' || fail "verify --json does not report 6 rows without a difference"

# The same results give the same root, on any machine and number of ranks.
ranks 2 "$ICSWEEP" run ../s.toml -o again.h5 2>run.log || fail "$(cat run.log)"
"$ICSWEEP" certify again.h5 -o again.crate.zip >again.txt || fail "certify again.h5 fails"
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
forge() { "$ICSWEEP_PYTHON" forge.py store.crate.zip forged.crate.zip "$@" || fail "forge.py fails"; }
# found NAME OLD NEW PHRASE: expects that verify finds OLD replaced by NEW in file NAME
found() {
  forge "$1" "$2" "$3"
  "$ICSWEEP" verify forged.crate.zip >forged.txt 2>forged.err
  [ $? = 1 ] && grep -q "$4" forged.txt || fail "a forged $1 is not found: $(cat forged.txt forged.err)"
}
found rows.jsonl '"depth":1' '"depth":2' 'the rows have another Merkle root$'
found rows.jsonl '"status":"done"' '"status":"failed"' 'the rows have other outcomes than the certificate$'
found tables/augmented.csv done gone 'tables/augmented.csv is another file$'
found sweep.toml 'depth = [1, 2]' 'depth = [1, 2, 3]' "3 of the sweep's experiments are not among the rows$"
# The forger computes all hashes anew. verify finds the change without a run if files, tasks or sweep disagree.
cat >anew.py <<'END'
import hashlib, json, sys, zipfile
def h(data): return hashlib.sha256(data).digest()
def root(lines):
    if len(lines) == 1: return h(b"\0" + lines[0])
    left = 1
    while left * 2 < len(lines): left *= 2
    return h(b"\1" + root(lines[:left]) + root(lines[left:]))
with zipfile.ZipFile("store.crate.zip") as archive: files = {name: archive.read(name) for name in archive.namelist()}
rows, sweep = [json.loads(line) for line in files["rows.jsonl"].splitlines()], files["sweep.toml"]
exec(sys.argv[1])
lines = [json.dumps(row, separators=(",", ":"), sort_keys=True).encode() for row in rows]
certificate = json.loads(files.pop("certificate.json"))
files.update({"rows.jsonl": b"".join(line + b"\n" for line in lines), "sweep.toml": sweep})
certificate.update(root=root(lines).hex(), rows=len(lines), files={name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
                   outcomes={s: sum(row["status"] == s for row in rows) for s in {row["status"] for row in rows}})
with zipfile.ZipFile("anew.crate.zip", "w") as archive:
    for name, data in {**files, "certificate.json": json.dumps(certificate).encode()}.items(): archive.writestr(name, data)
END
# anew CHANGE PHRASE: expects that verify finds the change although all hashes are recomputed; without PHRASE, that the
# crate is sound
anew() {
  "$ICSWEEP_PYTHON" anew.py "$1" || fail "anew.py fails: $1"
  "$ICSWEEP" verify anew.crate.zip >forged.txt 2>forged.err
  [ $? = $(($# - 1)) ] && grep -q "${2:-as certified}\$" forged.txt || fail "$1: $(cat forged.txt forged.err)"
}
anew pass
anew 'rows[1:1] = [{**rows[0], "results": "00" * 32}]' 'line 2 of rows.jsonl has the experiment of the line before'
anew 'rows[0], rows[1] = rows[1], rows[0]' 'line 2 of rows.jsonl is not in the order of task and identity'
anew 'rows[0]["parameters"], rows[1]["parameters"] = rows[1]["parameters"], rows[0]["parameters"]' 'its identity is not that of its parameters, and 1 more line'
anew 'rows[2]["parameters"]["epochs"] = 3' 'line 3 of rows.jsonl cannot be an experiment: its identity is not that of its parameters'
anew 'rows[4]["result_version"] = 77' 'line 5 of rows.jsonl has a result version that the program named as its own does not have'
anew 'rows[5]["task"] = "mine"' '1 of the rows are of tasks that the sweep does not have'
anew 'rows = [r for r in rows if r["parameters"]["seed"]]; sweep = sweep.replace(b"[[grid]]", b"[[grid]]\nnote = 1")' 'its sweep cannot be expanded (.*)'
anew 'sweep = b"include = [\"s.toml\"]\n" + sweep' 'its sweep cannot be expanded (.* a store.s sweep opens no file.*)'
anew 'rows[0]["results"] = ""' 'line 1 of rows.jsonl has ended without a hash of results'
"$ICSWEEP_PYTHON" - <<'END' || fail "the deep archives cannot be made"
import zipfile
for name, deep in (("certificate", "certificate.json"), ("rows", "rows.jsonl"), ("sweep", "sweep.toml")):
    with zipfile.ZipFile("store.crate.zip") as source, zipfile.ZipFile(name + ".deep.zip", "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.namelist(): target.writestr(entry, b"[" * (64 << 20) if entry == deep else source.read(entry))
END
for deep in certificate rows sweep; do
  (limit_memory; exec "$ICSWEEP" verify $deep.deep.zip) >deep.txt 2>error.txt
  [ $? = 2 ] && [ "$(wc -l <error.txt)" = 1 ] || fail "deep $deep: $(cat error.txt)"
done
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
checked "$ICSWEEP_PYTHON" graph.py
if command -v rocrate-validator >/dev/null; then
  rocrate-validator -y validate --no-paging -p workflow-run-crate-0.5 store.crate.zip >valid.txt 2>&1 || grep -q 'URLError' valid.txt || fail "the validator rejects the crate: $(cat valid.txt)"
fi
echo "a certificate is checked in another place, and every forgery is found"
