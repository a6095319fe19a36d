#!/usr/bin/env bash
# packaging.sh PROGRAM SOURCE_DIR BUILD_DIR
# The unit and the container have the settings of docs/guides/deploy.md, and the program accepts their commands.
source "$(dirname "$0")/helpers.bash"
packaging=$source_dir/packaging

"$source_dir/tools/check_packaging" "$surefoot" || fail "see above"

# The check reports missing settings.
mkdir -p "$work/tools" "$work/packaging"
cp "$source_dir/tools/check_packaging" "$work/tools/"
sed -e '/^NoNewPrivileges=/d' -e 's/--token @/--token /' -e 's/--guests/--gests/' \
  "$packaging/surefoot.service" >"$work/packaging/surefoot.service"
sed -e '/^USER/d' "$packaging/Containerfile" >"$work/packaging/Containerfile"
expect 1 "$work/tools/check_packaging" "$surefoot"
for text in 'NoNewPrivileges= is missing' '--token takes @FILE' 'no option --gests' 'runs as root' \
  'COPY surefoot/: the file does not exist'; do
  said "$work/err" "$text"
done

command -v systemd-analyze >/dev/null || exit 0
# The unit as installed, with an existing program.
sed "s#/usr/bin/surefoot#$surefoot#" "$packaging/surefoot.service" >"$work/surefoot.service"
systemd-analyze verify "$work/surefoot.service" >"$work/out" 2>&1 || {
  # It does not run everywhere, for example without /run/systemd.
  grep -q 'surefoot.service' "$work/out" && { cat "$work/out" >&2; fail "systemd-analyze verify"; }
}
! grep 'surefoot.service' "$work/out" || fail "systemd-analyze verify has something to say"
if systemd-analyze security --offline=true --no-pager "$work/surefoot.service" >"$work/out" 2>&1; then
  level=$(sed -n 's/.*exposure level for .*: \([0-9.]*\) .*/\1/p' "$work/out")
  [[ -n $level ]] || fail "systemd-analyze security gave no level"
  # 0 is best, 10 worst; serving on the network accounts for 0.5.
  awk -v level="$level" 'BEGIN { exit !(level <= 2.0) }' || fail "exposure level $level, at most 2.0 is accepted"
fi
