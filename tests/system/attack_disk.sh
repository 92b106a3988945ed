#!/usr/bin/env bash
# The disk is full when the store is created, or fills up during the launch, or the folder becomes read-only. Each
# gives one line and status 2, and loses no finished row. When there is space again, the same command gives the bits of
# an undisturbed run.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
mkdir disk && mount -t tmpfs -o size=2m attack disk 2>mount.log || skip "no tmpfs can be mounted here: $(cat mount.log)"
trap 'cd / && umount "$folder/disk"; rm -rf "$folder"' EXIT
sweep s.toml "[1, 2]" 40 40
reference s.toml whole.h5
fill() { dd if=/dev/zero of=disk/filler bs=4096 2>/dev/null; true; }

# At creation: the store does not fit on the disk.
dd if=/dev/zero of=disk/filler bs=4096 count=496 2>/dev/null
one_line "$ICSWEEP" run s.toml -o disk/s.h5
grep -q 'disk/s.h5: cannot be made (.*No space left on device.*); free some space or name another place' err.txt || fail "full at creation: $(cat err.txt)"
[ "$(ls disk)" = filler ] || fail "files are left: $(ls disk)"
fill
one_line "$ICSWEEP" run s.toml -o disk/s.h5
grep -q 'disk/s.h5: the folder cannot be written (No space left on device), free some space' err.txt || fail "the disk is full from the start: $(cat err.txt)"
[ "$(ls disk)" = filler ] || fail "files are left: $(ls disk)"

# During the launch. A store is allocated whole when it is created; punching holes undoes this, as a compressing file
# system would. The experiments take six seconds, so that the disk fills up while they run.
rm disk/filler
"$ICSWEEP" run s.toml -o disk/s.h5 --only 'seed < 20' 2>first.log || fail "the first part: $(cat first.log)"
digests disk/s.h5 >before.csv
sed -i "s/^epochs.*/epochs = 41/; s/^sequences.*/sequences = 1536/" s.toml
reference s.toml other.h5
make_only s.toml disk/s.h5
fallocate --dig-holes disk/s.h5
ranks 2 "$ICSWEEP" run s.toml -o disk/s.h5 2>full.log &
launcher=$!
await "a launch" grep -q 'to do on' full.log
fill
wait $launcher
status=$?
[ $status = 2 ] || fail "status $status instead of 2 on a full disk: $(cat full.log)"
says full.log 'nothing finished is lost, make room and run the same command again'
grep -vxFf <(digests disk/s.h5) before.csv && fail "finished rows were lost"
"$ICSWEEP" status disk/s.h5 | grep -q 'augmented: 80 planned: .*pending' || fail "status: $("$ICSWEEP" status disk/s.h5)"
fill  # also fills the space of the removed lease
one_line "$ICSWEEP" run s.toml -o disk/s.h5
rm disk/filler
"$ICSWEEP" run s.toml -o disk/s.h5 2>again.log || fail "the run with free space: $(cat again.log)"
of_sweep() { query "$1" "SELECT identity, status, digest FROM augmented_all WHERE epochs = 41 ORDER BY identity"; }
[ "$(of_sweep disk/s.h5)" = "$(of_sweep other.h5)" ] || fail "the store differs from the undisturbed one"
"$ICSWEEP" verify disk/s.h5 >verify.log || fail "verify: $(cat verify.log)"

# Read-only: commands that read work, and commands that write print the reason.
mount -o remount,ro "$folder/disk" || skip "the last part: no read-only remount is possible"
"$ICSWEEP" verify disk/s.h5 >verify.log || fail "verify of a read-only store: $(cat verify.log)"
"$ICSWEEP" status disk/s.h5 | grep -q '80 done' || fail "status of a read-only store"
one_line "$ICSWEEP" run s.toml -o disk/s.h5
grep -q 'disk/s.h5: the folder cannot be written (Read-only file system)' err.txt || fail "the run in a read-only folder: $(cat err.txt)"
mount -o remount,rw "$folder/disk"
"$ICSWEEP" run s.toml -o disk/s.h5 2>again.log || fail "the run in a writable folder: $(cat again.log)"
echo "a full disk at creation and later, and a read-only one: one line each, nothing lost"
