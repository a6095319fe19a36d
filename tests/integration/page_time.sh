#!/usr/bin/env bash
# page_time.sh PROGRAM SOURCE_DIR BUILD_DIR: see web/test/time.mjs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test time "$@"
