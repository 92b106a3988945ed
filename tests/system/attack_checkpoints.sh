#!/usr/bin/env bash
# STORE.checkpoints may belong to somebody else. It may be a link to a folder of the user, it may hold a link to the
# current folder, or it may be another user's folder. A launch refuses these in one line and removes nothing. If the
# folder holds other files, a launch removes only files with names that icsweep gives.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
sweep s.toml "[1]" 2 2
mkdir -p scratch/inner && echo precious >scratch/notes.txt && echo 1 >scratch/1-0 && echo 2 >scratch/inner/2-0
whole() { [ "$(cat scratch/notes.txt scratch/1-0 scratch/inner/2-0 | tr '\n' ' ')" = "precious 1 2 " ] || fail "$1: files are gone: $(find scratch)"; }
refused() {
  one_line "$ICSWEEP" run s.toml -o s.h5
  grep -qF "s.h5.checkpoints: $1" err.txt || fail "'$1' is not printed: $(cat err.txt)"
  [ ! -e s.h5 ] || fail "a store was made although the launch was refused"
}

for target in scratch . "$folder/scratch"; do
  ln -s "$target" s.h5.checkpoints
  refused 'is a link'
  whole "a link to $target"
  [ -L s.h5.checkpoints ] && [ -e s.toml ] || fail "the link to $target is gone"
  rm s.h5.checkpoints
done
echo text >s.h5.checkpoints
refused 'is not a folder'
rm s.h5.checkpoints
if [ "$(id -u)" = 0 ]; then
  cp -r scratch s.h5.checkpoints && chown 65534 s.h5.checkpoints
  refused 'is a folder of another user'
  [ -e s.h5.checkpoints/1-0 ] || fail "a file of another user's folder is gone"
  rm -r s.h5.checkpoints
fi

# The user's own folder, with a link among its files.
mkdir s.h5.checkpoints
cp scratch/notes.txt s.h5.checkpoints && echo torn >s.h5.checkpoints/3-1 
echo half >s.h5.checkpoints/3-2.partial
identity=0123456789abcdef0123456789abcdef
echo torn >s.h5.checkpoints/$identity-3 && echo half >s.h5.checkpoints/$identity-4.partial && echo 1 >s.h5.checkpoints/$identity
ln -s ../scratch/notes.txt s.h5.checkpoints/$identity-5
ln -s ../scratch/notes.txt s.h5.checkpoints/4-0
mkdir s.h5.checkpoints/5-0 && echo 1 >s.h5.checkpoints/1-0.backup
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the launch: $(cat run.log)"
whole "a link among the checkpoints"
[ "$(ls s.h5.checkpoints | tr '\n' ' ')" = "$identity 1-0.backup 5-0 notes.txt " ] || fail "wrong files are left: $(ls s.h5.checkpoints)"
[ "$(count s.h5 done)" = 2 ] || fail "not done: $(cat run.log)"
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the second launch: $(cat run.log)"
[ "$(cat s.h5.checkpoints/notes.txt)" = precious ] || fail "a user's file is gone"
[ "$(id -u)" = 0 ] || skip "the last part: a folder of another user needs root"
