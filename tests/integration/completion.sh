#!/usr/bin/env bash
# completion.sh PROGRAM SOURCE_DIR BUILD_DIR
# Completion of command lines: the candidates, and the scripts in a real bash, in zsh and fish where they are installed.
source "$(dirname "$0")/helpers.bash"
cd "$work"
mkdir -p folder
touch world_of_mine.sdf

# completes "WORDS..." CANDIDATE...: the last word of the line, which may be empty, has these candidates among others.
candidates() {
  expect 0 "$surefoot" complete -- "$@"
  cut -f 1 "$work/out" >"$work/found"
}
has() {
  local each
  for each; do grep -qxF -e "$each" "$work/found" || { cat "$work/found" >&2; fail "no candidate $each"; }; done
}
lacks() {
  local each
  for each; do ! grep -qxF -e "$each" "$work/found" || fail "candidate $each"; done
}

candidates ""
has run serve check help completion experiment gap
lacks complete -h
candidates r
has run render record-info
lacks serve
candidates run --e
has --engine --exclude
lacks --speed
candidates run --engine ""
has mujoco
lacks :files husky
candidates run --engine mu
has mujoco
lacks bullet
candidates run --engine=mu  # one word in zsh and fish
has --engine=mujoco
candidates run --engine = mu  # three words in bash
has mujoco
candidates run --engine =
has mujoco
candidates run --islands ""
has on off
candidates run --contact ""
has engine tyre soil
candidates run husky_
has husky_lab husky_75 :files
lacks flat
candidates run --duration 3 hus  # values of options are not arguments
has husky husky_lab
candidates run husky_lab ""  # there is no second argument
lacks husky_lab :files
candidates check flat husk  # as many as wanted
has husky
candidates help se
has serve
candidates completion ""
has bash zsh fish
candidates gap --re  # of the evaluation program
has --real
candidates experiment ki
has kick
candidates serve --controllers ""
has :folders
candidates dance ""
[[ ! -s $work/found ]] || fail "candidates of an unknown command"

# Every world of the tree is a candidate.
candidates run ""
for world in "$source_dir"/worlds/*.sdf; do has "$(basename "$world" .sdf)"; done

expect 2 "$surefoot" completion tcsh
said "$work/err" 'bash'

# In bash, as at a terminal: the program is found by its name.
mkdir bin
ln -s "$surefoot" bin/surefoot
export PATH=$work/bin:$PATH
bash_completes() {  # bash_completes EXPECTED WORD...
  local expected=$1
  shift
  bash --norc --noprofile -c '
    source <(surefoot completion bash)
    complete -p surefoot >/dev/null || exit 3
    compopt() { :; }  # works only while readline completes
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _surefoot
    printf "%s\n" "${COMPREPLY[@]}"
  ' bash "$@" >"$work/out" 2>"$work/err" || { cat "$work/err" >&2; fail "bash: $*"; }
  grep -qxF -e "$expected" "$work/out" || { cat "$work/out" >&2; fail "bash completes '$*' without $expected"; }
}
bash_completes run surefoot r
bash_completes --engine surefoot run --eng
bash_completes mujoco surefoot run --engine = m
bash_completes husky_lab surefoot run husky_l
bash_completes world_of_mine.sdf surefoot run world_of
bash_completes folder surefoot serve --controllers fo
bash_completes --real surefoot gap --re

if command -v zsh >/dev/null; then
  surefoot completion zsh >_surefoot
  zsh -n _surefoot || fail "zsh: syntax"
fi
if command -v fish >/dev/null; then
  surefoot completion fish >surefoot.fish
  fish --no-config -c 'source surefoot.fish; complete -C "surefoot run husky_l"' >"$work/out"
  said "$work/out" husky_lab
fi
