#!/usr/bin/env bash
# class_names_fails.sh ROOT: checks in a copy that class_names.sh reports a second class of one name, and only that.
set -u
root=${1:?the folder of the project}
check=$(dirname "$(realpath "$0")")/class_names.sh
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
cp -r "$root"/{engine,tasks,models,io} "$folder" || exit 1

printf 'namespace icsweep {\nclass Experiment;\nnamespace {\nclass Experiment {\n};\n}  // namespace\n}  // namespace icsweep\n' >"$folder/io/base/planted.hpp"
"$check" "$folder" >/dev/null || fail "a declaration, or a class in an anonymous namespace, is reported"
printf 'namespace icsweep {\nstruct Experiment {\n};\n}  // namespace icsweep\n' >"$folder/io/base/planted.hpp"
said=$("$check" "$folder") && fail "a second class is not found"
[[ $said == "FAILED: "*": icsweep::Experiment is also a class of "*", rename one" ]] || fail "it printed: $said"
echo "the planted class is found"
