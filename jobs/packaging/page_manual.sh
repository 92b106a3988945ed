#!/bin/sh
# page_manual.sh LOWDOWN NAME.md PAGE.md DAY NAME.5: makes a manual page of a page of docs/. NAME.md has the section NAME.
set -e
name=$(basename "$5" .5)
cat "$2" "$3" | "$1" -sTman --nroff-nolinks -M title="$name" -M section=5 -M source=icsweep -M date="$4" >"$5.part"
# whatis looks for "name \- summary"; mandoc knows the font CW but not C.
sed -e '1,12s/ - / \\- /' -e 's/\\fC/\\f(CW/g' "$5.part" >"$5"
rm "$5.part"
