#!/usr/bin/env bash
# Builds icsweep from a fresh clone, runs a first sweep and draws its results:
#
#   jobs/quickstart.sh [--levels all] [STORE.h5]
#
# It installs missing packages, builds the program, and runs jobs/sweeps/fig5.toml at its quick scale with one rank per
# core. The default store is quickstart.h5 in the current folder; an existing store is resumed. The figure
# (quickstart.svg) and the report (quickstart.html) are written beside the store. The program is built for this
# machine's processor; --levels all builds it for every x86-64 processor.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/setup.sh"

short() { realpath --relative-to=. "$1"; }  # the path relative to the current folder
word() { printf %q "$(short "$1")"; }       # the same, quoted for a shell

levels=native
if [ "${1:-}" = --levels ]; then levels=${2:-} && shift $(($# < 2 ? 1 : 2)); fi
[ -n "$levels" ] || { say "--levels needs a value: all, native, both, or some of v3;v4"; exit 2; }
store=${1:-quickstart.h5}
case $store in -*) store=./$store ;; esac
sweep=$(short "$here/sweeps/fig5.toml")
set_up build -DICSWEEP_TESTS=OFF "-DICSWEEP_LEVELS=$levels" || exit 2
icsweep=$build/icsweep

mpirun -n "$(cores)" "$icsweep" run "$sweep" --scale quick -o "$store"
status=$?
[ $status = 0 ] || exit $status

program=$(short "$icsweep")
case $program in */*) ;; *) program=./$program ;; esac

printf '\nTest MSE over positions 1..50 by depth, beside gradient descent with the same number of steps\n\n'
"$icsweep" query "$store" "
  SELECT depth, printf('%.4f', avg(test_mse)) AS transformer, printf('%.4f', avg(gd_mse)) AS gradient_descent,
         printf('%.4f', avg(gd_line_search_mse)) AS with_line_search, printf('%.4f', avg(floor_mse)) AS least_squares
  FROM augmented WHERE planned AND status = 'done' GROUP BY depth ORDER BY depth"
figure=${store%.h5}.svg page=${store%.h5}.html
if ! command -v gnuplot >/dev/null || ! "$icsweep" figure "$store" fig5 -o "$figure" >/dev/null; then figure=""; fi
"$icsweep" report "$store" -o "$page" >/dev/null || exit 2

as_root=$([ "$(id -u)" = 0 ] && echo ' --allow-run-as-root')
cat <<EOF

Store:  $(short "$store")
${figure:+Figure: $(short "$figure")
}Report: $(short "$page")   open it in a browser
Try next:
  $program status $(word "$store")
  $program query $(word "$store") "SELECT depth, test_mse, seconds FROM augmented"
  $program figure $(word "$store") --list
  mpirun$as_root -n $(cores) $program run $sweep -o fig5.h5
EOF
