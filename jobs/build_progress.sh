# shellcheck shell=bash
# Sourced by setup.sh: shows the progress of a build and the time left. On a terminal, one line is updated every second.
# Elsewhere, a line is printed every 30 seconds.

# clock SECONDS: prints a time as 45 s or 3 min 05 s.
clock() {
  if [ "$1" -lt 60 ]; then printf '%d s' "$1"; else printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); fi
}

# progress_line DONE TOTAL SECONDS: prints the progress after SECONDS, when DONE of TOTAL steps are built.
progress_line() {
  local text
  text="$((100 * $1 / $2)) % built ($1 of $2 steps), $(clock "$3")"
  [ "$1" -ge 5 ] && [ "$1" -lt "$2" ] && text+=", about $(clock $((($3 * ($2 - $1) + $1 / 2) / $1))) left"
  printf '%s' "$text"
}

# show_build LOG [SECONDS]: copies the output of Ninja (standard input) to LOG and shows the progress every SECONDS. The
# default is 1 on a terminal and 30 elsewhere.
show_build() {
  local log=$1 line started=$SECONDS shown=$SECONDS done=0 total=0 status screen="" every=${2:-30}
  [ -t 2 ] && screen=1 every=${2:-1}
  while :; do
    IFS= read -r -t 1 line
    status=$?
    if [ $status = 0 ]; then
      printf '%s\n' "$line" >>"$log"
      [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && done=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
    else
      printf '%s' "$line" >>"$log"
      [ $status -gt 128 ] || break # end of the input; a larger status means that a second has passed
    fi
    [ "$total" -gt 0 ] && [ $((SECONDS - shown)) -ge "$every" ] || continue
    shown=$SECONDS
    printf "${screen:+\r\e[K}%s${screen:+\r}" "$(progress_line "$done" "$total" $((SECONDS - started)))" >&2
    [ -n "$screen" ] || echo >&2
  done
  [ -z "$screen" ] || printf '\r\e[K' >&2
}
