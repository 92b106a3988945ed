#!/usr/bin/env bash
# A store may name any file as the value of a parameter. verify opens no such file, not even to expand the sweep,
# unless --allow-files is given. Then it first names the files.
. "$(dirname "$0")/common.sh"
mkdir own else
awk 'BEGIN { srand(1); for (i = 0; i < 4000; ++i) printf "%s%c", substr("helloworldofmanytokens", 1 + rand() * 16, 2 + rand() * 4), i % 13 ? 32 : 10 }' >own/text.txt
printf '#version: 0.2\nh e\n' >own/merges.txt
awk 'BEGIN { printf "{"; for (c = 33; c < 127; ++c) printf "\"%s%c\":%d,", c == 34 || c == 92 ? "\\" : "", c, n++; printf "\"Ġ\":%d,\"č\":%d,\"Ċ\":%d,\"he\":%d}", n, n + 1, n + 2, n + 3 }' >own/vocab.json
printf '[sweep]\nname = "t"\n[[grid]]\ntask = "text_fit"\ndim = 64\nsequences = 20\n' >t.toml
files=(--set "text=$folder/own/text.txt" --set "merges=$folder/own/merges.txt" --set "vocabulary=$folder/own/vocab.json")
"$ICSWEEP" run t.toml -o t.h5 "${files[@]}" 2>run.log || fail "$(cat run.log)"
"$ICSWEEP" certify t.h5 >certified.txt || fail "certify fails"
grep -q '^To check it: icsweep verify t.crate.zip$' certified.txt || fail "verify ran an experiment without --allow-files: $(cat certified.txt)"
cp t.h5 u.h5 && cd else || exit 1
for what in t.h5 t.crate.zip; do
  "$ICSWEEP" verify ../$what --sample 1 --allow-files >out.txt 2>err.txt || fail "$what: $(cat out.txt err.txt)"
  grep -q ': 1 of 1 run again, 0 differ$' out.txt || fail "$what: $(cat out.txt)"
  grep -qF "text = \"$folder/own/text.txt\"" err.txt && grep -q "^../$what: reads " err.txt || fail "$what: $(cat err.txt)"
done
# Each command would fail, or report a sweep that cannot be expanded, if it opened a named file.
rm ../own/text.txt && mkfifo ../own/text.txt
for what in t.h5 t.crate.zip; do
  "$ICSWEEP" verify ../$what --sample 1 >out.txt 2>err.txt || fail "$what: $(cat out.txt err.txt)"
  grep -q 'expanded' out.txt && fail "$what: $(cat out.txt)"
  cat out.txt err.txt | tr -s '\n ' '  ' >line.txt
  grep -q 'would read files' line.txt && grep -q 'allow-files' line.txt && grep -qF "own/text.txt" line.txt || fail "$what does not name the files: $(cat line.txt)"
done
for command in "status ../t.h5" "query ../t.h5" "report ../t.h5 -o r.html" "diff ../t.h5 ../t.h5" "merge ../t.h5 ../u.h5 -o m.h5"; do
  # shellcheck disable=SC2086  # words
  "$ICSWEEP" $command >out.txt 2>err.txt || fail "$command: $(cat out.txt err.txt)"
done
echo "files that a store names stay closed"
