# shellcheck shell=bash
# python_packages BUILD_DIR: sets `python` to one with the packages with which Surefoot's messages and recordings
# are compared with: mcap of the format's authors, rosbags and Pillow. They are downloaded from PyPI once, verified by the hashes
# in tests/requirements, and cached in BUILD_DIR/mcap_venv.

# new_venv PYTHON: a new environment; an incomplete or moved one is deleted.
new_venv() {
  rm -rf "$venv"
  "$1" -m venv "$venv" &&
    "$python" -m pip install --quiet --disable-pip-version-check --no-input --retries 5 --timeout 30 \
      --require-hashes -r "$(dirname "${BASH_SOURCE[0]}")/../requirements/recordings.txt" && usable
}

usable() { "$python" -c 'import mcap.reader, mcap_ros2.writer, rosbags, zstandard, lz4.frame, PIL' 2>/dev/null; }

python_packages() {
  local venv=$1/mcap_venv made='' base
  python=$venv/bin/python
  # Two simultaneous test runs must not both build it.
  exec 9>"$venv.lock"
  flock 9
  if ! usable; then
    for base in python3 /usr/bin/python3; do
      for _ in 1 2; do
        if new_venv "$base" >"$venv.log" 2>&1; then made=1 && break 2; fi
      done
    done
    if [[ -z $made ]]; then
      cat "$venv.log"
      echo "error: cannot make $venv: it needs python3-venv and, the first time, PyPI"
      exit 1
    fi
  fi
  flock -u 9
}
