# shellcheck shell=bash
# Sourced by ./run and ./test: installs and builds what is missing, from a bare Debian 12 to a built tree.
# All messages go to standard error, so that `./run ... --json` stays machine-readable.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

# install_packages PURPOSE...: install the missing packages of these parts of tools/packages.txt.
install_packages() {
  local -a wanted=() missing=()
  local name command part=
  while read -r name command; do
    if [[ $name =~ ^\[(.*)\]$ ]]; then
      part=${BASH_REMATCH[1]}
    elif [[ -n $name && " $* " == *" $part "* ]]; then
      [[ -n $command ]] && command -v "$command" >/dev/null || wanted+=("$name")
    fi
  done < <(grep -v '^#' "$root/tools/packages.txt")
  ((${#wanted[@]})) || return 0
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
  say "Installing Debian packages (${#missing[@]}): ${missing[*]}"
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

# install_page_tools: install npm, which has hundreds of dependencies, and the packages of the web page in the background:
# compiling does not need them. make_page waits for this.
install_page_tools() {
  # The password is requested here, not in the background.
  if ((EUID != 0)) && [[ -t 0 ]] && ! command -v npm >/dev/null && command -v sudo >/dev/null; then
    sudo -v || true
  fi
  page_log=$(mktemp)
  (
    install_packages page
    cmake "-DWEB=$root/web" -DONLY=page -P "$root/cmake/npm_ci.cmake"
  ) >"$page_log" 2>&1 </dev/null &
  page_tools=$!
}

make_page() {
  wait "$page_tools" || {
    cat "$page_log" >&2
    return 1
  }
  rm -f "$page_log"
  (build web_page)
}

# configure PRESET COMPONENT...: run cmake if the build tree does not exist yet, lacks one of these components
# (cmake/components.cmake), or if the presets or the path have changed. Components of earlier calls are kept. Later
# changes of CMakeLists.txt and of the list of files are detected by ninja.
configure() {
  local preset=$1 stamp now name
  shift
  build_dir=$root/build
  [[ $preset == release ]] || build_dir=$root/build/$preset
  local -a components=()
  [[ ! -e $build_dir/components ]] || read -ra components <"$build_dir/components"
  for name; do
    [[ " ${components[*]-} " == *" $name "* || " ${components[*]-} " == *" all "* ]] || components+=("$name")
  done
  stamp=$build_dir/configured_as
  now="$preset in $root with ${components[*]} and presets $(cksum <"$root/CMakePresets.json")"
  if [[ -e $build_dir/build.ninja && -e $stamp && $(<"$stamp") == "$now" ]]; then
    return
  fi
  mkdir -p "$build_dir" && [[ -w $build_dir ]] || die "cannot write to $build_dir"
  say "Configuring ($preset)"
  local log=$build_dir/configure.log list
  list=$(IFS=';' && printf '%s' "${components[*]}")
  # More components in the same build tree do not change what is compiled already.
  local -a fresh=(--fresh)
  if [[ -e $stamp && $(sed 's/ with .* and / /' "$stamp") == "$(sed 's/ with .* and / /' <<<"$now")" ]]; then
    fresh=()
  fi
  (cd "$root" && cmake --preset "$preset" "${fresh[@]}" "-DSUREFOOT_COMPONENTS=$list") >"$log" 2>&1 || {
    cat "$log" >&2
    die "configuration failed"
  }
  printf '%s\n' "${components[*]}" >"$build_dir/components"
  printf '%s\n' "$now" >"$stamp"
}

# build [TARGET...]: ninja, silent if everything is up to date; otherwise with one progress line
# on a terminal, or a line every 15 seconds elsewhere: the progress and the estimated time left.
build() {
  [[ -w $build_dir ]] || die "cannot write to $build_dir (built by another user?)"
  local log=$build_dir/build.log
  NINJA_STATUS='[%f/%t] ' ninja -C "$build_dir" "$@" 2>&1 | tee "$log" | show_progress || {
    grep -v -e '^\[[0-9]*/[0-9]*\] ' -e '^ninja: Entering' "$log" >&2 || true
    die "the build failed; the whole output is in $log"
  }
}

show_progress() {
  local line step next=0 shown='' began=$SECONDS
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  && $line != *Re-checking* && $line != *Looking* ]] || continue
    step="Building: ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} steps$(time_left "${BASH_REMATCH[@]:1}" $((SECONDS - began)))"
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

# time_left DONE ALL SECONDS: estimate from the progress so far.
time_left() {
  local left
  (($1 >= 5 && $3 >= 10)) || return 0
  left=$(($3 * ($2 - $1) / $1))
  if ((left >= 90)); then
    printf ', about %d min left' $(((left + 30) / 60))
  else
    printf ', about %d s left' "$left"
  fi
}
