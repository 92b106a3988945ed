#!/usr/bin/env bash
# Checks every tracked shell script by shellcheck with .shellcheckrc. Scripts are found by their ending or first line.
. "$(dirname "$0")/common.sh"
command -v shellcheck >/dev/null || skip "shellcheck is not installed"
scripts() {
  local file line
  while read -r file; do
    case ${file##*/} in
      *.sh | *.sbatch) echo "$file" ;;
      *.*) ;;
      *) { read -r line <"$file"; } 2>/dev/null && [[ $line =~ ^#!.*(/|\ )(ba|da)?sh( |$) ]] && echo "$file" ;;
    esac
  done < <(tracked)
}
mapfile -t files < <(scripts)
[ ${#files[@]} -gt 0 ] || fail "no scripts are tracked"
found=$(printf '%s\n' "${files[@]}" | xargs -n 20 -P 2 shellcheck --format=gcc) || fail "shellcheck FILE shows the lines of these: $found"
echo "shellcheck finds nothing in ${#files[@]} scripts"
