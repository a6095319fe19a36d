#!/usr/bin/env bash
# command_help.sh PROGRAM SOURCE_DIR BUILD_DIR
# `surefoot help`, manual pages, the version with the build's id, and advice for unknown names.
source "$(dirname "$0")/helpers.bash"
build_dir=$3

# help COMMAND prints what COMMAND --help prints, also for commands of the evaluation program.
expect 0 "$surefoot" complete -- ""
cut -f 1 "$work/out" >"$work/commands"
for command in run serve check help completion experiment gap; do
  grep -qx "$command" "$work/commands" || fail "$command is not among the commands"
done
while read -r command; do
  expect 0 "$surefoot" "$command" --help
  mv "$work/out" "$work/option"
  expect 0 "$surefoot" help "$command"
  cmp "$work/option" "$work/out" || fail "help $command differs from $command --help"
done <"$work/commands"
expect 0 "$surefoot" --help
mv "$work/out" "$work/option"
expect 0 "$surefoot" help
cmp "$work/option" "$work/out" || fail "help differs from --help"
expect 2 "$surefoot" help rnu
said "$work/err" "did you mean 'run'?"

# Manual pages: every option of the help is on the page, and no roff program has a complaint.
while read -r command; do
  expect 0 "$surefoot" help --man "$command"
  mv "$work/out" "$work/page.1"
  said "$work/page.1" '.SH SYNOPSIS'
  expect 0 "$surefoot" help "$command"
  for option in $(grep -oE '^ +(-[a-z],)?--[a-z0-9-]+' "$work/out" | grep -oE -e '--[a-z0-9-]+'); do
    grep -qF -e "\\fB${option//-/\\-}\\fR" "$work/page.1" || fail "$option is not on the page of $command"
  done
  if command -v groff >/dev/null; then
    expect 0 groff -man -Tutf8 -wall -z "$work/page.1"
    [[ ! -s $work/err ]] || { cat "$work/err" >&2; fail "groff complains about the page of $command"; }
  elif command -v man >/dev/null; then
    expect 0 env MANWIDTH=80 man --warnings=all -l "$work/page.1"
    ! grep -E 'warning|error' "$work/err" || fail "man complains about the page of $command"
  fi
  if command -v mandoc >/dev/null; then
    expect 0 mandoc -T lint -W error "$work/page.1"
  fi
done <"$work/commands"
expect 0 "$surefoot" help --man
said "$work/out" '.SH COMMANDS'
said "$work/out" 'surefoot\-run(1)'

# The version, and the id of the build: the commit, or "unknown" without git.
expect 0 "$surefoot" --version
grep -qE '^surefoot [0-9]+\.[0-9]+\.[0-9]+ \(build ([0-9a-f]{7,40}(-dirty)?|unknown)\)$' "$work/out" ||
  { cat "$work/out" >&2; fail "the form of the version"; }
version=$(sed -E 's/surefoot ([0-9.]+) .*/\1/' "$work/out")
grep -q "^project(surefoot VERSION $version " "$source_dir/CMakeLists.txt" || fail "another version than CMakeLists.txt"
grep -q "^version: $version\$" "$source_dir/CITATION.cff" || fail "another version than CITATION.cff"
grep -q "^## \[$version\] - " "$source_dir/CHANGELOG.md" || fail "$version is not in CHANGELOG.md"

# The generated file of the id: the commit of a checkout; "unknown" for sources without git, also inside another
# checkout; written only when the id changes.
if command -v git >/dev/null && command -v cmake >/dev/null; then
  git() { command git -c user.name=test -c user.email=test@localhost "$@"; }
  id_of() {
    cmake "-DSOURCE=$1" "-DOUTPUT=$work/id.cc" -DVERSION=1.2.3 -P "$source_dir/cmake/build_id.cmake" >"$work/out"
    sed -n 's/.*BuildId() { return "\(.*\)"; }/\1/p' "$work/id.cc"
  }
  mkdir -p "$work/tree/archive"
  [[ $(id_of "$work/tree") == unknown ]] || fail "an id without git"
  git -C "$work/tree" init -q
  echo 1 >"$work/tree/file"
  git -C "$work/tree" add file
  git -C "$work/tree" commit -qm first
  id=$(id_of "$work/tree")
  [[ $id =~ ^[0-9a-f]{12}$ && $(git -C "$work/tree" rev-parse HEAD) == "$id"* ]] || fail "the id '$id' is not the commit"
  touch -d '2001-01-01' "$work/id.cc"
  git -C "$work/tree" tag v9
  [[ $(id_of "$work/tree") == "$id" ]] || fail "a tag changed the id"
  [[ $(stat -c %Y "$work/id.cc") == "$(date -d '2001-01-01' +%s)" ]] || fail "the file was written without need"
  echo 2 >"$work/tree/file"
  [[ $(id_of "$work/tree") == "$id-dirty" ]] || fail "a changed file is not in the id"
  [[ $(id_of "$work/tree/archive") == unknown ]] || fail "the id of another checkout"
fi

# Advice for names of worlds and models, wherever they are opened.
advises() {  # advises TEXT ARGS...
  local text=$1
  shift
  expect 2 "$surefoot" "$@"
  said "$work/err" "did you mean \"$text\"?"
}
cd "$work"
advises husky_lab run husky_labb
advises husky_lab run worlds/husky_labb.sdf
advises husky run model://huskyy
advises lab_floor serve lab_flor
advises flat render flatt out.png
advises flat map flatt
expect 2 "$surefoot" run nothing_like_any_name
said "$work/err" 'check the path'

# Installation: pages and scripts, from the program that is installed.
if command -v cmake >/dev/null && [[ -e $build_dir/cmake_install.cmake ]]; then
  mkdir -p "$work/prefix"
  cat >"$work/install.cmake" <<END
set(CMAKE_INSTALL_PREFIX $work/prefix)
set(program $surefoot)
set(man share/man/man1)
set(share share)
include($source_dir/cmake/install_command_texts.cmake)
END
  expect 0 cmake -P "$work/install.cmake"
  for file in man/man1/surefoot.1 man/man1/surefoot-run.1 man/man1/surefoot-gap.1 bash-completion/completions/surefoot \
    zsh/site-functions/_surefoot fish/vendor_completions.d/surefoot.fish; do
    [[ -s $work/prefix/share/$file ]] || fail "$file was not installed"
  done
  expect 0 "$surefoot" completion bash
  cmp "$work/out" "$work/prefix/share/bash-completion/completions/surefoot" || fail "the installed script differs"
  expect 0 "$surefoot" help --man run
  cmp "$work/out" "$work/prefix/share/man/man1/surefoot-run.1" || fail "the installed page differs"
fi
