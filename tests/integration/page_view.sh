#!/usr/bin/env bash
# page_view.sh PROGRAM SOURCE_DIR BUILD_DIR: see web/test/view.mjs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test view "$@"
