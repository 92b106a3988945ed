#!/usr/bin/env bash
# The formulas of docs/background/decoder.md and docs/background/decoder-training.md, in NumPy, give the trained weights
# from a configuration alone: random streams, first weights, prompts, the loss, its gradient, the rules of the update,
# schedules, clipping and averages. Each formula is needed.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
. "$here/decoder_programs.sh"
"$ICSWEEP" run training.toml -o training.h5 2>run.log || fail "the run: $(tail -n 3 run.log)"
experiments=$(one training.h5 "SELECT count(*) FROM regression")
[ "$experiments" -ge 40 ] || fail "$experiments experiments are done"
"$python" training.py training.h5 >agrees.txt || fail "the formulas: $(cat agrees.txt)"
[ "$(wc -l <agrees.txt)" = "$experiments" ] || fail "not all were compared: $(cat agrees.txt)"
"$python" decoder.py training.h5 regression >errors.txt || fail "the predictions: $(cat errors.txt)"
[ "$(wc -l <errors.txt)" = "$experiments" ] || fail "not all were predicted: $(cat errors.txt)"
# notices FILE SED SQL: with that change of the file the first experiment of which the SQL holds has other weights.
notices() { differs "$1" "$2" "weights off by" training.py training.h5 "$(one training.h5 "SELECT min(experiment) FROM regression WHERE $3")"; }
notices draws.py 's/FIRST_WEIGHTS = 1, 2, 3/FIRST_WEIGHTS = 1, 2, 4/' "learning_rate = 0"
notices draws.py 's/^TRAINING, TEST, FIRST_WEIGHTS = 1,/TRAINING, TEST, FIRST_WEIGHTS = 2,/' "optimizer = 'lion'"
notices draws.py 's/block \* 2\*\*64/block/' "learning_rate = 0"
notices draws.py 's/\[radius \* np.cos(angle), radius \* np.sin(angle)\]/[radius * np.sin(angle), radius * np.cos(angle)]/' "learning_rate = 0 AND block = 'gpt2'"
notices draws.py 's/np.sqrt(2 \* c\["depth"\])/np.sqrt(c["depth"])/' "learning_rate = 0 AND block = 'gpt2'"
notices draws.py 's/0.02 \* normals/0.01 * normals/' "learning_rate = 0 AND positions = 'learned' AND block = 'post_norm'"
notices draws.py 's/inputs = shape\[1\]/inputs = shape[0]/' "learning_rate = 0 AND block = 'post_norm'"
notices draws.py 's/(values if is_norm(name)/(values if is_norm(name) or name.endswith(".bias")/' "learning_rate = 0 AND initial_scale > 1 AND block = 'post_norm'"
notices draws.py 's/reshape(d, hidden)/reshape(hidden, d).T/' "function = 'relu2'"
notices draws.py 's/2 \/ hidden/1 \/ hidden/' "function = 'relu2'"
notices draws.py 's/rest.reshape(points, d + 1)\[:, d\]/rest.reshape(points, d + 1)[:, 0]/' "noise > 0"
notices training.py 's/(error\*\*2).mean()/(error**2).sum(1).mean()/' "tokenization = 'sca' AND optimizer = 'lion'"
notices training.py 's/(step + 1) \/ warmup/step \/ warmup/' "optimizer = 'lion'"
notices training.py 's/(steps - step) \//(steps - step - 1) \//' "schedule = 'linear'"
notices training.py 's/np.cos(np.pi/np.cos(np.pi \/ 2/' "schedule = 'cosine'"
notices training.py 's/steps - c\["decay"\]/warmup/' "decay > 0"
notices training.py 's/+ 1e-6)) if/+ 0.0)) if/' "clip = 1e-7"
notices training.py 's/min(1, c\["clip"\]/max(0, c["clip"]/' "clip = 0.5 AND optimizer = 'sgd'"
notices training.py 's/if step > 0 else 0/if step >= 0 else 0/' "ema > 0"
notices training.py 's/average.get(name, 0)/average.get(name, w)/; s/if step > 0 else 0/if step >= 0 else 0/' "ema > 0"
notices training.py 's/in ("adam", "sgd")/in ("adam", "sgd", "adamw")/' "optimizer = 'adamw'"
notices training.py 's/in ("adam", "sgd")/in ("sgd",)/' "optimizer = 'adam' AND weight_decay > 0"
notices training.py 's/return w - rate \* m, m, v/return w - rate * (g + c["momentum"] * m), m, v/' "optimizer = 'sgd' AND momentum > 0"
notices training.py 's/np.sign(b1 \* m + (1 - b1) \* g)/np.sign(b2 * m + (1 - b2) * g)/' "optimizer = 'lion'"
notices training.py 's/(np.sqrt(v \/ (1 - b2\*\*step)) + c\["epsilon"\])/np.sqrt(v \/ (1 - b2**step) + c["epsilon"])/' "optimizer = 'adam' AND weight_decay > 0"
notices training.py 's/grown(c, step, 5, 1,/grown(c, step, 5, 2,/' "curriculum > 0 AND tokenization = 'lagged'"
notices training.py 's/grown(c, step, 11, 2,/grown(c, step, 11, 1,/' "curriculum > 0 AND tokenization = 'aligned'"
echo "$experiments experiments have the weights that the formulas give, and none of $wrong wrong formulas gives them"
