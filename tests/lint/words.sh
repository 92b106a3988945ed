#!/usr/bin/env bash
# words.sh [--write]: counts habits that slow readers down (CONTRIBUTING.md, "Words") in each folder. The counts may not
# exceed those in words.txt, beside this script. --write stores the present counts.
. "$(dirname "$0")/common.sh"
stored=$root/tests/lint/words.txt

# name and extended regular expression, without regard to case
patterns=(
  'go_on'        '\b(go|goes|going|gone|went) on\b'
  'tell'         '\b(tell|tells|told|telling)\b'
  'so_many'      '\b(so|as) many\b'
  'stands'       '\b(stand|stands|stood)\b'
  'is_none'      '\b(is|are|was|were|be) none\b'
  'of_before'    '\bof before\b'
  'times_as'     '\btimes as\b'
  'not_given'    '\b(unless|if not|when not) given\b'
  'one_a_task'   '\b(a|an|one|each) [a-z]+ an? (task|file|line|rank|host|second|step|day|setting|value|core|launch|experiment|folder|column|row)\b'
  'clause_first' '^ *(///?<?|#|\*) *(What|How|Which|Who|Whether)\b'
  'clause_as_subject' '(^|[.:;] )(What|Who|Whichever) [a-z]+ (is|are|was|were|does|do|has|have|not|no)\b'
)
folders=(engine tasks models io jobs tests docs README.md CHANGELOG.md CONTRIBUTING.md)

# Prints the text to be counted: whole pages, and of sources the lines with comments or quoted texts.
words_of() { # FOLDER
  tracked "$1" | grep -E '\.(cpp|hpp|h|c|def|sh|py|js|md|toml|txt|cmake|sbatch)$' | grep -vE '^tests/lint/words|^docs/results/.*\.csv$|^tests/reference/' |
    while read -r file; do
      case $file in
        *.md) cat "$file" ;;
        *.cpp | *.hpp | *.h | *.c | *.def | *.js) grep -E '//|"' "$file" ;;
        *) grep -E '#|"' "$file" ;;
      esac
    done
}
# Prints the number of sentences of more than 30 words in pages, without code, tables and comments.
long_sentences() {
  tracked "$1" | grep '\.md$' | while read -r page; do
    awk '/^<!-- / { comment = 1 } comment { comment = !/-->/; print "."; next } /^```/ { code = !code; next } code || /^    / || /^\|/ || /^#/ { print "."; next } /^$/ { print "."; next } { print }' "$page" | tr '\n' ' ' |
      sed 's/[.!?:;]\( \|$\)/\n/g' | awk 'NF > 30 { n++ } END { print n + 0 }'
  done | awk '{ n += $1 } END { print n + 0 }'
}
long_lines() {
  tracked "$1" | grep '\.md$' | LC_ALL=C.UTF-8 xargs -r grep -hE '^[^|].{120}' | wc -l # mawk would count bytes
}

counts() {
  local folder text i
  text=$(mktemp) || exit 1
  for folder in "${folders[@]}"; do
    words_of "$folder" >"$text"
    for ((i = 0; i < ${#patterns[@]}; i += 2)); do
      echo "$folder ${patterns[i]} $(grep -oiE "${patterns[i + 1]}" "$text" | wc -l)"
    done
    echo "$folder long_sentences $(long_sentences "$folder")"
    echo "$folder long_lines $(long_lines "$folder")"
  done
  rm "$text"
}

if [ "${1:-}" = --write ]; then
  counts | awk '$3 > 0' >"$stored"
  exit
fi
[ -s "$stored" ] || fail "there is no $stored"
wrong=0 all=0
while read -r folder name count; do
  known=$(awk -v f="$folder" -v n="$name" '$1 == f && $2 == n { print $3 }' "$stored")
  all=$((all + count))
  [ "$count" -le "${known:-0}" ] || { echo "FAILED: $folder has $count of $name, at most ${known:-0} are allowed: reword the new ones" >&2; wrong=1; }
  [ "$count" -ge "${known:-0}" ] || echo "$folder has $count of $name, ${known:-0} are stored: store the new count with tests/lint/words.sh --write"
done < <(counts)
[ $all -gt 0 ] || fail "nothing was counted"
[ $wrong = 0 ] || exit 1
echo "$all habits are left, and no count has increased"
