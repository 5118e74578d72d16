#!/usr/bin/env bash
# Builds the oracle for one Kubernetes version: build.sh 1.36.3 [WORKDIR [OUTDIR]]
# makes OUTDIR/oracle-1.36 (OUTDIR is bin/ beside this script unless given).
# WORKDIR/VERSION keeps the module files between builds.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
version=$1 minor=${1%.*} work=${2:-${TMPDIR:-/tmp}/oracle-build}/$1 out=${3:-$here/bin}
tag=k8s_${minor/./_}
export GOFLAGS=-mod=mod GOTOOLCHAIN=local
mkdir -p "$work" "$out"
work=$(cd "$work" && pwd) out=$(cd "$out" && pwd)
rm -f "$work"/*.go "$work"/*.s
cp "$here"/*.go "$here"/*.s "$work/"
# A minor newer than the sources is tried with what the newest of them takes.
[ -f "$work/minor_${minor/./_}.go" ] ||
  printf '//go:build %s\n\npackage main\n\nconst minor = %s\n' "$tag" "${minor#1.}" > "$work/minor_${minor/./_}.go"
# The module lacks what discovery says, save for these documents of the source tree.
tree=$(cd / && go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/.*"Dir": "\(.*\)",/\1/p')
groups=$tree/api/discovery/aggregated_v2.json
[ -f "$groups" ] || groups=$tree/api/discovery/aggregated_v2beta1.json
cat "$groups" > "$work/discovery_groups.json"
cat "$tree/api/discovery/api__v1.json" > "$work/discovery_core.json"
cd "$work"
if [ ! -f go.sum ]; then
  # A patch release may lack this module (1.31.14 does); the one before it will do.
  aggregator=${version#1.}
  until (cd / && go mod download "k8s.io/kube-aggregator@v0.$aggregator" >/dev/null 2>&1); do
    patch=${aggregator#*.}
    [ "$patch" -gt 0 ] || { echo "no k8s.io/kube-aggregator for $version" >&2; exit 1; }
    aggregator=${aggregator%.*}.$((patch - 1))
  done
  {
    echo "module oracle"; grep -m1 '^go ' "$tree/go.mod"
    grep '^godebug ' "$tree/go.mod" || true
    echo "require k8s.io/kubernetes v$version"
    sed -n 's#^\t\(k8s.io/[a-z-]*\) => ./staging.*#replace \1 => \1 v0.'"${version#1.}"'#p' "$tree/go.mod" |
      sed "s#^\(replace k8s.io/kube-aggregator => .* \)v.*#\1v0.$aggregator#"
  } > go.mod
  # The requirements of Kubernetes itself, so that no library gets newer than in its release.
  sed -n '/^require (/,/^)/p' "$tree/go.mod" | grep -v '^	k8s.io/[a-z-]* v0\.0\.0$' >> go.mod
fi
go build -tags "$tag" -trimpath -ldflags='-s -w' -o "$out/oracle-$minor" .
