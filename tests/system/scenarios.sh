# shellcheck shell=bash
# Sourced before common.sh by tests of several cases.
#   all_at_once CASE...: runs the calling script once per case, all at once, since they mostly wait. Exits with 0 if all
#   pass, with 77 if some are skipped and none fails, else with the status of the first that fails.
all_at_once() {
  local cases='' scenario ended status=0
  trap 'kill $cases; exit 1' INT TERM
  for scenario in "$@"; do "$0" "$scenario" & cases+=" $!"; done
  for scenario in $cases; do
    wait "$scenario" || { ended=$? && case $status in 0 | 77) status=$ended ;; esac; }
  done
  exit $status
}
