#!/usr/bin/env bash
# The numbers of the pages in docs/results are those of their CSV files; see result_pages.py. A changed number of a table,
# a paragraph, a claim or a CSV file is noticed, and so are a table without its query and a picture with a folder in it.
: "${PROJECT:?the folder of README.md}"
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || skip "no python3"
check() { python3 "$PROJECT/tests/system/result_pages.py" "$1"; }
check "$PROJECT/docs/results" >agrees.txt || fail "$(notices fig10.svg 's|-o fig10|-o /home/me/fig10|' 'has the folder /home/me/'
cat agrees.txt)"

# notices FILE SED PATTERN: expects a fault of this pattern if SED changes FILE
notices() {
  rm -rf changed && mkdir changed && cp "$PROJECT"/docs/results/*.{md,csv,svg} changed
  sed -i "$2" "changed/$1"
  ! cmp -s "$PROJECT/docs/results/$1" "changed/$1" || fail "the text to replace is missing: $2"
  check changed >faults.txt && fail "$2 in $1 is not noticed"
  grep -q "$3" faults.txt || fail "$2 in $1: $(cat faults.txt)"
}
notices autoregressive-7-to-10.md 's/^| 64 | .0653 ± .0017/| 64 | .0654 ± .0017/' '0.0654 is 0.065'
notices autoregressive-7-to-10.md 's/^| 64 | .0653 ± .0017/| 64 | .0653 ± .0018/' '0.0018 is 0.0016'
notices autoregressive-7-to-10.md 's/.906 ± .018/.916 ± .018/' 'is not in the paragraph'
notices autoregressive-7-to-10.md '/^| 64 | .0653/d' 'rows, its query gives'
notices autoregressive-7-to-10.md 's/<!-- numbers: WITH one/<!-- WITH one/' 'has no comment with its query'
notices covariates-2b.md 's/^| SCA |/| lagged |/' 'of the query is not in the row'
notices autoregressive.md 's/^| differs | \[7\]/| agrees in part | [7]/' '"agrees in part" is no verdict'
notices claims.md 's/`prop4` 1.8 /`prop4` 1.7 /' 'prop4 1.7'
notices fig1.csv '2s/e-16,/e-10,/' 'is 4.44089e-10 in the data\|is 3.* in the data'
notices fig10.svg 's|-o fig10|-o /home/me/fig10|' 'has the folder /home/me/'
cat agrees.txt
