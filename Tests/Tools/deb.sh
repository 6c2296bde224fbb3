#!/bin/sh
# Builds .build/httpcache_VERSION_ARCH.deb from what `make install` installs. DEBFULLNAME and DEBEMAIL name the maintainer.
set -eu
cd "$(dirname "$0")/../.."
version=$(.build/release/httpcache --version | head -n 1 | cut -d ' ' -f 2)
architecture=$(dpkg --print-architecture)
work=.build/deb
root=$work/httpcache
doc=$root/usr/share/doc/httpcache
maintainer="${DEBFULLNAME:-The httpcache authors} <${DEBEMAIL:-httpcache@packages.invalid}>"
rm -rf "$work"
umask 022
mkdir -p "$work/debian" "$doc" "$root/DEBIAN"
make -s install DESTDIR="$root" PREFIX=/usr ZSH_COMPLETION=zsh/vendor-completions/_httpcache
gzip -9n "$root/usr/share/man/man1/httpcache.1"

{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: httpcache\n\n'
  printf 'Files: *\nCopyright: %s\nLicense: Expat\n' "$(sed -n 's/^Copyright (c) //p' LICENSE)"
  sed -n '/^Permission/,$p' LICENSE | sed 's/^$/./; s/^/ /'
} >"$doc/copyright"
date=$(LC_ALL=C date -Ru -d "@$(git log -1 --format=%ct 2>/dev/null || date +%s)")
printf 'httpcache (%s) unstable; urgency=medium\n\n  * CHANGELOG.md.gz beside this file names the changes.\n\n -- %s  %s\n' \
  "$version" "$maintainer" "$date" | gzip -9n >"$doc/changelog.gz"
gzip -9nc CHANGELOG.md >"$doc/CHANGELOG.md.gz"

# The libraries that the program is linked to; libcurl is loaded when it is needed, and so is not among them.
printf 'Source: httpcache\n\nPackage: httpcache\nArchitecture: any\n' >"$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O httpcache/usr/bin/httpcache 2>/dev/null | sed 's/^shlibs:Depends=//')
# dpkg-shlibdeps does not know that packed relocations need the loader of 2.36.
libraries=$(echo "$libraries" | sed 's/libc6 (>= 2\.3[0-5])/libc6 (>= 2.36)/')
cat >"$root/DEBIAN/control" <<EOF
Package: httpcache
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Depends: $libraries, libcurl4t64 (>= 7.73) | libcurl4 (>= 7.73)
Recommends: ca-certificates
Section: web
Priority: optional
Description: HTTP cache for the command line that explains its decisions
 Gets URLs through a cache on disk that follows RFC 9111, and says for every
 response, with the rule and its section, why it was or was not stored, is or
 is not fresh, may or may not be reused.
 .
 It judges stored and live responses, HAR logs and the Cache.db of apps on
 Apple systems, checks a site's header fields in a pipeline, and keeps a cache
 in order.
EOF
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
dpkg-deb --root-owner-group -Zxz --build "$root" ".build/httpcache_${version}_$architecture.deb" >/dev/null
echo ".build/httpcache_${version}_$architecture.deb"
