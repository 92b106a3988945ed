#!/usr/bin/env bash
# The instruction-set levels of this machine give the same results within rounding. Each row names the level that
# computed it.
. "$(dirname "$0")/common.sh"
library=$(dirname "$ICSWEEP")/lib/glibc-hwcaps
[ -d "$library" ] || skip "the build has no levels"
sweep s.toml "[1, 2]" 5 1
cat >>s.toml <<'EOF'
[[grid]]
task = "augmented"
attention = "softmax"
norm = "post"
mlp = 9
heads = 2
depth = 2
dim = 3
length = 16
sequences = 256
epochs = 5
batch = 64
[[grid]]
task = "plain"
projections = ["shared", "separate"]
heads = 3
copies = 2
dim = 3
length = 17
sequences = 256
epochs = 5
batch = 64
[[grid]]
task = "descent_transformer"
layers = ["tied", "untied"]
depth = 3
dim = 3
length = 17
sequences = 256
epochs = 5
EOF
scores() {
  query "$1" "SELECT test_mse FROM (SELECT identity, test_mse FROM augmented_all UNION SELECT identity, test_mse FROM plain_all
              UNION SELECT identity, test_mse FROM descent_transformer) ORDER BY identity"
}
run_at() {  # run_at NAME TUNABLES
  GLIBC_TUNABLES=$2 "$ICSWEEP" run s.toml -o "$1.h5" 2>"$1.log" || fail "$1: $(cat "$1.log")"
  query "$1.h5" "SELECT min(level) FROM augmented_all" | tail -n 1
}
best=$(run_at best "")
lower=$(run_at lower glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512CD,-AVX512DQ)
lowest=$(run_at lowest glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-AVX2_Usable)
echo "levels: $best, $lower, $lowest"
for other in lower lowest; do
  # Five epochs of training in single precision: rounding differs in the last bits and grows with the steps. 1e-4 is
  # far below any effect.
  paste -d, <(scores best.h5) <(scores $other.h5) | awk -F, '
    NR > 1 { n++; if (!($1 > 0 && ($1 - $2) ^ 2 < (1e-4 * $1) ^ 2)) { print "experiment " n ": " $2 " instead of " $1; wrong = 1 } }
    END { exit wrong || n != 7 }' || fail "the results of $other differ"
done
