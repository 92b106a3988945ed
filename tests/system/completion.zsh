# completion.zsh FOLDER: types into a new zsh with FOLDER/functions and FOLDER/bin, and checks the completions of the
# tab key.
zmodload zsh/zpty
cd $1
zpty -b shell 'TERM=dumb zsh -f -i'
zpty -w shell "PS1='> '; PATH=$1/bin:\$PATH; fpath=($1/functions \$fpath); autoload -Uz compinit && compinit -D -u; LISTMAX=1000; setopt no_beep; print RE''ADY"
said=''
# await PATTERN: waits up to 20 s until the shell has printed the pattern since the last line.
await() {
  local out i
  for i in {1..200}; do
    while zpty -r -t shell out; do said+=$out; done
    [[ $said == $~1 ]] && return
    sleep 0.1
  done
  print -r -- "in vain: $1; it said: $said"
  exit 1
}
await '*READY*'
expect() {
  said=''
  zpty -w -n shell "$1"$'\t'
  await $2
  zpty -w -n shell $'\x15'
}
expect 'icsweep ru' '*icsweep run *'
expect 'icsweep run fig' '*fig10  came with icsweep*fig5  came with*'
expect 'icsweep run fig5 --set dep' '*--set depth=*'
expect 'icsweep run fig5 --set attention=so' '*attention=softmax*'
expect 'icsweep run fig5 --scale ' '*--scale quick*'
expect 'icsweep query sto' '*query store.h5*'
expect 'icsweep verify store.h5 --sam' '*--sample*'
