#!/usr/bin/env bash
# include_arrows_fails.sh ROOT TABLE: checks that include_arrows.sh reports each fault that is planted in a copy of the
# sources.
set -u
root=${1:?the folder of the project} table=${2:?the table}
check=$(dirname "$(realpath "$0")")/include_arrows.sh
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

fresh() {
  rm -rf "${folder:?}/"*
  cp -r "$root"/{engine,tasks,models,io} "$folder" && cp "$table" "$folder/table.txt" || exit 1
  # The planted line goes into a file of models or io, since includes from there point up. It must be the only fault.
  victim=$(cd "$folder" && find models io -name '*.hpp' | LC_ALL=C sort | head -n 1)
}
expect() {  # LINE: expects a failure that prints only this line
  local said
  said=$("$check" "$folder" "$folder/table.txt") && fail "no fault found, expected: $1"
  # shellcheck disable=SC2053  # a pattern
  [[ "$said" == $1 ]] || fail "expected: $1; printed: $said"
}

fresh
"$check" "$folder" "$folder/table.txt" >/dev/null || fail "the unchanged copy has a fault"
echo '#include "engine/ledger/version.hpp"' >>"$folder/$victim"
expect "$victim:*: ${victim%/*} may not include engine/ledger (engine/ledger/version.hpp)"

fresh
echo '  #  include "engine/deeper/still/planted.hpp"  // ...' >>"$folder/$victim"
expect "$victim:*: ${victim%/*} may not include engine/deeper/still (engine/deeper/still/planted.hpp)"

fresh
echo '#include <engine/ledger/version.hpp>' >>"$folder/$victim"
expect "$victim:*: <engine/ledger/version.hpp>: write it in quotes*"

fresh
echo '#include "planted.hpp"' >>"$folder/$victim"
expect "$victim:*: planted.hpp: write it in quotes*"

fresh
mkdir -p "$folder/tasks/planted/deep" && echo '#pragma once' >"$folder/tasks/planted/deep/planted.hpp"
expect "tasks/planted/deep: this folder is not in table.txt"

fresh
echo 'tasks/planted -> io/base' >>"$folder/table.txt"
expect "table.txt:*: there is no folder tasks/planted with sources
table.txt:*: no include needs tasks/planted -> io/base"

fresh
sed -i "s|^${victim%/*} ->|& engine/planted|" "$folder/table.txt"
expect "table.txt:*: no include needs ${victim%/*} -> engine/planted"

fresh
echo '#include "models/kernels/tiles/lane.hpp"' >>"$folder/models/kernels/api.hpp"
expect "models/kernels/api.hpp:*: a header of models/kernels may not include models/kernels/tiles (models/kernels/tiles/lane.hpp)"

fresh
sed -i "s|^io/base ->|& engine/cluster|" "$folder/table.txt" && echo '#include "engine/cluster/teams.hpp"' >>"$folder/io/base/error.hpp"
expect "table.txt:*: io/base -> engine/cluster points up: a room comes after the rooms that it includes"

echo "nine planted faults are found"
