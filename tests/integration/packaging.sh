#!/usr/bin/env bash
# packaging.sh PROGRAM SOURCE_DIR BUILD_DIR
# The unit and the container have what docs/guides/deploy.md promises, and their commands are ones that the program takes.
source "$(dirname "$0")/helpers.bash"
packaging=$source_dir/packaging

"$source_dir/tools/check_packaging" "$surefoot" || fail "see above"

# The check notices what is missing.
mkdir -p "$work/tools" "$work/packaging"
cp "$source_dir/tools/check_packaging" "$work/tools/"
sed -e '/^NoNewPrivileges=/d' -e 's/--token @/--token /' -e 's/--guests/--gests/' \
  "$packaging/surefoot.service" >"$work/packaging/surefoot.service"
sed -e '/^USER/d' "$packaging/Containerfile" >"$work/packaging/Containerfile"
expect 1 "$work/tools/check_packaging" "$surefoot"
for text in 'NoNewPrivileges= is missing' '--token takes @FILE' 'no option --gests' 'runs as root' \
  'COPY surefoot/: there is no such file'; do
  said "$work/err" "$text"
done

command -v systemd-analyze >/dev/null || exit 0
# The unit as it would be installed, with a program that exists.
sed "s#/usr/bin/surefoot#$surefoot#" "$packaging/surefoot.service" >"$work/surefoot.service"
systemd-analyze verify "$work/surefoot.service" >"$work/out" 2>&1 || {
  # It does not run everywhere: without /run/systemd, say.
  grep -q 'surefoot.service' "$work/out" && { cat "$work/out" >&2; fail "systemd-analyze verify"; }
}
! grep 'surefoot.service' "$work/out" || fail "systemd-analyze verify has something to say"
if systemd-analyze security --offline=true --no-pager "$work/surefoot.service" >"$work/out" 2>&1; then
  level=$(sed -n 's/.*exposure level for .*: \([0-9.]*\) .*/\1/p' "$work/out")
  [[ -n $level ]] || fail "systemd-analyze security gave no level"
  # 0 is best, 10 worst; the network that it serves is 0.5 of it.
  awk -v level="$level" 'BEGIN { exit !(level <= 2.0) }' || fail "exposure level $level, at most 2.0 is accepted"
fi
