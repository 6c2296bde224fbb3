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
  # The tests start servers themselves: the services of the packages are neither started nor started with the machine.
  policy=/usr/sbin/policy-rc.d
  if [ -e "$policy" ]; then policy=; else printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"; fi
  trap 'rm -f "$log" $policy' EXIT
  if { DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $packages ||
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $packages; }; } >"$log" 2>&1; then
    if command -v systemctl >/dev/null 2>&1; then
      for package in $packages; do systemctl disable --quiet "${package%-light}" >/dev/null 2>&1 || true; done
    fi
    exit 0
  fi
  tail -n 3 "$log" >&2
fi
echo "missing, please install:$missing" >&2
exit 1
