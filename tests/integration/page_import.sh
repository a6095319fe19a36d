#!/usr/bin/env bash
# page_import.sh PROGRAM SOURCE_DIR BUILD_DIR
# Files dropped onto the web page, good and broken.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test import "$@"
