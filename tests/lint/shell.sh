#!/usr/bin/env bash
# No tracked shell script has anything that shellcheck finds, by .shellcheckrc. A script is known by its ending or its first line.
. "$(dirname "$0")/common.sh"
command -v shellcheck >/dev/null || skip "there is no shellcheck"
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
printf '%s\n' "${files[@]}" | xargs -n 20 -P 2 shellcheck --format=gcc || fail "see above; shellcheck FILE shows each with its line"
echo "shellcheck finds nothing in ${#files[@]} scripts"
