#!/usr/bin/env python3
"""Says in SPDX 2.3 what the packed tarball is made of: what is linked into the program, and the libraries beside it."""

import glob
import hashlib
import json
import os
import re
import subprocess
import sys


def said(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def debian_version(*names):
    for name in names:
        version = said("dpkg-query", "-W", "-f=${Version}", name)
        if version:
            return version
    return None


versions = said(".build/release/httpcache", "--version", "-v")
version = versions.split()[1]
tarballs = glob.glob(f".build/httpcache-{version}-*.tar.gz")
if len(tarballs) != 1:
    sys.exit("make dist packs what this describes")
with open(tarballs[0], "rb") as file:
    digest = hashlib.sha256(file.read()).hexdigest()

packages, relations = [], []


def add(identifier, name, version, licence, relation, supplier="NOASSERTION", reference=None, checksum=None):
    package = {
        "SPDXID": f"SPDXRef-{re.sub('[^A-Za-z0-9.-]', '-', identifier)}",
        "name": name,
        "versionInfo": version or "NOASSERTION",
        "supplier": supplier,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }
    if reference:
        package["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": reference}
        ]
    if checksum:
        package["checksums"] = [{"algorithm": "SHA256", "checksumValue": checksum}]
    packages.append(package)
    whole = "SPDXRef-DOCUMENT" if relation == "DESCRIBES" else "SPDXRef-httpcache"
    relations.append(
        {"spdxElementId": whole, "relationshipType": relation, "relatedSpdxElement": package["SPDXID"]}
    )


add("httpcache", "httpcache", version, "MIT", "DESCRIBES", checksum=digest)
swift = re.search(r"Swift version (\S+)", said("swift", "--version"))
add("swift", "swift", swift and swift.group(1), "Apache-2.0 WITH Swift-exception", "STATIC_LINK")
sqlite = re.search(r"SQLite: *(\S+)", versions)
add("sqlite", "sqlite", sqlite and sqlite.group(1), "blessing", "STATIC_LINK")
if sys.platform == "linux":
    compiler = re.search(r"gcc-linux-gnu/(\d+)|/gcc/[^/]+/(\d+)", said("clang", "-print-file-name=libstdc++.a"))
    number = next((group for group in compiler.groups() if group), "12") if compiler else "12"
    add("libstdcxx", f"libstdc++-{number}-dev", debian_version(f"libstdc++-{number}-dev"),
        "GPL-3.0-or-later WITH GCC-exception-3.1", "STATIC_LINK")
    unwinder = os.path.realpath(".build/static-libraries/libgcc_eh.a")
    number = re.search(r"llvm-(\d+)", unwinder)
    add("libunwind", "libunwind", number and debian_version(f"libunwind-{number.group(1)}-dev"),
        "Apache-2.0 WITH LLVM-exception", "STATIC_LINK")
for listing in glob.glob(".build/dist/*/share/doc/httpcache/licences/packages.tsv"):
    with open(listing, encoding="utf-8") as file:
        for line in file:
            name, package_version, source = line.rstrip("\n").split("\t")
            # Its licence stands in the tarball as Debian words it: share/doc/httpcache/licences/NAME.txt.
            add(name, name, package_version, "NOASSERTION", "CONTAINS", "Organization: Debian",
                f"pkg:deb/debian/{source}@{package_version}?arch=binary")

created = said("git", "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ").strip()
document = {
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": os.path.basename(tarballs[0]),
    "documentNamespace": f"https://spdx.org/spdxdocs/httpcache-{version}-{digest}",
    "creationInfo": {"created": created or "1970-01-01T00:00:00Z", "creators": [f"Tool: httpcache-{version}"]},
    "packages": packages,
    "relationships": relations,
}
path = tarballs[0].replace(".tar.gz", ".spdx.json")
with open(path, "w", encoding="utf-8") as file:
    json.dump(document, file, indent=1)
    file.write("\n")
print(path)
