# shellcheck shell=bash disable=SC2034  # the scripts that source this file use its variables
# Sourced by run.sh, coverage.sh and sanitize.sh: the options of the build and of ctest, by the tests that are wanted.
#   choose_tests [--all] [CTEST OPTIONS]     sets build_options, left_out and selection
# The default builds the kernels for this machine and for any (two levels), and leaves out the tests with the labels slow
# and long. --all adds the long ones and the other levels. If ctest's options select tests, these run, whatever they are.
choose_tests() {
  local option levels=both long=OFF
  left_out="slow|long"
  if [ "${1:-}" = --all ]; then
    levels=all long=ON left_out=slow
    shift
  fi
  selection=(-LE "$left_out")
  for option in "$@"; do case $option in -L | -R | -LE) levels=all long=ON selection=() ;; esac; done
  selection+=("$@")
  build_options=(-DICSWEEP_TESTS=ON "-DICSWEEP_LEVELS=$levels" "-DICSWEEP_LONG_TESTS=$long")
}
