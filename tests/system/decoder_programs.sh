# shellcheck shell=bash
# Sourced after common.sh. Copies the programs with the decoder's formulas. If the first argument of the test is
# `formulas`, no wrong formulas are tried.
only=${1:-}
: "${PROJECT:?the source}"
export ICSWEEP
python=${ICSWEEP_PYTHON:-python3}
"$python" -c 'import numpy, h5py' 2>/dev/null || skip "no NumPy or h5py"
cp "$PROJECT"/jobs/examples/decoder/* .

wrong=0
# differs FILE SED PATTERN PROGRAM ARGUMENT...: expects that the program finds other numbers if SED changes FILE, and
# prints PATTERN
differs() {
  [ "$only" != formulas ] || return 0
  local file=$1 change=$2 pattern=$3 program=$4
  shift 4
  wrong=$((wrong + 1))
  rm -rf wrong && mkdir wrong && cp ./*.py wrong && sed -i "$change" "wrong/$file"
  ! cmp -s "$file" "wrong/$file" || fail "the text to replace is missing: $change"
  "$python" "wrong/$program" "$@" >wrong.txt 2>&1 && fail "$* do not notice $change: $(cat wrong.txt)"
  grep -q "$pattern" wrong.txt || fail "$change: $(cat wrong.txt)"
}
