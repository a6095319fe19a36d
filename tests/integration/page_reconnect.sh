#!/usr/bin/env bash
# page_reconnect.sh PROGRAM SOURCE_DIR BUILD_DIR: see web/test/reconnect.mjs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test reconnect "$@"
