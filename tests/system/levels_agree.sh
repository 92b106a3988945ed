#!/usr/bin/env bash
# The instruction-set levels this machine has give the same results within rounding, and each row says which level computed it.
. "$(dirname "$0")/common.sh"
library=$(dirname "$ICSWEEP")/lib/glibc-hwcaps
[ -d "$library" ] || skip "built without levels"
sweep s.toml "[1, 2]" 5 1
run_at() {  # run_at NAME TUNABLES
  GLIBC_TUNABLES=$2 "$ICSWEEP" run s.toml -o "$1.h5" 2>"$1.log" || fail "$1: $(cat "$1.log")"
  query "$1.h5" "SELECT min(level) FROM augmented" | tail -n 1
}
best=$(run_at best "")
lower=$(run_at lower glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512CD,-AVX512DQ)
lowest=$(run_at lowest glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-AVX2_Usable)
echo "levels: $best, $lower, $lowest"
for other in lower lowest; do
  # Five epochs of single-precision training: rounding differs in the last bits and grows by the steps; 1e-4 is far below any effect.
  for depth in 1 2; do
    a=$(query best.h5 "SELECT test_mse FROM augmented WHERE depth = $depth" | tail -n 1)
    b=$(query $other.h5 "SELECT test_mse FROM augmented WHERE depth = $depth" | tail -n 1)
    awk -v a="$a" -v b="$b" 'BEGIN { exit !(a > 0 && (a - b) ^ 2 < (1e-4 * a) ^ 2) }' || fail "$other, depth $depth: $b instead of $a"
  done
done
