#!/usr/bin/env bash
# The notebook jobs/examples/python/sweep.ipynb, executed by nbclient: the bar, tables, figure and report are in its
# outputs. An interrupt of the kernel saves the sweep.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}"
python_with "nbclient, ipykernel" "${NOTEBOOK_PYTHON:-}" "${ICSWEEP_PYTHON:-}" python3 || skip "there is no Python with nbclient and ipykernel"
export PYTHONPATH=$PROJECT/io/python ICSWEEP JUPYTER_PLATFORM_DIRS=1 PYTHONDONTWRITEBYTECODE=1
JUPYTER_DATA_DIR=$folder/jupyter JUPYTER_PATH=$(dirname "$(command -v "$python")")/../share/jupyter IPYTHONDIR=$folder/ipython
export JUPYTER_DATA_DIR JUPYTER_PATH IPYTHONDIR
checked "$python" "$PROJECT/tests/system/python_notebook.py" "$PROJECT/jobs/examples/python/sweep.ipynb"
"$ICSWEEP" status cut.h5 >status.txt && grep -q '2 planned: 2 done' status.txt && grep -q 'launches: 2' status.txt || fail "$(cat status.txt)"
