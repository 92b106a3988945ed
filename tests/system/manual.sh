#!/usr/bin/env bash
# Every command has a manual page with every option of its --help. man and mandoc find no error in the pages.
. "$(dirname "$0")/common.sh"
"$ICSWEEP" manual --into pages || fail "manual --into fails"
commands=$("$ICSWEEP" | sed -n 's/^  \([a-z]*\) .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 17 ] || fail "there are only these commands: $commands"
for command in $commands; do
  page=pages/icsweep-$command.1
  [ -f "$page" ] || fail "$command has no page"
  grep -q "icsweep\\\\-$command" pages/icsweep.1 || fail "icsweep(1) does not name $command"
  "$ICSWEEP" manual "$command" | cmp - "$page" || fail "manual $command prints another page"
  options=$("$ICSWEEP" "$command" --help | grep -oE '^  (-[a-zA-Z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+')
  [ -n "$options" ] || fail "$command --help lists no option"
  for option in $options; do grep -qF -- "${option//-/\\-}\\fR" "$page" || fail "the page of $command lacks $option"; done
done
grep -q '^  A12  prop7, prop7' pages/icsweep-claims.1 || fail "the page of claims does not list the claims"
"$ICSWEEP" manual stauts 2>error.txt && fail "manual accepts the misspelt command stauts"
grep -q 'there is no command "stauts"' error.txt || fail "$(cat error.txt)"

[ "$("$ICSWEEP" help run)" = "$("$ICSWEEP" run --help)" ] || fail "help run prints something else than run --help"
"$ICSWEEP" help bench sweep | cmp -s - <("$ICSWEEP" bench sweep --help) || fail "help bench sweep prints something else than bench sweep --help"

# The manual pages of two pages of docs/ are made where lowdown is installed.
if [ -d "$BUILD/man" ] && [ -n "$(echo "$BUILD"/man/*.5)" ]; then
  for page in "$BUILD"/man/*.5; do
    grep -q '^icsweep.* \\- ' "$page" || fail "$page has no line for whatis: $(head -20 "$page")"
    mandoc -Tlint -W error "$page" >said.txt 2>&1 || ! command -v mandoc >/dev/null || fail "$(cat said.txt)"
  done
  grep -q 'log_uniform' "$BUILD/man/icsweep-sweep.5" || fail "icsweep-sweep(5) lacks the draws"
fi

looked=''
if command -v groff >/dev/null; then
  for page in pages/*; do groff -ww -z -man -Tutf8 "$page" >said.txt 2>&1; [ ! -s said.txt ] || fail "$page: $(cat said.txt)"; done
  looked+=' groff'
fi
if command -v man >/dev/null && man -l pages/icsweep-run.1 >run.txt 2>man.log; then
  [ ! -s man.log ] || fail "man -l: $(cat man.log)"
  grep -q -- '--checkpoint-every S' run.txt && grep -q 'default 30' run.txt || fail "man -l shows another page: $(cat run.txt)"
  looked+=' man'
fi
if command -v mandoc >/dev/null; then
  mandoc -Tlint -W warning pages/* >said.txt || fail "$(cat said.txt)"
  looked+=' mandoc'
fi
[ -n "$looked" ] || skip "the pages have every option, but groff, man and mandoc are missing to read them"
echo "$(ls pages | wc -l) pages, read by$looked"
