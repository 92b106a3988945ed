# shellcheck shell=bash
# Completion of icsweep for bash. `icsweep complete` prints the words that can come next. Installed as
# share/bash-completion/completions/icsweep. To use it without installation: . jobs/completion/icsweep.bash
_icsweep() {
  local program=${COMP_WORDS[0]/#\~\//$HOME/} words=() i word glued=''
  # Bash splits words at = and : too, so the pieces are joined again.
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [ ${#words[@]} -gt 0 ] && { [ -n "$glued" ] || [[ $word == [=:] ]]; }; then words[-1]+=$word; else words+=("$word"); fi
    [[ $word == [=:] ]] && glued=1 || glued=''
  done
  local whole=${words[-1]} current=${COMP_WORDS[COMP_CWORD]} before line
  [[ $current == [=:] ]] && current=''
  before=${whole%"$current"}
  COMPREPLY=()
  while IFS= read -r line; do
    word=${line%%$'\t'*}
    case $word in
      :files*) _icsweep_files "$current" "${word#:files}" ;;
      *=) compopt -o nospace 2>/dev/null; COMPREPLY+=("${word#"$before"}") ;;
      *) COMPREPLY+=("${word#"$before"}") ;;
    esac
  done < <("$program" complete -- "${words[@]}" 2>/dev/null)
}
# _icsweep_files WORD [ENDING]: completes WORD to folders and to files with that ending.
_icsweep_files() {
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    if [ -d "$file" ] || [ -z "${2# }" ] || [[ $file == *."${2# }" ]]; then COMPREPLY+=("$file"); fi
  done < <(compgen -f -- "$1")
}
complete -F _icsweep icsweep
