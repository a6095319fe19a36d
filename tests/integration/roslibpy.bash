# shellcheck shell=bash
# roslibpy_packages BUILD_DIR: sets `python` to one with roslibpy and cbor2. They are downloaded from PyPI once, verified by
# their hashes, and cached in BUILD_DIR/rosbridge_venv.
roslibpy_packages() {
  local venv=$1/rosbridge_venv
  python=$venv/bin/python
  # Two simultaneous tests must not both make it.
  exec 9>"$venv.lock"
  flock 9
  if ! "$python" -c 'import roslibpy, cbor2, autobahn' 2>/dev/null; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$python" -m pip install --quiet --disable-pip-version-check --no-input --retries 5 \
      --timeout 30 --require-hashes -r "$(dirname "${BASH_SOURCE[0]}")/../requirements/clients.txt"
    "$python" -c 'import roslibpy, cbor2, autobahn'
  fi
  flock -u 9
}
