#!/usr/bin/env bash
# The roundings of precision = "bfloat16" in docs/background/decoder.md, in NumPy, give the stored test errors. Each
# rounding is needed.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
. "$here/decoder_programs.sh"
"$ICSWEEP" run bfloat16.toml --emulate -o bfloat16.h5 2>run.log || fail "the run: $(tail -n 3 run.log)"
experiments=$(one bfloat16.h5 "SELECT count(*) FROM regression")
"$python" decoder.py bfloat16.h5 regression >agrees.txt || fail "the roundings give other errors: $(cat agrees.txt)"
[ "$experiments" -ge 40 ] && [ "$(wc -l <agrees.txt)" = "$experiments" ] || fail "not all experiments were compared: $(cat agrees.txt)"

# notices FILE SED SQL: expects other errors for more than a third of the experiments that SQL selects, if SED changes
# the program.
notices() {
  local rows
  mapfile -t rows < <(query bfloat16.h5 "SELECT experiment FROM regression WHERE $2" | tail -n +2 | tr -d '\r')
  [ ${#rows[@]} -gt 3 ] || fail "too few experiments with: $2"
  differs decoder.py "$1" "off by" decoder.py bfloat16.h5 regression "${rows[@]}"
}
notices 's/bits + 0x7FFF + (bits >> 16 & 1)/bits/' "positions = 'none' AND heads = 1"
notices 's/scale\[: c\["width"\]\] .*/pass/' "attention = 'linear' AND heads = 1"
notices 's/total = mixing.sum(-1, keepdims=True)/mixing = mixing \/ mixing.sum(-1, keepdims=True)/' "attention = 'softmax' AND tokenization = 'lagged'"
notices 's/, -1) + own$/, -1) + rounded(own, c)/' "tokenization = 'sca' AND heads = 1"
notices 's/merged = c\["block"\].*/merged = False/' "block = 'post_norm' AND positions = 'none'"
notices 's/linear(tokens, weights, "embedding")/linear(rounded(tokens, c), weights, "embedding")/' "block = 'gpt2' AND heads = 1"
notices 's/linear(x, weights, "readout")/linear(rounded(x, c), weights, "readout")/' "block = 'gpt2' AND heads = 2"
notices 's/rounded(q, c) @/rounded(q * (np.arange(tokens) + 1)[:, None], c) \/ (np.arange(tokens) + 1)[:, None] @/' "attention = 'linear_mean'"
echo "$experiments experiments agree with the roundings, and with none of $wrong wrong ones"
