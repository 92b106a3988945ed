#!/usr/bin/env bash
# Every command has a manual page with every option of its --help; man and mandoc find no error in it.
. "$(dirname "$0")/common.sh"
"$ICSWEEP" manual --into pages || fail "manual --into"
commands=$("$ICSWEEP" | sed -n 's/^  \([a-z]*\) .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 17 ] || fail "only these commands: $commands"
for command in $commands; do
  page=pages/icsweep-$command.1
  [ -f "$page" ] || fail "$command has no page"
  grep -q "icsweep\\\\-$command" pages/icsweep.1 || fail "icsweep(1) does not name $command"
  "$ICSWEEP" manual "$command" | cmp - "$page" || fail "manual $command is another page"
  options=$("$ICSWEEP" "$command" --help | grep -oE '^  (-[a-zA-Z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+')
  [ -n "$options" ] || fail "$command --help has no option"
  for option in $options; do grep -qF -- "${option//-/\\-}\\fR" "$page" || fail "the page of $command lacks $option"; done
done
grep -q '^  A12  prop7, prop7' pages/icsweep-claims.1 || fail "the page of claims does not list them"
"$ICSWEEP" manual stauts 2>error.txt && fail "there is no page of stauts"
grep -q 'there is no command "stauts"' error.txt || fail "$(cat error.txt)"

looked=''
if command -v groff >/dev/null; then
  for page in pages/*; do groff -ww -z -man -Tutf8 "$page" >said.txt 2>&1; [ ! -s said.txt ] || fail "$page: $(cat said.txt)"; done
  looked+=' groff'
fi
if command -v man >/dev/null && man -l pages/icsweep-run.1 >run.txt 2>man.log; then
  [ ! -s man.log ] || fail "man -l: $(cat man.log)"
  grep -q -- '--checkpoint-every S' run.txt && grep -q 'default 30' run.txt || fail "man -l shows $(cat run.txt)"
  looked+=' man'
fi
if command -v mandoc >/dev/null; then
  mandoc -Tlint -W warning pages/* >said.txt || fail "$(cat said.txt)"
  looked+=' mandoc'
fi
[ -n "$looked" ] || skip "the pages have every option, but none of groff, man and mandoc is here to read them"
echo "$(ls pages | wc -l) pages, read by$looked"
