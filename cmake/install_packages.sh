#!/bin/sh
# Installs those of the Debian packages named on the command line that are missing, as root or with
# sudo. Asks the network for nothing when none is.
set -eu
missing=
for package; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "installing:$missing"
if [ "$(id -u)" -eq 0 ]; then
  sudo=
elif command -v sudo >/dev/null; then
  sudo=sudo
else
  echo "to install them, run this as root or install sudo" >&2
  exit 2
fi
$sudo apt-get update -q
# shellcheck disable=SC2086
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
