#!/usr/bin/env bash
# include_arrows.sh ROOT TABLE: checks the includes between rooms in ROOT's engine, tasks, models and io. A room is a
# folder with sources. Each #include "..." must name a file of the same room or of a room that TABLE allows. If the
# allowed room has a *, only sources may include it, not headers. Prints each include that is not allowed, each room
# that the table lacks or that no longer exists, each arrow that no include uses, and each arrow to a room further down
# in TABLE. Exits with 1 if there is any.
#
# include_arrows.sh ROOT: prints a table that fits the present includes.
set -u
root=${1:?the folder of the project} table=${2:-}
[ -z "$table" ] || table=$(realpath "$table") || exit 2
cd "$root" || exit 2

# Prints lines "ROOM FILE:LINE TARGET", and a line "ROOM - -" for each file. A target whose path does not begin at the
# root has no room and is printed unchanged.
includes() {
  find engine tasks models io -type f \( -name '*.cpp' -o -name '*.hpp' \) -print0 | LC_ALL=C sort -z | xargs -0 awk '
    FNR == 1 { room = FILENAME; sub(/\/[^\/]*$/, "", room); print room, "-", "-" }
    /^[ \t]*#[ \t]*include[ \t]*["<]/ {
      target = $0
      quoted = target ~ /include[ \t]*"/
      sub(/^[^"<]*["<]/, "", target); sub(/[">].*/, "", target)
      if (!quoted && target !~ /^(engine|tasks|models|io)\//) next
      if (!quoted) target = "<" target ">"
      print room, FILENAME ":" FNR, target
    }'
}

if [ -z "$table" ]; then
  includes | awk '
    { rooms[$1] }
    $3 != "-" { target = $3; sub(/\/[^\/]*$/, "", target); if (target != $1) print $1, target }
    END { for (room in rooms) print room, "" }' | LC_ALL=C sort -u | awk '
    $1 != room { if (room) print line; room = $1; line = room " ->" }
    $2 { line = line " " $2 }
    END { if (room) print line }'
  exit
fi

includes | awk -v table="$table" '
  function wrong(text) { print text; found = 1 }
  BEGIN {
    name = table; sub(/.*\//, "", name)
    while ((status = (getline line <table)) > 0) {
      number++
      sub(/#.*/, "", line)
      count = split(line, word, " ")
      if (count == 0) continue
      if (word[2] != "->" || word[1] in place) { wrong(name ":" number ": must be ROOM -> ROOMS, with each ROOM once: " line); continue }
      place[word[1]] = number
      for (i = 3; i <= count; i++) {
        if (sub(/\*$/, "", word[i])) sources_alone[word[1] " " word[i]]
        allowed[word[1] " " word[i]] = number
      }
    }
    if (status < 0) { print table ": cannot be read"; exit failed = 2 }
  }
  $3 == "-" { if (!($1 in seen)) { seen[$1]; if (!($1 in place)) wrong($1 ": this folder is not in " name) } next }
  {
    includes++
    target = $3
    if (target ~ /^</ || target !~ /\// || target ~ /(^|\/)\.\.?\//) {
      wrong($2 ": " target ": write it in quotes and from the root, as \"io/base/error.hpp\"")
      next
    }
    sub(/\/[^\/]*$/, "", target)
    if (target == $1) next
    used[$1 " " target]
    if ($1 " " target in sources_alone && $2 ~ /\.hpp:/) wrong($2 ": a header of " $1 " may not include " target " (" $3 ")")
    if (!($1 " " target in allowed)) wrong($2 ": " $1 " may not include " target " (" $3 ")")
  }
  END {
    if (failed) exit failed
    for (room in place) if (!(room in seen)) wrong(name ":" place[room] ": there is no folder " room " with sources")
    for (arrow in allowed) {
      split(arrow, end, " ")
      if (place[end[2]] > place[end[1]] && !(end[2] " " end[1] in sources_alone))
        wrong(name ":" allowed[arrow] ": " end[1] " -> " end[2] " points up: a room comes after the rooms that it includes")
    }
    for (arrow in allowed) if (!(arrow in used)) { ends = arrow; sub(/ /, " -> ", ends); wrong(name ":" allowed[arrow] ": no include needs " ends) }
    if (includes < 100 && !found) wrong("only " includes + 0 " includes were found")
    if (!found) { for (arrow in used) arrows++; for (room in seen) rooms++; print includes " includes, " rooms " rooms, " arrows " arrows between them" }
    exit found + 0
  }'
