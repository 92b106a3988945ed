# shellcheck shell=bash
# Sourced after common.sh: lays out the programs of the decoder's formulas.
: "${PROJECT:?the source}"
export ICSWEEP
python=${ICSWEEP_PYTHON:-python3}
"$python" -c 'import numpy, h5py' 2>/dev/null || skip "no NumPy or h5py"
cp "$PROJECT"/jobs/examples/decoder/* .
