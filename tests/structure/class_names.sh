#!/usr/bin/env bash
# class_names.sh ROOT: checks that no two classes have one name in one namespace. The linker would silently use the
# members of either for both. Classes in anonymous namespaces and inside of other classes may have any name.
set -u
cd "${1:?the folder of the project}" || exit 2

find engine tasks models io -name '*.hpp' -print -o -name '*.cpp' -print | LC_ALL=C sort | xargs awk '
  FNR == 1 { space = ""; hidden = 0 }
  /^namespace [a-z_:]+ *\{/ { space = $2 }
  /^namespace \{/ { hidden = 1 }
  /^\}  \/\/ namespace$/ { hidden = 0 }
  hidden || !/^(class|struct|enum class|union) / || /;[ \t]*(\/\/.*)?$/ { next }
  {
    name = $0
    sub(/^(class|struct|enum class|union) /, "", name)
    match(name, /^[A-Za-z_0-9:]+(<[^>]*>)?/)
    name = space "::" substr(name, 1, RLENGTH)
    classes++
    if (name in place) { print "FAILED: " FILENAME ":" FNR ": " name " is also a class of " place[name] ", rename one"; wrong = 1 }
    place[name] = FILENAME ":" FNR
  }
  END {
    if (classes < 100 && !wrong) { print "only " classes + 0 " classes were found"; exit 1 }
    if (!wrong) print classes " classes have different names"
    exit wrong
  }'
