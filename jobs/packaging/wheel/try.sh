#!/usr/bin/env bash
# Installs the wheel of a folder into a new virtual environment and runs a small sweep:  jobs/packaging/wheel/try.sh [FOLDER]
# The test system.wheel does more: it uses the wheel as an ordinary user in a root without compilers.
set -eu
wheelhouse=$(realpath "${1:-wheelhouse}")
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
cd "$work"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_plm_rsh_agent=false  # mpirun demands ssh, also on one host
python3 -m venv venv
# shellcheck disable=SC1091  # made above
. venv/bin/activate
pip install -q "$wheelhouse"/icsweep-*.whl
icsweep version
mpirun -n 2 icsweep run fig5 --scale quick --set epochs=1
icsweep verify fig5.h5 --sample 1
python3 -c "import icsweep"
