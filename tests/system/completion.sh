#!/usr/bin/env bash
# Completion in bash, and in zsh if it is installed.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the folder of jobs/}"
mkdir bin below && ln -s "$ICSWEEP" bin/icsweep
PATH=$folder/bin:$PATH
small_store
touch notes.txt other.toml
# shellcheck source=../../jobs/completion/icsweep.bash
. "$PROJECT/jobs/completion/icsweep.bash"
complete -p icsweep | grep -q -- '-F _icsweep icsweep' || fail "bash has no completion of icsweep"

# offers "WANTED..." WORD...: expects exactly these candidates, in any order. has: expects them among others.
asked() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=(); _icsweep; }
offers() {
  local wanted=$1
  shift
  asked "$@"
  [ "$(printf '%s\n' "${COMPREPLY[@]}" | sort | xargs)" = "$(xargs -n 1 <<<"$wanted" | sort | xargs)" ] || fail "$* offers ${COMPREPLY[*]}, not $wanted"
}
has() {
  local wanted
  asked "${@:2}"
  for wanted in $1; do printf '%s\n' "${COMPREPLY[@]}" | grep -qxF -- "$wanted" || fail "${*:2} does not offer $wanted but ${COMPREPLY[*]}"; done
}
offers "$(icsweep | sed -n 's/^  \([a-z]*\) .*/\1/p' | xargs)" icsweep ''
offers 'query' icsweep q
offers 'fig1 fig10' icsweep run fig1
has 'fig5 all s.toml other.toml below' icsweep run ''
offers 's.toml' icsweep plan s.
offers 'store.h5' icsweep query st
offers 'store.h5 below bin' icsweep merge store.h5 ''
has 'notes.txt store.h5' icsweep export store.h5 -o ''
offers 'quick' icsweep simulate fig5 --scale ''
offers 'quick' icsweep run fig5 --scale = q
offers '' icsweep run s.toml --scale ''
offers 'depth= ' icsweep run fig5 --set dep
offers 'linear softmax' icsweep run fig5 --set attention = ''
offers 'softmax' icsweep run --set depth = 3 fig5 --set attention = s
has 'depth=' icsweep run no-such-file --set ''
offers '--retry --rerun-damaged' icsweep run fig5 --re
offers '--sample --seed' icsweep verify store.h5 --s
offers 'failed,crashed' icsweep run fig5 --retry failed,cr
offers 'augmented' icsweep plot store.h5 ''
offers 'augmented' icsweep top store.h5 a
offers 'test_mse' icsweep top store.h5 test_m
offers 'depth' icsweep top store.h5 test_mse --by dep
offers 'test_mse' icsweep top store.h5 augmented test_m
offers 'length,dim length,depth' icsweep top store.h5 augmented test_mse --by length,d
offers 'augmented' icsweep export store.h5 --task ''
has 'position_mse' icsweep export store.h5 --array ''
offers 'table' icsweep query store.h5 --format t
has 'fig5 covariates-fig2a' icsweep figure store.h5 ''
has 'prop4' icsweep claims prop
has 'fig5-L1 sweep' icsweep bench ''
has 'fig5-L1' icsweep bench sweep --train ''
offers '--experiments' icsweep bench sweep --exp
offers 'quick' icsweep launch -n 2 fig5 x.h5 --scale ''
offers '--retry --rerun-damaged' icsweep launch -n 2 fig5 x.h5 --re
offers '' icsweep nothing ''
[ ! -s x.h5 ] || fail "completion made a store"

# Every positional argument of every command has candidates, except SQL, numbers and remaining arguments.
for command in $(icsweep | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
  places=$(icsweep manual "$command" | sed -n '/^.SH ARGUMENTS/,/^.SH OPTIONS/s/^\\fI\(.*\)\\fR$/\1/p')
  typed=(icsweep "$command")
  for place in $places; do
    asked "${typed[@]}" ''
    case $place in SQL | OPTION) ;; *) [ ${#COMPREPLY[@]} -gt 0 ] || fail "$command: there is no candidate for $place" ;; esac
    typed+=("${COMPREPLY[0]:-x}")
  done
done

command -v zsh >/dev/null || { echo "bash completes; zsh is not here"; exit; }
mkdir functions && cp "$PROJECT/jobs/completion/_icsweep" functions/
zsh -f "$(dirname "$0")/completion.zsh" "$folder" >zsh.txt 2>&1 || fail "zsh: $(cat zsh.txt)"
echo "bash and zsh complete"
