#!/bin/sh
# Installs what is missing where apt-get may, or names it in one line.
# Each argument is THING=PACKAGE: a command, a file, or a shared library; no package where none brings it.
missing=
packages=
for need in "$@"; do
  thing=${need%%=*}
  package=${need#*=}
  case $thing in
    /*) [ -e "$thing" ] && continue ;;
    *.so.*) { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep -q "$thing" && continue ;;
    *) command -v "$thing" >/dev/null 2>&1 && continue ;;
  esac
  [ "$(uname -s)" = Darwin ] && case $thing in /*|*.so.*) continue ;; esac
  missing="$missing ${package:-$thing}"
  packages="$packages $package"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 && [ "$missing" = "$packages" ]; then
  echo "installing:$packages"
  log=$(mktemp)
  { DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $packages ||
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $packages; }; } >"$log" 2>&1 && exit 0
  tail -n 3 "$log" >&2
fi
echo "missing, please install:$missing" >&2
exit 1
