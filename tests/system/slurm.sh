#!/usr/bin/env bash
# Sourced after common.sh. Starts the test's own Slurm with nodes of two cores on this machine: two, or those in the
# array `nodes`. Its folder is removed at the end.
[ -n "${nodes+set}" ] || nodes=(n1 n2)
for program in slurmctld slurmd sbatch munged; do
  command -v $program >/dev/null || PATH=$PATH:/usr/sbin
  command -v $program >/dev/null || skip "$program is not installed (Debian and Ubuntu: slurmctld slurmd slurm-client munge)"
done
[ "$(id -u)" = 0 ] || skip "starting Slurm needs root"
export OMPI_MCA_btl=self,tcp  # both nodes have the same host name, but their ranks must not use shared memory
# shellcheck disable=SC2154  # of common.sh
slurm=$folder/slurm host=$(hostname -s)
export SLURM_CONF=$slurm/slurm.conf

# Also prints the messages of Slurm and of the jobs.
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  { scontrol show job; tail -n 3 "$slurm"/*.log "$slurm"/*.out; cat job-*.log; } >&2 2>&1
  exit 1
}

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

configure_slurm() {
  mkdir -p "$slurm"/{state,munge}
  for node in "${nodes[@]}"; do mkdir -p "$slurm/spool/$node" "$slurm/tmp/$node"; done
  chmod 700 "$slurm/munge"
  dd if=/dev/urandom of="$slurm/munge/key" bs=1024 count=1 2>/dev/null
  chmod 400 "$slurm/munge/key"
  cat >"$slurm/slurm.conf" <<END
ClusterName=icsweep
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
AuthInfo=socket=$slurm/munge.socket,cred_expire=10
SlurmUser=root
SlurmdUser=root
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool/%n
TmpFS=$slurm/tmp/%n
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.%n.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MpiDefault=none
KillWait=5
SlurmdTimeout=30
ReturnToService=2
MinJobAge=3600
JobRequeue=1
SchedulerParameters=batch_sched_delay=0,sched_interval=2
$(for node in "${nodes[@]}"; do echo "NodeName=$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=2 RealMemory=2000"; done)
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE OverSubscribe=FORCE:4
END
  printf 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n' >"$slurm/cgroup.conf"
}

# The daemons run as children of this test, so their ids are known.
daemons=()
declare -A slurmds
daemon() { "$@" >"$slurm/${1##*/}.out" 2>&1 & daemons+=($!); }

start_slurm() {
  configure_slurm
  daemon munged --foreground --force --key-file="$slurm/munge/key" --socket="$slurm/munge.socket" --pid-file="$slurm/munge.pid" \
    --log-file="$slurm/munge.log" --seed-file="$slurm/munge.seed"
  await "munged" test -S "$slurm/munge.socket"
  daemon slurmctld -D
  for node in "${nodes[@]}"; do
    daemon slurmd -D -N "$node"
    # shellcheck disable=SC2034  # slurm_lost_node.sh asks for it
    slurmds[$node]=$!
  done
  await "idle nodes" nodes_are_idle
}
nodes_are_idle() { [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = ${#nodes[@]} ]; }

stop_slurm() {
  scancel -u root 2>/dev/null
  for _ in {1..50}; do [ -z "$(squeue -h 2>/dev/null)" ] && break; sleep 0.2; done
  kill -KILL $(processes_of_job .) 2>/dev/null
  kill "${daemons[@]}" 2>/dev/null
  for _ in {1..50}; do jobs -pr | grep -q . || break; sleep 0.1; done
  kill -KILL "${daemons[@]}" 2>/dev/null
}
trap 'stop_slurm; rm -rf "$folder"' EXIT

# submit SCRIPT SWEEP STORE [options of sbatch]: sets job
submit() {
  local script=$1 sweep=$2 store=$3
  shift 3
  job=$(sbatch --parsable --output=job-%j.log "$@" "$PROJECT/jobs/slurm/$script" "$sweep" "$store") || fail "sbatch: $job"
}
job_is() { scontrol show job -o "$job" | grep -oE " $1=[^ ]*" | cut -d= -f2; }
job_ends_as() {
  local state
  state=$(job_is JobState)
  case $state in "$1") ;; COMPLETED | FAILED | CANCELLED | TIMEOUT | NODE_FAIL) fail "the job is $state and not $1: $(tail -n 1 job-"$job".log)" ;; *) return 1 ;; esac
}
await_job() { await "state $1 of the job" job_ends_as "$1"; }  # await_job STATE: fails at another final state
await_line() { await "'$1' in the job's log" log_shows "$1"; }  # await_line TEXT: fails if the job ends without it
log_shows() {
  local state
  state=$(job_is JobState)
  grep -qs -- "$1" job-"$job".log && return
  [ "$state" = FAILED ] && fail "the job is FAILED without '$1' in its log: $(tail -n 1 job-"$job".log)"
  return 1
}

# Prints the processes in this Slurm's jobs with this command line. Other tests may run at the same time.
processes_of_job() {
  local process
  for process in $(pgrep -f "$1"); do
    grep -qszx "SLURM_CONF=$SLURM_CONF" "/proc/$process/environ" && grep -qsz '^SLURM_JOB_ID=' "/proc/$process/environ" && echo "$process"
  done
}
ranks_of_job() { processes_of_job "^$ICSWEEP run"; }

# begin_job EXPERIMENTS SECONDS [options of sbatch]: starts Slurm and a job, and waits until the job counts
begin_job() {
  ICSWEEP=$RUN_POISON
  counting s.toml "$1" "$2"
  start_slurm
  submit sweep.sbatch s.toml store.h5 --ntasks=2 "${@:3}"
  await_line 'to do on'
}
