# shellcheck shell=bash
# For the scripts beside it: source it with their arguments, PROGRAM SOURCE_DIR BUILD_DIR. Gives
# $surefoot, $source_dir, the empty folder $work, which is removed at the end, and:
#   fail TEXT                    ends the test
#   skip TEXT                    ends the test; it counts as skipped unless something failed before
#   expect STATUS COMMAND...     runs it; its output is in $work/out and $work/err
#   said FILE TEXT               fails unless the file contains the text
#   python JSON_FILE CODE        runs the code with the file's content as r
#   start_server ARGUMENTS...    surefoot serve in the background, $server; where it listens is in $work/serve.json
#   end_server                   ends it by a signal and waits for it
set -euo pipefail
surefoot=$1
# shellcheck disable=SC2034  # Used by the scripts.
source_dir=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset SUREFOOT_PATH

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

skip() {
  printf 'skipped: %s\n' "$*"
  exit 77  # SKIP_RETURN_CODE of the tests
}

expect() {
  local want=$1 status=0
  shift
  "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
  ((status == want)) && return
  head -n 50 "$work/out" "$work/err" >&2
  fail "exit status $status instead of $want: $*"
}

said() {
  grep -qF -e "$2" "$1" && return
  head -n 50 "$1" >&2
  fail "'$2' is not in $(basename "$1")"
}

python() {
  python3 -c "
import json, sys
with open(sys.argv[1]) as file:
    r = json.load(file)
$2" "$1" || {
    head -n 80 "$1" >&2
    fail "see above"
  }
}

start_server() {
  "$surefoot" serve "$@" --json >"$work/serve.json" 2>"$work/serve.err" &
  server=$!
  trap 'kill -KILL "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
  for ((i = 0; i < 600; ++i)); do
    [[ -s $work/serve.json ]] && return
    kill -0 "$server" 2>/dev/null || break
    sleep 0.05
  done
  cat "$work/serve.err" >&2
  fail "the server did not start"
}

end_server() {
  local status=0
  kill -TERM "$server"
  wait "$server" || status=$?
  ((status == 0)) || fail "exit status $status of the server"
}
