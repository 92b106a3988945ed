#!/usr/bin/env bash
# Runs a sweep under mpirun. If mpirun crashes or is killed, runs it again,
# until every experiment has ended:
#
#   icsweep launch -n RANKS SWEEP STORE.h5 [OPTION...]
#   icsweep launch -H HOST:RANKS,HOST:RANKS... SWEEP STORE.h5 [OPTION...]
#
# SWEEP: a sweep file, or the name of a sweep that is installed with icsweep.
# OPTION: an option of icsweep run. --retry KINDS applies to the first launch.
# -H: starts ranks on these hosts, which share the store's disk. Before each
# launch, each host is called by ssh (or the agent in OMPI_MCA_plm_rsh_agent). A
# host is left out if it does not answer within 10 s or lacks the store's
# folder. During the launch it is called again after 10 s, then at intervals
# that double up to 5 minutes. When it answers, experiments in flight are saved
# and all resume with it. The host waits for the next launch after a crash if no
# experiment waits for a rank, or if some experiment cannot be interrupted.
# -r RETRIES (10): gives up with status 70 after more than RETRIES crashes in a
# row between which no experiment has ended. After the n-th crash it waits
# 2^(n-1) seconds, at most a minute.
#
# If another launch has the store, this one helps it; otherwise others may join
# this one (icsweep run --join). With -a it is alone.
#
# The status is 1 if mpirun ends with 0 or 1 within 10 s and no experiment has
# run. With -H or in a Slurm job a host may have left, so it tries three times.
# mpirun runs with -q unless MPIRUN is set.
# SIGTERM, SIGINT and SIGUSR1 stop the sweep: experiments in flight are saved
# and the status is 75. The same command resumes. Other statuses are those of
# icsweep run.
#
# `icsweep launch` runs this file. ICSWEEP names the program if it is neither
# built nor installed beside this file. MPIRUN names the launcher and its options.
set -u
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
manual() { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; }
say() { printf 'launch.sh: %s\n' "$*" >&2; }
usage() { say "$*; see icsweep launch --help"; exit 2; }
# mpirun ends if standard output or errors are closed.
[ -e /proc/self/fd/1 ] || exec >/dev/null
[ -e /proc/self/fd/2 ] || exec 2>/dev/null

ranks='' hosts='' retries=10 join=--join
while getopts :han:H:r: option; do
  case $option in
    n) ranks=$OPTARG ;;
    H) hosts=$OPTARG ;;
    r) retries=$OPTARG ;;
    a) join='' ;;
    h) manual; exit ;;
    :) usage "-$OPTARG needs a value" ;;
    *) usage "unknown option -$OPTARG before the sweep" ;;
  esac
done
shift $((OPTIND - 1))
place='[^-:, ][^:, ]*:[1-9][0-9]*'
[ -n "$ranks$hosts" ] || usage "give a number of ranks: -n RANKS, or -H HOST:RANKS,..."
[ -z "$ranks" ] || [ -z "$hosts" ] || usage "give -n or -H, not both"
[[ -z $ranks || $ranks =~ ^[1-9][0-9]*$ ]] || usage "-n $ranks: the number of ranks must be at least 1"
[[ -z $hosts || $hosts =~ ^$place(,$place)*$ ]] || usage "-H $hosts: write HOST:RANKS,HOST:RANKS..."
[[ $retries =~ ^[0-9]+$ ]] || usage "-r $retries: must be a number, 0 or more"
[ $# -ge 2 ] || usage "name a sweep and a store after the options"
sweep=$1 store=$2
shift 2
case " $* " in *' --join '*) join='' ;; esac
icsweep=${ICSWEEP:-}
for program in "$here/../build/release/icsweep" "$here/../../bin/icsweep" "$here/../../icsweep"; do
  [ -n "$icsweep" ] || [ ! -x "$program" ] || icsweep=$program
done
icsweep=${icsweep:-icsweep}
mpirun=${MPIRUN:-mpirun} quiet=''
[ -n "${MPIRUN:-}" ] || quiet=-q # so that the last line of icsweep is the last one
command -v "$icsweep" >/dev/null || { say "$icsweep: there is no such program; build it or set ICSWEEP"; exit 2; }
beside=$(dirname "$(command -v "$icsweep")")
if [ -z "${MPIRUN:-}" ] && [ -x "$beside/mpirun" ]; then PATH=$beside:$PATH; fi # pip puts both into one folder
command -v "${mpirun%% *}" >/dev/null || { say "${mpirun%% *}: there is no such program; install Open MPI or set MPIRUN"; exit 2; }

# Without these settings it takes minutes to notice a host that is cut off. A host that is back within 7 s is kept.
export OMPI_MCA_oob_tcp_keepalive_time="${OMPI_MCA_oob_tcp_keepalive_time:-4}"
export OMPI_MCA_oob_tcp_keepalive_intvl="${OMPI_MCA_oob_tcp_keepalive_intvl:-1}"
export OMPI_MCA_oob_tcp_keepalive_probes="${OMPI_MCA_oob_tcp_keepalive_probes:-7}"

