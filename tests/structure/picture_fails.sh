#!/usr/bin/env bash
# picture_fails.sh TABLE SVG: checks that picture.sh finds a room or an arrow that SVG lacks, and a changed table. Also
# checks a picture that it draws.
set -u
picture=$(dirname "$(realpath "$0")")/picture.sh
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
found() { # TABLE SVG PHRASE
  said=$("$picture" --check "$1" "$2" 2>&1) && fail "not found: $3"
  [[ $said == *$3* ]] || fail "expected: $3; printed: $said"
}

"$picture" --check "$1" "$2" >/dev/null || fail "the unchanged picture has a fault"
sed 's/<title>io\/query</<title>io\/asked</' "$2" >"$folder/room.svg"
found "$1" "$folder/room.svg" "> io/query"
grep -v '<title>models/layers&#45;&gt;models<' "$2" >"$folder/arrow.svg"
found "$1" "$folder/arrow.svg" "> models/layers->models"
sed 's/^io\/evidence ->/& io\/importance/' "$1" >"$folder/arrows.txt"
found "$folder/arrows.txt" "$2" "> io/evidence->io/importance"
sed 's/ models\/kernels\/tiles\*//' "$1" >"$folder/part.txt"
found "$folder/part.txt" "$2" "was drawn from another graph"
"$picture" "$1" "$folder/drawn.svg" || exit # 77 without Graphviz
"$picture" --check "$1" "$folder/drawn.svg" || fail "a newly drawn picture has a fault"
echo "four planted faults are found, and a new picture is right"
