# Sourced by ./run and ./test: from a bare Debian 12 to a built tree, doing only what is missing.
# Everything it says goes to standard error, so that `./run ... --json` stays machine-readable.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

# install_packages: whatever in tools/packages.txt is not installed.
install_packages() {
  local -a wanted=() missing=()
  local name command
  while read -r name command; do
    [[ -n $command ]] && command -v "$command" >/dev/null || wanted+=("$name")
  done < <(grep -v '^#' "$root/tools/packages.txt")
  if ! command -v dpkg-query >/dev/null; then
    say "note: this is not a Debian system; building with whatever libraries are there."
    return
  fi
  local installed package
  installed=$'\n'$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null ||
    true)$'\n'
  for package in "${wanted[@]}"; do
    [[ $installed == *$'\n'"$package installed"$'\n'* ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  local -a as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "these packages are missing: ${missing[*]}
Install them as root: apt-get install --no-install-recommends ${missing[*]}"
    as_root=(sudo)
    [[ -t 0 ]] || as_root+=(-n)
  fi
  say "Installing ${#missing[@]} Debian packages, which can take minutes: ${missing[*]}"
  local log
  log=$(mktemp)
  if ! {
    "${as_root[@]}" apt-get -q update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get -q install -y --no-install-recommends "${missing[@]}"
  } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    die "could not install: ${missing[*]}"
  fi
  rm -f "$log"
}

# configure PRESET: run cmake if there is no build tree yet, or the presets or the place changed.
# Later changes of CMakeLists.txt and of the list of files are noticed by ninja itself.
configure() {
  local preset=$1 stamp now
  build_dir=$root/build
  [[ $preset == release ]] || build_dir=$root/build/$preset
  stamp=$build_dir/configured_as
  now="$preset in $root with presets $(cksum <"$root/CMakePresets.json")"
  if [[ -e $build_dir/build.ninja && -e $stamp && $(<"$stamp") == "$now" ]]; then
    return
  fi
  mkdir -p "$build_dir" && [[ -w $build_dir ]] || die "cannot write to $build_dir"
  say "Configuring ($preset)"
  local log=$build_dir/configure.log
  (cd "$root" && cmake --preset "$preset" --fresh) >"$log" 2>&1 || {
    cat "$log" >&2
    die "configuration failed"
  }
  printf '%s\n' "$now" >"$stamp"
}

# build [TARGET...]: ninja, silent when there is nothing to do and no error; meanwhile one live line
# on a terminal, or a line every 15 seconds elsewhere.
build() {
  [[ -w $build_dir ]] || die "cannot write to $build_dir (built by another user?)"
  local log=$build_dir/build.log
  NINJA_STATUS='[%f/%t] ' ninja -C "$build_dir" "$@" 2>&1 | tee "$log" | show_progress || {
    grep -v -e '^\[[0-9]*/[0-9]*\] ' -e '^ninja: Entering' "$log" >&2 || true
    die "the build failed; the whole output is in $log"
  }
}

show_progress() {
  local line step next=0 shown=
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  && $line != *Re-checking* && $line != *Looking* ]] || continue
    step="Building: ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} steps"
    if [[ -t 2 ]]; then
      printf '\r%s\e[K' "$step" >&2
      shown=1
    elif ((SECONDS >= next)); then
      say "$step"
      next=$((SECONDS + 15))
    fi
  done
  [[ -z $shown ]] || printf '\r\e[K' >&2
}
