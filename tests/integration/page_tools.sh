#!/usr/bin/env bash
# page_tools.sh PROGRAM SOURCE_DIR BUILD_DIR: see web/test/tools.mjs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test tools "$@"
