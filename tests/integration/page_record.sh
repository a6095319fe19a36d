#!/usr/bin/env bash
# page_record.sh PROGRAM SOURCE_DIR BUILD_DIR
# Recording and replay on the web page.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test record "$@"