# Ranks of an ended launch may stay alive for a moment, or on a host that is cut off. By these variables the next launch
# recognises them and takes their store.
ICSWEEP_LAUNCHER=$(uname -n)/$$/$(date +%s)
export ICSWEEP_LAUNCHER ICSWEEP_LAUNCH=0
case " $mpirun " in
  *' -x '*) mpirun+=" -x ICSWEEP_LAUNCHER -x ICSWEEP_LAUNCH" ;;  # Open MPI takes either -x or the list, not both
  *) export OMPI_MCA_mca_base_env_list="${OMPI_MCA_mca_base_env_list:+$OMPI_MCA_mca_base_env_list;}ICSWEEP_LAUNCHER;ICSWEEP_LAUNCH" ;;
esac

# The first signal lets the ranks save and end. The second ends them at once.
stopping='' child=''
stop() {
  if [ -n "$child" ]; then kill -"${stopping:-USR1}" "$child" 2>/dev/null; fi
  stopping=TERM
}
trap stop TERM INT USR1

# Sets `seen`: counts of this sweep's experiments by outcome. Other experiments in the store do not count.
look() { seen=$("$icsweep" run "$sweep" -o "$store" --check ${arguments[@]+"${arguments[@]}"} 2>/dev/null); }
# count OUTCOME|...: prints the number of experiments with these outcomes in `seen`.
count() { grep -oE "\"($1)\":[0-9]+" <<<"$seen" | awk -F: '{ n += $2 } END { print n + 0 }'; }
ended() { count 'done|diverged|failed|timed_out|crashed|pruned'; }
# Succeeds if the store lacks experiments. The status of mpirun does not show it: 1, and sometimes 0, has many reasons.
# If the first few experiments all failed, pending ones are not tried again. An experiment that --retry names counts as
# lacking until it has run.
unfinished() {
  [ "$(count again)" -gt 0 ] && [ "$(count attempts)" = "$attempts" ] && return
  [ "$(count pending)" -gt 0 ] && ! { [ "$(count 'done|diverged')" = 0 ] && [ "$(count failed)" -ge 5 ]; }
}
without_retry() {
  arguments=()
  while [ $# -gt 0 ]; do
    case $1 in --retry) shift ;; --retry=*) ;; *) arguments+=("$1") ;; esac
    shift
  done
}
pause() { sleep "$1" & wait $!; }
# answers HOST: succeeds if the host answers and has the store's folder. A host that is booting may lack its disk.
answers() {
  local name folder
  for name in localhost $(uname -n) $(hostname -f 2>/dev/null) $(hostname -I 2>/dev/null); do
    case $name in "$1" | "$1".*) return ;; esac
  done
  folder=$(CDPATH='' cd -- "$(dirname -- "$store")" && pwd) || return 0 # icsweep run reports a wrong folder
  # shellcheck disable=SC2086  # the agent is a program and its options
  timeout 10 ${OMPI_MCA_plm_rsh_agent:-ssh -o BatchMode=yes} "$1" "test -d $(printf %q "$folder")" </dev/null >/dev/null 2>&1
}
# Sets `places` to the ranks of the hosts that answer, `lost` to the hosts that do not, and `returned` to the hosts that
# answer again. If the launch with returned hosts failed (`failed` is set), these hosts are left out again.
lost='' returned='' failed='' interval=10 longest=300
call_hosts() {
  local place host called=() before=" $lost" useless=" "
  [ -z "$failed" ] || useless=" $returned"
  places=(--host '') lost='' returned=''
  for place in ${hosts//,/ }; do answers "${place%%:*}" & called+=($!); done
  for place in ${hosts//,/ }; do
    host=${place%%:*}
    if [[ $useless = *" $host "* ]]; then
      say "the launch with $host failed, continuing without it for now"
      lost+="$host "
    elif wait "${called[0]}"; then
      places[1]+=${places[1]:+,}$place
      [[ $before != *" $host "* ]] || { say "$host is back, used from now" && returned+="$host "; }
    else
      [ -n "$stopping" ] || say "$host does not answer, continuing without it"
      lost+="$host "
    fi
    called=("${called[@]:1}")
  done
  [ -z "$returned" ] || interval=$((2 * interval < longest ? 2 * interval : longest))
}
# Succeeds if another host is worth a pause: an experiment waits for a rank, and the pause loses no steps.
worth_a_pause() {
  local ranks
  ranks=$(awk -F: -v RS=, '{ n += $2 } END { print n }' <<<"${places[1]}")
  look
  [ "$(count pending)" -gt "$ranks" ] && [ "$(count uninterruptible)" = 0 ]
}
# Calls the lost hosts while the launch runs. When one answers, asks the launch to pause and ends with 0.
watch_lost() {
  local host called
  trap 'kill $(jobs -p) 2>/dev/null; exit 1' TERM
  while pause "$interval" && kill -0 "$child" && kill -0 $$; do
    interval=$((2 * interval < longest ? 2 * interval : longest)) called=()
    for host in $lost; do answers "$host" & called+=($!); done
    for host in "${called[@]}"; do
      wait "$host" && worth_a_pause || continue
      trap '' TERM
      kill -USR1 "$child" && exit 0
    done
  done 2>/dev/null
  exit 1
}
# Succeeds if watch_lost has paused the launch. Called after the launch has ended.
paused_for_host() {
  [ -n "$watch" ] || return
  kill "$watch" 2>/dev/null
  wait "$watch"
}
# launch OPTION...: replaces this process by mpirun.
launch() {
  [ -n "${places[1]}" ] || exit 69
  exec $mpirun $quiet "${places[@]}" "$icsweep" run "$sweep" -o "$store" $join "$@"
}

# Succeeds if this launch found nothing to do because others run the rest.
others_run() { [ -n "$join" ] && [ "$status" = 0 ] && "$icsweep" status "$store" 2>/dev/null | grep -q '^running on'; }
# Succeeds if mpirun started no rank: it ends at once if there are too few slots or if a host has left.
nothing_ran() { [ "$(count attempts)" = "$attempts" ] && [ $((SECONDS - began)) -lt 10 ]; }
# Lets mpirun say why it starts no ranks, which -q hides.
ask_why() { [ -z "$quiet" ] || [ "$(count attempts)" != "$attempts" ] || timeout 20 "$mpirun" "${places[@]}" true >&2; }

# Exits with the status of a complete sweep, which the store determines, not the status of mpirun or srun.
verdict() { [ "$(count 'failed|timed_out|crashed')" = 0 ] && exit 0 || exit 1; }

[ "${SLURM_HET_SIZE:-1}" -le 1 ] || [[ $mpirun = *het-group* ]] ||
  say "this job has $SLURM_HET_SIZE components and the sweep uses only the first; ask for one component with more tasks"
arguments=("$@")
look
crashes=0 before=$(ended) places=(-n "$ranks") watch=''
while :; do
  [ -z "$hosts" ] || call_hosts
  [ -n "$stopping" ] && exit 75
  attempts=$(count attempts) began=$SECONDS
  ICSWEEP_LAUNCH=$((ICSWEEP_LAUNCH + 1))
  launch ${arguments[@]+"${arguments[@]}"} &
  child=$!
  [ -z "$stopping" ] || kill -USR1 $child  # a signal came while it started
  [ -z "$lost" ] || { watch_lost & watch=$!; }
  wait $child 2>/dev/null
  status=$?
  # A signal may end the wait but not the launch, or may arrive just before the wait.
  while kill -0 $child 2>/dev/null; do wait $child; status=$?; done
  [ $status -le 128 ] || { wait $child 2>/dev/null; again=$?; [ $again = 127 ] || status=$again; }
  paused_for_host && paused=1 || paused=''
  child='' watch=''
  look
  case $status in
    2) exit 2 ;;
    75) [ -n "$paused" ] || exit 75 ;;
    0 | 1)
      [ -z "$seen" ] || unfinished || verdict
      others_run && exit 0
      if [ -z "$stopping" ] && nothing_ran && { [ -z "$hosts${SLURM_JOB_ID:-}" ] || [ $crashes -ge 2 ]; }; then
        why='see above'
        ask_why
        case " $mpirun " in *' -q '* | *' --quiet '*) why='run it without -q to see why' ;; esac
        say "$store: nothing ran (${mpirun%% *} ended with status $status, $why); $(count 'pending|again') of $(count experiments) experiments are left"
        exit 1
      fi
      ;;
  esac
  [ -n "$stopping" ] && exit 75
  [ "$(count pending)" = 0 ] || { [ "$(count again)" -gt 0 ] && [ "$(count attempts)" = "$attempts" ]; } ||
    without_retry ${arguments[@]+"${arguments[@]}"}
  now=$(ended) failed=''
  if [ "$now" -gt "$before" ]; then crashes=0; else failed=$status; fi
  before=$now
  if [ $status = 75 ]; then failed='' && continue; fi
  crashes=$((crashes + 1))
  if [ $crashes -gt "$retries" ]; then
    say "$store: gave up after $crashes crashes in a row (status $status), see above"
    exit 70
  fi
  ask_why
  delay=$((crashes > 6 ? 60 : 1 << (crashes - 1)))
  say "$store: crashed (status $status), $now ended; again in $delay s"
  pause $delay
  [ -n "$stopping" ] && exit 75
done
