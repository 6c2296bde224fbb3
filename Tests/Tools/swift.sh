#!/bin/sh
# Looks for a Swift toolchain that Package.swift can use; where apt offers one, installs it; else names it in one line.
# The argument is the command; a command `swift` may be another program, as that of the Debian package `swift` is.
swift=${1:-swift}
needed=$(sed -n 's|^// swift-tools-version: *\([0-9.]*\).*|\1|p' Package.swift)

# at_least VERSION NEEDED: compares the first two numbers.
at_least() {
  [ -n "$1" ] || return 1
  printf '%s.0.0\n%s.0.0\n' "$1" "$2" | awk -F. '{ v[NR] = $1 * 1000 + $2 } END { exit !(v[1] >= v[2]) }'
}

is_there() {
  at_least "$("$swift" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)" "$needed"
}

is_there && exit 0
offered=$(apt-cache policy swiftlang 2>/dev/null | sed -n 's/^ *Candidate: *\([0-9]*:\)\{0,1\}\([0-9][0-9.]*\).*/\2/p')
if at_least "$offered" "$needed"; then
  if [ "$(id -u)" = 0 ]; then
    echo "installing: swiftlang"
    log=$(mktemp)
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y swiftlang >"$log" 2>&1 || tail -n 3 "$log" >&2
    is_there && exit 0
  else
    echo "missing: swift $needed or newer; apt-get install swiftlang brings it" >&2
    exit 1
  fi
fi
other=
command -v "$swift" >/dev/null 2>&1 && other=" ($(command -v "$swift") is another program, or older)"
echo "missing: swift $needed or newer, from https://www.swift.org/install$other" >&2
exit 1
