#!/bin/sh
# tagged.sh TAG PROGRAM: fails where a tag `vX.Y.Z` is not the version that the program says of itself.
set -eu
version=$("$2" --version | head -n 1 | cut -d ' ' -f 2)
[ "$1" = "v$version" ] || { echo "the tag is $1, and the program says that it is $version" >&2 && exit 1; }
