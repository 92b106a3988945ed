#!/usr/bin/env bash
# documented_commands.py reports each fault of a page: a command that fails, one in no fence or in a fence of another
# language, a fence without a language, and printed output that the page does not show.
: "${PROJECT:?the folder of README.md}"
. "$(dirname "$0")/common.sh"
export PATH=${ICSWEEP%/*}:$PATH ICSWEEP
mkdir -p project/docs project/jobs && ln -s "$PROJECT/jobs/sweeps" "$PROJECT/jobs/examples" "$PROJECT/jobs/launch.sh" project/jobs/
: >project/README.md
for store in store monday tuesday; do : >$store.h5; done
: >small.toml
page() { # LINE...
  rm -rf pages
  printf '%s\n' "$@" >project/docs/page.md
  python3 "$PROJECT/tests/system/documented_commands.py" project page >found.txt 2>&1
}
wrong() { # MESSAGE LINE...
  local message=$1
  shift
  page "$@" && fail "passes: $*"
  grep -qF -- "$message" found.txt || fail "not \"$message\" but: $(cat found.txt)"
}
wrong 'failed: false' '```sh' 'true' 'false' '```'
wrong 'docs/page.md:1: a command without a fence' '    icsweep plan fig5'
wrong 'docs/page.md:1: a fence without a language' '```' 'text' '```'
wrong 'docs/page.md:1: commands in a block of text' '```text' 'icsweep plan fig5' '```'
wrong 'docs/page.md:1 shows' '```console' '$ echo 1' '2' '```'
wrong 'docs/page.md:1 does not show' '```console' '$ seq 2' '1' '```'
wrong 'docs/page.md:6: no command before' '<!-- not run: it fails -->' '```sh' 'false' '```' '<!-- prints -->' '```text' '1' '```'
page '```console' '$ seq 1 5 21; echo took 3.2 s' '1' '…' '21' 'took … s' '```' '<!-- not run: it fails -->' '```sh' 'false' '```' '```sh' 'echo yes' '```' \
  '<!-- prints -->' '```text' 'yes' '```' || fail "a correct page is refused: $(cat found.txt)"
echo "seven faults are reported, and a correct page passes"
