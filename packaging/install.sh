#!/bin/sh
# Installs the kubeadmit executable of a release for this user, without sudo:
#   sh install.sh [VERSION]
# KUBEADMIT_INSTALL_DIR is the folder for it (~/.local/bin by default). The checksum of the download is verified: it must be the one
# in the release and, if KUBEADMIT_SHA256 is set, that one.
set -eu

version=${1:-@VERSION@}
folder=${KUBEADMIT_INSTALL_DIR:-$HOME/.local/bin}
# Another place for releases, such as a mirror.
releases=${KUBEADMIT_RELEASES:-https://github.com/kubeadmit/kubeadmit/releases/download}

fail() {
  echo "kubeadmit: $1" >&2
  exit 1
}

case $(uname -s) in
  Linux) system=linux ;;
  Darwin) system=darwin ;;
  *) fail "there is no executable for $(uname -s); npm install --global kubeadmit needs only Node" ;;
esac
case $(uname -m) in
  x86_64 | amd64) machine=x64 ;;
  aarch64 | arm64) machine=arm64 ;;
  *) fail "there is no executable for $(uname -m); npm install --global kubeadmit needs only Node" ;;
esac
name=kubeadmit-$system-$machine

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
for file in "$name.tar.gz" SHA256SUMS; do
  # A redirect must not lead away from TLS, which a mirror that is named by the user may do without.
  curl --fail --silent --show-error --location --proto-redir '=https' --tlsv1.2 --output "$scratch/$file" "$releases/v$version/$file" ||
    fail "cannot download $file of version $version"
done

expected=$(sed -n "s/^\([0-9a-f]*\) [ *]$name\.tar\.gz\$/\1/p" "$scratch/SHA256SUMS")
if command -v sha256sum >/dev/null; then
  actual=$(sha256sum "$scratch/$name.tar.gz")
else
  actual=$(shasum -a 256 "$scratch/$name.tar.gz")
fi
for checksum in "$expected" "${KUBEADMIT_SHA256:-$expected}"; do
  [ -n "$checksum" ] && [ "$checksum" = "${actual%% *}" ] || fail "the checksum of $name.tar.gz is wrong"
done

tar -xzf "$scratch/$name.tar.gz" -C "$scratch"
mkdir -p "$folder"
for file in kubeadmit kubeadmit.new; do
  # The program would be moved into it.
  [ ! -d "$folder/$file" ] || fail "$folder/$file is a folder; remove it, or set KUBEADMIT_INSTALL_DIR"
done
# A program that runs cannot be written to, but it can be replaced.
mv "$scratch/kubeadmit" "$folder/kubeadmit.new"
mv "$folder/kubeadmit.new" "$folder/kubeadmit"
echo "kubeadmit $version is in $folder"
case :$PATH: in
  *":$folder:"*) ;;
  *) echo "add the folder to PATH: export PATH=\"$folder:\$PATH\"" ;;
esac
