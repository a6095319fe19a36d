#!/usr/bin/env bash
# gamecontroller.sh PROGRAM SOURCE_DIR BUILD_DIR
# The official game controller's packets over real sockets, written and read by other code.
source "$(dirname "$0")/helpers.bash"

expect 2 "$surefoot" serve --port 0 --without usarsim --gamecontroller-role referee
said "$work/err" "accepted: off, controller, follower"
expect 2 "$surefoot" serve --port 0 --without usarsim --gamecontroller-role controller --gamecontroller-send-to home
said "$work/err" "an address like 127.0.0.1"
expect 2 "$surefoot" serve --port 0 --without usarsim --gamecontroller-role controller --gamecontroller-data-port 0
said "$work/err" "data-port is 0"

python3 "$source_dir/tests/integration/gamecontroller.py" "$surefoot" "$work" || fail "see above"
