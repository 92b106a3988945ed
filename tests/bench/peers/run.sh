#!/usr/bin/env bash
# Compares the training speed of icsweep with PyTorch and JAX, and writes tests/bench/RESULTS.md:
#   tests/bench/peers/run.sh [--seconds S] [--repetitions N] [--workloads a,b,...]      25 minutes for all workloads
#   tests/bench/peers/run.sh --disturbed    prints the speed of two threads over one beside busy processes; ten minutes
#   tests/bench/peers/run.sh --check        only checks that the peers compute the same as icsweep (always done first)
# Needs a release build (or ICSWEEP=program) and, the first time, pip. The peers are kept in build/peers: 6 GB, since
# pip's PyTorch contains CUDA. An index of CPU wheels, named by PIP_EXTRA_INDEX_URL, avoids most of that.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$here/../../.." && pwd)/build
icsweep=${ICSWEEP:-$build/release/icsweep}
python=$build/peers/bin/python

[ -x "$icsweep" ] || { echo "run.sh: there is no $icsweep; build a release or set ICSWEEP" >&2; exit 2; }
if ! cmp -s "$here/requirements.txt" "$build/peers/requirements.txt"; then
  python3 -m venv "$build/peers"
  "$python" -m pip install --quiet -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$build/peers/"
fi
export TORCHINDUCTOR_CACHE_DIR=$build/peers/inductor PYTHONDONTWRITEBYTECODE=1

"$python" "$here/check.py" --icsweep "$icsweep"
if [ "${1:-}" = --disturbed ]; then exec "$python" "$here/disturbed.py" --icsweep "$icsweep" "${@:2}"; fi
[ "${1:-}" = --check ] || exec "$python" "$here/compare.py" --icsweep "$icsweep" "$@"
