#!/usr/bin/env bash
# rosbridge_clients.sh PROGRAM SOURCE_DIR BUILD_DIR: real rosbridge clients against the web gateway:
# roslibpy and, where there is npm, roslib 1 and 2; CBOR is read by Python's cbor2. Also TLS, and
# roslibpy on the program itself.
set -euo pipefail
program=$1
source_dir=$2
build_dir=$3
here=$source_dir/tests/integration
work=$(mktemp -d)
server=
cleanup() {
  exec 7>&- || true
  if [[ -n $server ]]; then wait "$server" || true; fi
  rm -rf "$work"
}
trap cleanup EXIT

# start_server OPTIONS...: sets `address`. It ends with its input, descriptor 7.
start_server() {
  mkfifo "$work/in"
  "$build_dir/bin/web_test_server" "$@" <"$work/in" >"$work/address" &
  server=$!
  exec 7>"$work/in"
  rm "$work/in"
  for _ in $(seq 200); do
    address=$(cat "$work/address")
    [[ -n $address ]] && return
    sleep 0.05
  done
  echo "error: the test server did not start"
  exit 1
}
stop_server() {
  exec 7>&-
  wait "$server"
  server=
}

source "$here/npm_packages.bash"
source "$here/roslibpy.bash"
roslibpy_packages "$build_dir"

export SUREFOOT_TOKEN=open-sesame-to-all
start_server
"$python" "$here/rosbridge_roslibpy.py" "$address" "$SUREFOOT_TOKEN"
modules=$build_dir/npm_modules
if command -v npm >/dev/null && command -v node >/dev/null; then
  for version in 1.4.1 2.1.0; do
    folder=$modules/roslib_$version
    if npm_packages "roslib_$version" "$folder"; then
      node "$here/rosbridge_roslib.mjs" "$address" "$SUREFOOT_TOKEN" "$folder" "$version"
    else
      echo "npm did not give roslib $version: not tried"
    fi
  done
fi
stop_server

# With TLS, on an address other than loopback, and with a wrong token.
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
start_server listen=0.0.0.0 "tls-cert=$work/cert.pem" "tls-key=$work/key.pem"
"$python" "$here/rosbridge_tls.py" "$address" "$SUREFOOT_TOKEN" "$work/cert.pem"
stop_server
if "$build_dir/bin/web_test_server" listen=0.0.0.0 2>"$work/error" </dev/null; then
  echo "error: listens to everybody without TLS"
  exit 1
fi
grep -q 'without TLS' "$work/error"

"$python" "$here/rosbridge_serve.py" "$program"
