#!/bin/sh
# Builds .build/httpcache-VERSION-SYSTEM-ARCH.tar.gz: what `make install` installs, to be unpacked below /usr/local or
# ~/.local, and on Linux the libcurl that the program loads where the system has none.
set -eu
cd "$(dirname "$0")/../.."
version=$(.build/release/httpcache --version | head -n 1 | cut -d ' ' -f 2)
name=httpcache-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
work=.build/dist
rm -rf "$work"
mkdir -p "$work"
make -s install PORTABLE=1 DESTDIR="$work/$name" PREFIX=
if [ "$(uname -s)" = Linux ]; then
  sh Tests/Tools/bundle.sh "$work/$name/lib/httpcache" "$work/$name/share/doc/httpcache/licences"
  sh Tests/Tools/oldest_glibc.sh 2.34 "$work/$name/bin/httpcache" "$work/$name"/lib/httpcache/*
fi
mkdir -p "$work/$name/share/doc/httpcache"
cp -R README.md LICENSE CHANGELOG.md docs "$work/$name/share/doc/httpcache/"
# The same sources give the same bytes, where tar can: the time is that of the last change, and nobody's name is in it.
if tar --version 2>/dev/null | grep -q GNU; then
  tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct 2>/dev/null || echo 0)" \
    -cf - "$name" | gzip -9n >".build/$name.tar.gz"
else
  tar -C "$work" -cf - "$name" | gzip -9n >".build/$name.tar.gz"
fi
echo ".build/$name.tar.gz"
