#!/usr/bin/env bash
# page_gap.sh PROGRAM SOURCE_DIR BUILD_DIR
# The reality gap on the web page: a recording is dropped, compared, and the gap closed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test gap "$@"
