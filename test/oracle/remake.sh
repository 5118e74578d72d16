#!/usr/bin/env bash
# Makes fixtures/conformance/verdicts.jsonl again: remake.sh [VERSION...]
# Builds the oracle of each version of versions.txt that bin/ lacks, and of each version given
# (which is added to versions.txt), then judges all cases with all of them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cases=$here/../../fixtures/conformance
for version in "$@"; do
  minor=${version%.*}
  # A newer patch release takes the place of the older one.
  { grep -v "^${minor//./\\.}\." "$here/versions.txt" || true; echo "$version"; } | sort -V > "$here/versions.new"
  mv "$here/versions.new" "$here/versions.txt"
  rm -f "$here/bin/oracle-$minor"
done
while read -r version; do
  [ -x "$here/bin/oracle-${version%.*}" ] || "$here/build.sh" "$version"
done < "$here/versions.txt"
python3 "$here/verdicts.py" "$here/bin" "$cases" > "$cases/verdicts.new"
mv "$cases/verdicts.new" "$cases/verdicts.jsonl"
