# shellcheck shell=bash
# client_packages BUILD_DIR: sets `client_python` to a Python with roslibpy and `client_modules` to a folder with
# roslib. They are downloaded from PyPI and npm once, verified by their hashes, and cached.

client_packages() {
  local venv=$1/roslibpy_venv here
  here=$(dirname "${BASH_SOURCE[0]}")
  source "$here/npm_packages.bash"
  client_python=$venv/bin/python
  client_modules=$1/npm_modules/roslib
  exec 9>"$venv.lock"
  flock 9
  for _ in 1 2; do
    "$client_python" -c 'import roslibpy' 2>/dev/null && break
    rm -rf "$venv"
    python3 -m venv "$venv" && "$client_python" -m pip install --quiet --disable-pip-version-check \
      --no-input --retries 5 --timeout 30 --require-hashes -r "$here/../requirements/clients.txt" || true
  done
  "$client_python" -c 'import roslibpy' || fail "no roslibpy: it needs python3-venv and, the first time, PyPI"
  npm_packages roslib_2.1.0 "$client_modules" || npm_packages roslib_2.1.0 "$client_modules" ||
    fail "no roslib: it needs npm and, the first time, its registry"
  flock -u 9
}
