#!/usr/bin/env bash
# picture.sh TABLE: prints the graph of TABLE (arrows.txt) for Graphviz, without the arrows that follow from two others.
# picture.sh TABLE SVG: draws this graph into SVG.
# picture.sh --check TABLE SVG: fails unless SVG was drawn from this graph and has its rooms and arrows.
set -u
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

graph() { # TABLE
  awk '
    function folder(room) { sub(/\/.*/, "", room); return room }
    function label(room, name) { name = room; sub(/^[^\/]*\//, "", name); return name (room in part ? "*" : "") }
    { sub(/#.*/, "") }
    NF > 1 {
      room[++rooms] = $1
      for (i = 3; i <= NF; i++)
        if (sub(/\*$/, "", $i)) part[$i]
        else { arrow[$1, ++arrows[$1]] = $i; below[$1, $i] }
    }
    # Finds the rooms that FROM reaches, and those that it reaches through another room.
    function follow(from, i, r) {
      if (from in followed) return
      followed[from]
      for (i = 1; i <= arrows[from]; i++) {
        follow(arrow[from, i])
        for (r = 1; r <= rooms; r++) if ((arrow[from, i], room[r]) in below) { below[from, room[r]]; indirect[from, room[r]] }
      }
    }
    END {
      for (r = 1; r <= rooms; r++) follow(room[r])
      print "digraph rooms {"
      print "  graph [ranksep=0.3, nodesep=0.1, fontname=\"sans-serif\", fontsize=14, labeljust=r, style=\"rounded,filled\", color=\"#9999aa\"]"
      print "  node [shape=box, style=\"rounded,filled\", fillcolor=white, color=\"#9999aa\", fontname=\"sans-serif\", fontsize=13, height=0.3, margin=\"0.06,0.03\"]"
      print "  edge [color=\"#444455\", arrowsize=0.6]"
      count = split("engine #e8eef8 tasks #e9f4ea io #fbf1e2 models #f3eaf6", place, " ")
      for (f = 1; f < count; f += 2) {
        print "  subgraph \"cluster_" place[f] "\" {\n    label=\"" place[f] "/\"; fillcolor=\"" place[f + 1] "\""
        for (r = 1; r <= rooms; r++) if (folder(room[r]) == place[f]) { print "    \"" room[r] "\" [label=\"" label(room[r]) "\"]"; drawn++ }
        print "  }"
      }
      for (r = rooms; r >= 1; r--)
        for (i = 1; i <= arrows[room[r]]; i++) if (!((room[r], arrow[room[r], i]) in indirect)) print "  \"" room[r] "\" -> \"" arrow[room[r], i] "\""
      print "}"
      if (drawn != rooms) { print "a room is in none of the four folders" >"/dev/stderr"; exit 1 }
    }' "$1"
}

made_from() { graph "$1" | sha256sum | sed 's/^\([0-9a-f]*\).*/<!-- made from the graph \1 -->/'; } # TABLE

if [ "$1" = --check ]; then
  # A title names a room or an arrow, except for the titles of the graph and of the four folders.
  titles=$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' "$3" | sed 's/&#45;/-/g; s/&gt;/>/g' | grep -vx 'rooms\|cluster_.*' | LC_ALL=C sort)
  wanted=$(graph "$2" | sed -nE 's/^  "(.*)" -> "(.*)"$/\1->\2/p; s/^    "([^"]*)" \[.*/\1/p' | LC_ALL=C sort)
  [ "$(wc -l <<<"$wanted")" -ge 80 ] || fail "the graph has only these rooms and arrows: $wanted"
  [ "$titles" = "$wanted" ] || fail "$3 and $2 differ in rooms or arrows (<: in the picture, >: in the table): $(diff <(echo "$titles") <(echo "$wanted") | grep '^[<>]')"
  grep -qxF -- "$(made_from "$2")" "$3" || fail "$3 was drawn from another graph; draw it again: $0 $2 $3"
  echo "$(grep -vc -e '->' <<<"$wanted") rooms and $(grep -c -e '->' <<<"$wanted") arrows"
elif [ $# = 2 ]; then
  command -v dot >/dev/null || { echo "skipped: no dot (graphviz)"; exit 77; }
  graph "$1" | dot -Tsvg >"$2" || fail "dot did not draw $1"
  made_from "$1" >>"$2"
else
  graph "${1:?the table}"
fi
