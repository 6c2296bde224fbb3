#!/bin/sh
# Checks the workflows and the composite action, offline: that actions are pinned by commit, that no text from outside is read
# as code, and what else zizmor of PyPI knows; with actionlint, where that is on PATH. Without them it says so, and passes.
set -eu
cd "$(dirname "$0")/../.."
version=1.32.0
tools=.build/lint-tools-$version
files=".github/workflows docs/examples/github-action/action.yml"
if [ ! -e "$tools/complete" ]; then
  rm -rf "$tools"
  { python3 -m venv "$tools" &&
    "$tools/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 10 --only-binary :all: "zizmor==$version" &&
    touch "$tools/complete"; } >/dev/null 2>&1 || echo "skipped: zizmor $version can't be installed; the workflows are not checked"
fi
if [ -e "$tools/complete" ]; then
  # shellcheck disable=SC2086
  "$tools/bin/zizmor" --offline --quiet --no-progress $files
fi
if command -v actionlint >/dev/null 2>&1; then
  actionlint .github/workflows/*.yml
else
  echo "skipped: actionlint is not on PATH"
fi
