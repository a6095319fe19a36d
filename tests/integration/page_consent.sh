#!/usr/bin/env bash
# page_consent.sh PROGRAM SOURCE_DIR BUILD_DIR
# The page asks for a token, and for consent to programs of clients.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test consent "$@"
