#!/usr/bin/env bash
# The formulas of docs/background/decoder.md, in NumPy, give the stored test errors from exported weights, for every
# part of the decoder. Each formula is needed. The bytes of docs/reference/store.md give identities and digests.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
. "$here/decoder_programs.sh"
"$ICSWEEP" run decoder.toml --allow-code -o decoder.h5 2>run.log || fail "the run: $(tail -n 3 run.log)"
experiments=$(query decoder.h5 "SELECT count(*) FROM regression_cubes" | tail -n 1 | tr -d '\r')
[ "$experiments" -ge 100 ] || fail "$experiments experiments are done"
"$python" decoder.py decoder.h5 regression_cubes >agrees.txt || fail "the formulas give other errors: $(sort -g -k 11 agrees.txt | tail -n 3)"
[ "$(wc -l <agrees.txt)" = "$experiments" ] || fail "not all experiments were compared: $(wc -l <agrees.txt)"

# Checks that a wrong formula is noticed: the text for sed, then SQL for an experiment with this part.
notices() {
  row=$(query decoder.h5 "SELECT min(experiment) FROM regression_cubes WHERE $2" | tail -n 1 | tr -d '\r')
  differs decoder.py "$1" "off by" decoder.py decoder.h5 regression_cubes "$row"
}
notices 's/^EPSILON = .*/EPSILON = 1e-4/' "block = 'gpt2' AND attention = 'linear_mean' AND tokenization = 'aligned' AND patch = 2"
notices 's/ != "bare":/ != "":/' "block = 'bare' AND attention = 'linear'"
notices 's/ != "bare":/ not in ("bare", "gpt2") or c["attention"] == "softmax":/' "block = 'gpt2' AND attention = 'linear'"
notices 's/0.044715/0.04/' "activation = 'gelu' AND block = 'post_norm'"
notices 's/(np.arange(tokens) + 1)/(np.arange(tokens) + 2)/' "attention = 'linear_mean'"
notices 's/== "kept" else 0/== "" else 0/' "tokenization = 'sca'"
notices 's/("all", "first" if first else "not_first")/("all", "first", "not_first")/' "shift_layers = 'first'"
notices 's/"first" if first else "not_first"/"first"/' "shift_layers = 'not_first'"
notices 's/ 10000 / 1000 /' "positions = 'rotary' AND block = 'post_norm'"
notices 's/ 10000 / 1000 /' "positions = 'sinusoidal'"
notices 's/2 \* np.arange/np.arange/' "positions = 'sinusoidal'"
notices 's/y\[:, t - 1\]/y[:, t]/' "tokenization = 'lagged'"
notices 's/+ 2\*\*53/+ 2**54/' "tokenization = 'lagged'"

"$ICSWEEP" run fig1 -o fig1.h5 2>run.log || fail "the run of fig1: $(cat run.log)"
"$python" "$here/store_bytes.py" decoder.h5 fig1.h5 >bytes.txt || fail "identities or digests differ: $(cat bytes.txt)"
sed 's/struct.pack("<q", 0)/b""/' "$here/store_bytes.py" >wrong.py
"$python" wrong.py fig1.h5 >bytes.txt && fail "wrong bytes are not noticed"
echo "$experiments experiments agree with the formulas, none of $wrong wrong ones does; from a store's bytes alone: $(query fig1.h5 "SELECT count(*) FROM trajectory" | tail -n 1 | tr -d "\r") and $experiments identities and digests"
