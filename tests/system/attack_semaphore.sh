#!/usr/bin/env bash
# A launch that is killed while MPI opens its store leaves a locked semaphore, whose name is that of the store without
# its folder. The next launch on any store of this name must not wait for it.
. "$(dirname "$0")/common.sh"
[ -w /dev/shm ] || skip "there is no /dev/shm"
store=semaphore-$$.h5
trap 'rm -rf "$folder" "/dev/shm/sem.OMPIO_$store"' EXIT
sweep s.toml "[1]" 2 2
for n in 1 2; do
  head -c 32 /dev/zero >"/dev/shm/sem.OMPIO_$store" # value 0: the semaphore is held
  timeout 300 "$MPIEXEC" --oversubscribe -n $n "$ICSWEEP" run s.toml -o $store 2>run.log
  status=$?
  [ $status = 0 ] || fail "status $status on $n ranks: $(cat run.log)"
  [ "$(count $store done)" = 2 ] || fail "not done: $(cat run.log)"
  rm $store
done
[ ! -e "/dev/shm/sem.OMPIO_$store" ] || fail "a semaphore is left"
