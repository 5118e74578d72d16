#!/usr/bin/env bash
# Prepares the modules of a release of Kubernetes: modules.sh 1.36.3 [WORKDIR]
# writes WORKDIR/VERSION/go.mod and prints three lines: that folder, the folder with the sources of
# k8s.io/kubernetes, and the minor. Downloads come from the module cache that all releases share.
set -euo pipefail
version=$1 work=${2:-${TMPDIR:-/tmp}/oracle-build}/$1
minor=$(cut -d. -f1,2 <<< "$version")
mkdir -p "$work"
tree=$(cd / && go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/.*"Dir": "\(.*\)",/\1/p')
if [ ! -f "$work/go.mod" ]; then
  # A patch release may lack this module (1.31.14 does); the one before it will do.
  aggregator=${version#1.}
  until (cd / && go mod download "k8s.io/kube-aggregator@v0.$aggregator" >/dev/null 2>&1); do
    patch=${aggregator#*.}
    [[ $patch =~ ^[0-9]+$ && $patch -gt 0 ]] || { echo "no k8s.io/kube-aggregator for $version" >&2; exit 1; }
    aggregator=${aggregator%.*}.$((patch - 1))
  done
  {
    echo "module oracle"; grep -m1 '^go ' "$tree/go.mod"
    grep '^godebug ' "$tree/go.mod" || true
    echo "require k8s.io/kubernetes v$version"
    sed -n 's#^\t\(k8s.io/[a-z-]*\) => ./staging.*#replace \1 => \1 v0.'"${version#1.}"'#p' "$tree/go.mod" |
      sed "s#^\(replace k8s.io/kube-aggregator => .* \)v.*#\1v0.$aggregator#"
    # The requirements of Kubernetes itself, so that no library gets newer than in its release.
    sed -n '/^require (/,/^)/p' "$tree/go.mod" | grep -v '^	k8s.io/[a-z-]* v0\.0\.0$'
  } > "$work/go.mod"
fi
printf '%s\n' "$(cd "$work" && pwd)" "$tree" "$minor"
